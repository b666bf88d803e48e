/** Texts of an Apple export as they stand in the bytes, and their repair: UTF-8, entities, control characters. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NEEDS_REPAIR = /[&\u0000-\u001f\u007f-\u00ff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const MAX_REMEMBERED = 4096

/** Attribute values hold bytes as Latin-1 until someone needs them as text: repairing all of them would cost a third. */
export function latin1ToText(raw: string): string {
  return Buffer.from(raw, 'latin1').toString('utf8')
}

/** The five entities and numeric references; anything else is kept as it is written, never expanded. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole
    const code = hex !== undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
  })
}

/** Repairs attribute values and remembers the answer: the same few texts stand in every record. */
export class AttributeTexts {
  /** How many values had control characters taken out. */
  dropped = 0
  readonly #last: { raw: string; text: string; dropped: boolean }[] = []
  readonly #memory = new Map<string, { text: string; dropped: boolean }>()

  /**
   * The same for an attribute that mostly repeats its last value: comparing is much cheaper than looking up.
   *
   * @param slot Any small number, one per attribute.
   */
  repairRepeated(slot: number, raw: string): string {
    const last = this.#last[slot]
    if (last !== undefined && last.raw === raw) {
      if (last.dropped) this.dropped++
      return last.text
    }
    const before = this.dropped
    const text = this.repair(raw)
    this.#last[slot] = { raw, text, dropped: this.dropped > before }
    return text
  }

  /** @param raw Attribute value as Latin-1 of its bytes. */
  repair(raw: string): string {
    if (!NEEDS_REPAIR.test(raw)) return raw
    const known = this.#memory.get(raw)
    if (known) {
      if (known.dropped) this.dropped++
      return known.text
    }
    // XML turns line breaks and tabs inside attributes into spaces; a reference to one stays what it is.
    const spaced = latin1ToText(raw).replace(/\r\n|[\t\n\r]/g, ' ')
    const decoded = decodeEntities(spaced)
    const text = this.clean(decoded)
    if (this.#memory.size >= MAX_REMEMBERED) this.#memory.clear()
    this.#memory.set(raw, { text, dropped: text.length !== decoded.length })
    return text
  }

  /** Takes control characters out of a text that is decoded already. */
  clean(text: string): string {
    CONTROL.lastIndex = 0
    if (!CONTROL.test(text)) return text
    this.dropped++
    return text.replace(CONTROL, '')
  }
}
