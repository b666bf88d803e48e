/**
 * Splits an Apple export into its top-level elements. Records as the phone writes them (attributes in its order,
 * children only MetadataEntry) are read by sticky regular expressions straight from the bytes as Latin-1; every other
 * element goes, whole, through the real parser (element-parser.ts). Broken elements are counted and the scan goes on at
 * the next one. A test holds this scanner and the parser equal over every fixture.
 */
import { ImportError } from '../reader.ts'
import { asUtf8 } from '../text-encoding.ts'
import { ElementParser } from './element-parser.ts'
import type { AppleEvents, RecordFields } from './events.ts'
import { type AttributeTexts, latin1ToText } from './text.ts'

/** An opening tag longer than this is not a health record. */
const MAX_TAG = 1 << 20
/** Workouts of old phones carry their route inside. */
const MAX_ELEMENT = 32 << 20
const MAX_PROLOG = 4 << 20
const MAX_PREFIX = 4096
/** More than MAX_TAG without a new tag. */
const OVERSIZED_TAG = /<[^<]{1048576}/

const RECORD_HEAD =
  /<Record type="([^"<&]*)" sourceName="([^"<]*)"(?: sourceVersion="[^"<]*")?(?: device="([^"<]*)")?(?: unit="([^"<]*)")?(?= (?:creationDate|startDate)=")/y
/** What follows the attributes that neighbouring records share. */
const RECORD_TAIL = /(?: creationDate="[^"<]*")? startDate="([^"<&]*)" endDate="([^"<&]*)"(?: value="([^"<]*)")?(\/?)>/y
const METADATA = /\s*<MetadataEntry key="([^"<]*)" value="([^"<]*)"\/>/y
const RECORD_END = /\s*<\/Record>/y
const NAME = /<([A-Za-z_][\w.-]*)/y
const NEXT_ELEMENT =
  /<(?:(?:Record|Workout|Correlation|ActivitySummary|ClinicalRecord|Audiogram|VisionPrescription|ExportDate|Me)[\s/>]|\/HealthData)/g

/** Attributes that mostly repeat (text.ts). */
const Slot = { type: 0, source: 1, unit: 2, key: 3 } as const

const INCOMPLETE = -1
const MALFORMED = -2

/**
 * Reads a whole document.
 *
 * @throws {ImportError} 'damaged-file' when there is no `<HealthData` in the first 4 MiB.
 */
export async function scanExport(
  chunks: AsyncIterable<Uint8Array>,
  events: AppleEvents,
  texts: AttributeTexts,
  signal: AbortSignal,
  fileName: string,
): Promise<void> {
  const scan = new Scan(events, texts, fileName)
  let inProlog = true
  for await (const chunk of asUtf8(chunks)) {
    signal.throwIfAborted()
    scan.append(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1'))
    if (inProlog) {
      if (!scan.skipProlog()) {
        if (scan.waiting > MAX_PROLOG) throw noHealthData(fileName)
        continue
      }
      inProlog = false
    }
    while (scan.run(false)) {
      await events.ready()
      signal.throwIfAborted()
    }
  }
  if (inProlog) throw noHealthData(fileName)
  while (scan.run(true)) await events.ready()
  await events.ready()
  events.ended(scan.closed)
}

/** No phone declares entities or fetches a DTD: such a file was made to read or to blow up something else. */
function declaresEntities(fileName: string): ImportError {
  return new ImportError(
    'unsafe-file',
    `${fileName} was refused: it declares XML entities or an outside DTD, as no health export does. Nothing was read.`,
    'Export again on the phone, and import that file as it is.',
  )
}

function oversized(fileName: string): ImportError {
  return new ImportError(
    'unsafe-file',
    `${fileName} was refused: it holds an element with more than 1 MiB of attributes, as no phone writes one. Nothing was imported.`,
    'Export again on the phone, and import that file as it is.',
  )
}

function noHealthData(fileName: string): ImportError {
  return new ImportError(
    'damaged-file',
    `${fileName} does not hold an Apple Health export: there is no <HealthData> element.`,
    'Export again on the phone: Health, your picture, "Export All Health Data".',
  )
}

class Scan {
  /** True once `</HealthData>` was met. */
  closed = false
  readonly #events: AppleEvents
  readonly #texts: AttributeTexts
  readonly #parser: ElementParser
  readonly #fileName: string
  #text = ''
  #at = 0
  /** Where the search for the end of a long element goes on. */
  #searched = 0
  /** Text of the attributes that `#fields` holds; '' when none may be reused. */
  #prefix = ''
  /** Inside a broken element: drop everything up to the next one. */
  #lost = false
  readonly #fields: RecordFields = {
    type: '',
    sourceName: '',
    device: '',
    unit: null,
    startDate: '',
    endDate: '',
    value: null,
  }

  constructor(events: AppleEvents, texts: AttributeTexts, fileName: string) {
    this.#events = events
    this.#fileName = fileName
    this.#texts = texts
    this.#parser = new ElementParser(events, texts)
  }

  get waiting(): number {
    return this.#text.length - this.#at
  }

  append(text: string): void {
    this.#text = this.#at < this.#text.length ? this.#text.slice(this.#at) + text : text
    this.#searched -= this.#at
    this.#at = 0
  }

  /** Jumps to `<HealthData`: the internal DTD is skipped, never read, because one version of the phone breaks it. */
  skipProlog(): boolean {
    const start = this.#text.search(/<HealthData[\s>]/)
    if (start < 0) return false
    const dtd = this.#text.slice(0, start)
    if (/<!ENTITY/i.test(dtd) || /<!DOCTYPE\s+\w+\s+(?:SYSTEM|PUBLIC)\b/i.test(dtd))
      throw declaresEntities(this.#fileName)
    if (/<!(?:ATTLIST|ELEMENT)[^>"']*<!/.test(dtd) || /\n>\s*\n>\s*\n\]>/.test(dtd)) {
      this.#events.warn('The DTD inside the file is malformed (a known fault of iOS 16) and was ignored.')
    }
    const end = tagEnd(this.#text, start)
    if (end < 0) return false
    this.#parser.parse(`${latin1ToText(this.#text.slice(start, end))}/>`.replace(/\/\/>$/, '/>'))
    if (this.#text.charCodeAt(end - 1) === 47) this.closed = true
    this.#at = end + 1
    return true
  }

  /** Reads until the text runs out (false) or the receiver asks for a pause (true). */
  run(final: boolean): boolean {
    while (!this.closed) {
      if (this.#events.busy) return true
      const at = this.#lost ? this.#nextElement(this.#at) : this.#text.indexOf('<', this.#at)
      if (at < 0) {
        // A name may be cut at the end of the text: keep the last few characters.
        this.#at = Math.max(this.#at, this.#text.length - (this.#lost ? 32 : 0))
        return false
      }
      this.#lost = false
      this.#at = at
      if (!this.#record(at) && !this.#element(at, final)) return false
    }
    this.#at = this.#text.length
    return false
  }

  /** The fast path. False when the record is not whole yet or not written as the phone writes it. */
  #record(at: number): boolean {
    const { dropped } = this.#texts
    if (this.#plainRecord(at)) return true
    // It will be read again, and what it lost counted then.
    this.#texts.dropped = dropped
    return false
  }

  #plainRecord(at: number): boolean {
    const text = this.#text
    const tailAt =
      this.#prefix !== '' && text.slice(at, at + this.#prefix.length) === this.#prefix
        ? at + this.#prefix.length
        : this.#head(at)
    if (tailAt < 0) return false
    RECORD_TAIL.lastIndex = tailAt
    const m = RECORD_TAIL.exec(text)
    if (m === null) return false
    let end = RECORD_TAIL.lastIndex
    if (end - at > MAX_TAG) return false
    let metadata: string[] | null = null
    if (m[4] === '') {
      for (;;) {
        METADATA.lastIndex = end
        const entry = METADATA.exec(text)
        if (entry === null) break
        if (entry[0].length > MAX_TAG) return false
        end = METADATA.lastIndex
        metadata ??= []
        metadata.push(this.#texts.repairRepeated(Slot.key, entry[1] ?? ''), this.#texts.repair(entry[2] ?? ''))
      }
      RECORD_END.lastIndex = end
      if (!RECORD_END.test(text)) return false
      end = RECORD_END.lastIndex
    }
    const fields = this.#fields
    fields.startDate = m[1] ?? ''
    fields.endDate = m[2] ?? ''
    fields.value = m[3] === undefined ? null : this.#texts.repair(m[3])
    this.#events.record(fields, metadata, null)
    this.#at = end
    return true
  }

  /**
   * Reads the attributes before the dates into `#fields` and remembers their text: the next records mostly begin with
   * the same, and comparing is much cheaper than matching. Returns where they end, or -1.
   */
  #head(at: number): number {
    RECORD_HEAD.lastIndex = at
    const m = RECORD_HEAD.exec(this.#text)
    if (m === null) return -1
    const texts = this.#texts
    const dropped = texts.dropped
    const fields = this.#fields
    fields.type = texts.repairRepeated(Slot.type, m[1] ?? '')
    fields.sourceName = texts.repairRepeated(Slot.source, m[2] ?? '')
    fields.device = m[3] ?? ''
    fields.unit = m[4] === undefined ? null : texts.repairRepeated(Slot.unit, m[4])
    // Texts that lose characters are counted record by record.
    this.#prefix = texts.dropped === dropped && m[0].length < MAX_PREFIX ? m[0] : ''
    return RECORD_HEAD.lastIndex
  }

  /** Any other element, comment or end tag. False when the text has not arrived yet. */
  #element(at: number, final: boolean): boolean {
    const text = this.#text
    if (text.startsWith('</HealthData', at)) {
      this.closed = true
      return true
    }
    if (text.startsWith('<!--', at)) return this.#skipTo('-->', at + 4, final)
    if (text.startsWith('<?', at)) return this.#skipTo('?>', at + 2, final)
    if (text.startsWith('<![CDATA[', at)) return this.#skipTo(']]>', at + 9, final)
    if (text.length - at < 32 && !final) return false
    NAME.lastIndex = at
    const name = NAME.exec(text)?.[1]
    if (name === undefined) return this.#broken(at)
    const open = tagEnd(text, at)
    if (open === INCOMPLETE) {
      if (text.length - at > MAX_TAG) throw oversized(this.#fileName)
      return final ? this.#cutOff() : false
    }
    if (open === MALFORMED) return this.#broken(at)
    if (open - at > MAX_TAG) throw oversized(this.#fileName)
    if (text.charCodeAt(open - 1) === 47) return this.#parse(at, open + 1)
    const endTag = `</${name}>`
    const close = text.indexOf(endTag, Math.max(open, this.#searched - endTag.length))
    // Elements never hold another of their own name: a second opening means that this one was never closed.
    const again = text.indexOf(`<${name} `, at + 1)
    if (again > 0 && (close < 0 || again < close)) return this.#broken(at)
    if (close < 0) {
      this.#searched = text.length
      if (text.length - at > MAX_ELEMENT) return this.#broken(at, 'element longer than 32 MiB')
      return final ? this.#cutOff() : false
    }
    this.#searched = 0
    return this.#parse(at, close + endTag.length)
  }

  #parse(from: number, to: number): boolean {
    const element = this.#text.slice(from, to)
    // A long element may have many children, as HRV beats do, but not one of this size.
    if (element.length > MAX_TAG && OVERSIZED_TAG.test(element)) throw oversized(this.#fileName)
    if (!this.#parser.parse(latin1ToText(element))) return this.#broken(from)
    this.#at = to
    return true
  }

  #skipTo(mark: string, from: number, final: boolean): boolean {
    const end = this.#text.indexOf(mark, from)
    if (end >= 0) {
      this.#at = end + mark.length
      return true
    }
    if (this.#text.length - from > MAX_TAG) return this.#broken(from - 1)
    return final ? this.#cutOff() : false
  }

  #broken(at: number, reason = 'broken element'): boolean {
    this.#events.broken(reason, latin1ToText(this.#text.slice(at, at + 80)))
    this.#searched = 0
    this.#at = at + 1
    this.#lost = true
    return true
  }

  /** The text ends inside an element: nothing more to read. */
  #cutOff(): boolean {
    this.#at = this.#text.length
    return false
  }

  #nextElement(from: number): number {
    NEXT_ELEMENT.lastIndex = from
    return NEXT_ELEMENT.exec(this.#text)?.index ?? -1
  }
}

/** Index of the `>` that ends the tag at `at`, INCOMPLETE, or MALFORMED when a `<` comes first. */
function tagEnd(text: string, at: number): number {
  let quote = 0
  for (let i = at + 1; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 60) return MALFORMED
    if (quote !== 0) {
      if (c === quote) quote = 0
    } else if (c === 34 || c === 39) quote = c
    else if (c === 62) return i
  }
  return INCOMPLETE
}
