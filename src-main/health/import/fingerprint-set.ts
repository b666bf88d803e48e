/** A set of 64-bit fingerprints in two flat arrays: 16 bytes an entry at most, no objects, for millions of records. */

export class FingerprintSet {
  #table: Uint32Array
  #mask: number
  #size = 0
  #hasZero = false

  constructor(expected = 1024) {
    let slots = 16
    while (slots < expected * 2) slots *= 2
    this.#table = new Uint32Array(slots * 2)
    this.#mask = slots - 1
  }

  get size(): number {
    return this.#size
  }

  /** Adds and tells whether it was new. */
  add(high: number, low: number): boolean {
    if (high === 0 && low === 0) {
      const isNew = !this.#hasZero
      this.#hasZero = true
      if (isNew) this.#size++
      return isNew
    }
    let slot = this.#slotOf(high, low)
    if (this.#holds(slot)) return false
    if (this.#size * 2 > this.#mask) {
      this.#grow()
      slot = this.#slotOf(high, low)
    }
    this.#table[slot * 2] = high
    this.#table[slot * 2 + 1] = low
    this.#size++
    return true
  }

  has(high: number, low: number): boolean {
    if (high === 0 && low === 0) return this.#hasZero
    return this.#holds(this.#slotOf(high, low))
  }

  /** Adds every 8 bytes (big-endian) of what the database gave as `string_agg(int8send(fingerprint))`. */
  addPacked(packed: Uint8Array): void {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
    for (let offset = 0; offset + 8 <= packed.byteLength; offset += 8) {
      this.add(view.getUint32(offset), view.getUint32(offset + 4))
    }
  }

  clear(): void {
    this.#table.fill(0)
    this.#size = 0
    this.#hasZero = false
  }

  #holds(slot: number): boolean {
    return this.#table[slot * 2] !== 0 || this.#table[slot * 2 + 1] !== 0
  }

  /** The slot of the entry, or the free one where it belongs. */
  #slotOf(high: number, low: number): number {
    let slot = (low ^ (high >>> 7)) & this.#mask
    while (this.#holds(slot)) {
      if (this.#table[slot * 2] === high && this.#table[slot * 2 + 1] === low) return slot
      slot = (slot + 1) & this.#mask
    }
    return slot
  }

  #grow(): void {
    const old = this.#table
    this.#table = new Uint32Array(old.length * 2)
    this.#mask = this.#table.length / 2 - 1
    for (let i = 0; i < old.length; i += 2) {
      const high = old[i] ?? 0
      const low = old[i + 1] ?? 0
      if (high === 0 && low === 0) continue
      const slot = this.#slotOf(high, low)
      this.#table[slot * 2] = high
      this.#table[slot * 2 + 1] = low
    }
  }
}
