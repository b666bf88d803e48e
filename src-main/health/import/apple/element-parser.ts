/** The correct path: elements through saxes, for whatever the scanner does not read itself, and as its measure. */
import { SaxesParser, type SaxesTag } from 'saxes'
import { ImportError } from '../reader.ts'
import { asUtf8 } from '../text-encoding.ts'
import type { AppleEvents, RecordFields } from './events.ts'
import type { AttributeTexts } from './text.ts'

type Attributes = Record<string, string>

interface OpenRecord {
  fields: RecordFields
  metadata: string[] | null
  beats: number[] | null
}

interface OpenWorkout {
  attributes: Attributes
  metadata: string[]
  statistics: Attributes[]
  events: Attributes[]
  routes: number
}

/** Feeds elements to saxes and tells `events` what they mean. Entities of the document's own are never expanded. */
export class ElementParser {
  readonly #events: AppleEvents
  readonly #texts: AttributeTexts
  #saxes: SaxesParser<{ fragment: true; position: false }>
  #depth = 0
  #record: OpenRecord | null = null
  #workout: OpenWorkout | null = null
  #inCorrelation = false
  #inRoute = false

  constructor(events: AppleEvents, texts: AttributeTexts) {
    this.#events = events
    this.#texts = texts
    this.#saxes = this.#newParser()
  }

  /** Parses one whole element. False, and ready for the next, when it does not end where it should. */
  parse(element: string): boolean {
    this.#saxes.write(element)
    if (this.#depth === 0) return true
    this.#depth = 0
    this.#record = null
    this.#workout = null
    this.#inCorrelation = false
    this.#inRoute = false
    this.#saxes = this.#newParser()
    return false
  }

  /** Parses a piece of a document whose elements may be split anywhere. */
  write(piece: string): void {
    this.#saxes.write(piece)
  }

  #newParser(): SaxesParser<{ fragment: true; position: false }> {
    const parser = new SaxesParser({ fragment: true as const, position: false as const })
    // Control characters and bare ampersands are reported here and parsing goes on.
    parser.on('error', () => {})
    parser.on('opentag', (tag) => this.#open(tag))
    parser.on('closetag', (tag) => this.#close(tag.name))
    return parser
  }

  #open(tag: SaxesTag): void {
    this.#depth++
    const attributes: Attributes = {}
    for (const [key, value] of Object.entries(tag.attributes)) {
      if (typeof value === 'string') attributes[key] = this.#texts.clean(value)
    }
    switch (tag.name) {
      case 'Record':
        this.#record = { fields: recordFields(attributes), metadata: null, beats: null }
        return
      case 'MetadataEntry':
        this.#metadataEntry(attributes)
        return
      case 'InstantaneousBeatsPerMinute':
        if (this.#record) {
          const bpm = Number(attributes.bpm)
          this.#record.beats ??= []
          if (Number.isFinite(bpm)) this.#record.beats.push(bpm)
        }
        return
      case 'Correlation':
        this.#inCorrelation = true
        return
      case 'Workout':
        this.#workout = { attributes, metadata: [], statistics: [], events: [], routes: 0 }
        return
      case 'WorkoutStatistics':
        this.#workout?.statistics.push(attributes)
        return
      case 'WorkoutEvent':
        this.#workout?.events.push(attributes)
        return
      case 'WorkoutRoute':
        this.#inRoute = true
        if (this.#workout) this.#workout.routes++
        return
      case 'ActivitySummary':
        this.#events.activitySummary(attributes)
        return
      default:
        if (this.#record === null && this.#workout === null && !this.#inCorrelation) {
          this.#events.other(tag.name, attributes)
        }
    }
  }

  #metadataEntry(attributes: Attributes): void {
    const key = attributes.key ?? ''
    const value = attributes.value ?? ''
    if (this.#record) {
      this.#record.metadata ??= []
      this.#record.metadata.push(key, value)
    } else if (this.#workout && !this.#inRoute) this.#workout.metadata.push(key, value)
  }

  #close(name: string): void {
    this.#depth = Math.max(0, this.#depth - 1)
    if (name === 'Record' && this.#record) {
      const { fields, metadata, beats } = this.#record
      this.#record = null
      if (this.#inCorrelation) this.#events.member(fields, metadata)
      else this.#events.record(fields, metadata, beats)
    } else if (name === 'Workout' && this.#workout) {
      this.#events.workout(this.#workout)
      this.#workout = null
    } else if (name === 'Correlation') this.#inCorrelation = false
    else if (name === 'WorkoutRoute') this.#inRoute = false
  }
}

function recordFields(attributes: Attributes): RecordFields {
  return {
    type: attributes.type ?? '',
    sourceName: attributes.sourceName ?? '',
    device: attributes.device ?? '',
    unit: attributes.unit ?? null,
    startDate: attributes.startDate ?? '',
    endDate: attributes.endDate ?? '',
    value: attributes.value ?? null,
  }
}

/** Reads a whole document by saxes alone, its prolog skipped as in the scanner. What the scanner is measured by. */
export async function parseExport(
  chunks: AsyncIterable<Uint8Array>,
  events: AppleEvents,
  texts: AttributeTexts,
  fileName: string,
): Promise<void> {
  const decoder = new TextDecoder()
  const parser = new ElementParser(events, texts)
  let prolog: string | null = ''
  let tail = ''
  for await (const chunk of asUtf8(chunks)) {
    let text = decoder.decode(chunk, { stream: true })
    if (prolog !== null) {
      prolog += text
      const start = prolog.search(/<HealthData[\s>]/)
      if (start < 0) continue
      text = prolog.slice(start)
      prolog = null
    }
    parser.write(text)
    tail = (tail + text).slice(-64)
    await events.ready()
  }
  if (prolog !== null) throw new ImportError('damaged-file', `${fileName} holds no <HealthData> element.`, '')
  events.ended(/<\/HealthData\s*>/.test(tail))
}
