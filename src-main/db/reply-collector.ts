/** Gathers the engine's small output pieces (8 kB each) into buffers worth sending, without copying twice. */

const bufferBytes = 64 * 1024

export class ReplyCollector {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  #buffer = new Uint8Array(bufferBytes)
  #length = 0

  /** @param send Takes ownership of the bytes and their buffer. */
  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#send = send
  }

  /** Copies `piece`: it is a view into the engine's memory. */
  add(piece: Uint8Array): void {
    let at = 0
    while (at < piece.length) {
      const part = piece.subarray(at, at + bufferBytes - this.#length)
      this.#buffer.set(part, this.#length)
      this.#length += part.length
      at += part.length
      if (this.#length === bufferBytes) {
        const full = this.#buffer
        this.#buffer = new Uint8Array(bufferBytes)
        this.#length = 0
        this.#send(full)
      }
    }
  }

  flush(): void {
    if (this.#length === 0) return
    const rest = this.#buffer.slice(0, this.#length)
    this.#length = 0
    this.#send(rest)
  }
}
