/** A log file that never grows beyond its share: `name.log`, then `name.1.log` … the oldest falls off the end. */

import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface RotatingFileOptions {
  readonly dir: string
  readonly name: string
  readonly maxBytes?: number
  /** Files kept in all, the current one included. */
  readonly maxFiles?: number
}

/**
 * Appends lines synchronously, so that the last words before a crash are on disk. Files are readable by their owner
 * alone. A disk that is full or gone silences the file and never the program.
 */
export class RotatingFile {
  readonly path: string
  readonly #options: Required<RotatingFileOptions>
  #fd: number | null = null
  #size = 0

  constructor(options: RotatingFileOptions) {
    this.#options = { maxBytes: 5 * 1024 * 1024, maxFiles: 10, ...options }
    this.path = join(options.dir, `${options.name}.log`)
  }

  write(line: string): void {
    try {
      const bytes = Buffer.from(`${line}\n`)
      this.#open()
      if (this.#size > 0 && this.#size + bytes.length > this.#options.maxBytes) this.#rotate()
      if (this.#fd !== null) this.#size += writeSync(this.#fd, bytes)
    } catch {
      this.close()
    }
  }

  close(): void {
    const fd = this.#fd
    this.#fd = null
    if (fd !== null) closeSync(fd)
  }

  #open(): void {
    if (this.#fd !== null) return
    mkdirSync(this.#options.dir, { recursive: true, mode: 0o700 })
    this.#fd = openSync(this.path, 'a', 0o600)
    chmodSync(this.path, 0o600)
    this.#size = fstatSync(this.#fd).size
  }

  #rotate(): void {
    this.close()
    const { dir, name, maxFiles } = this.#options
    rmSync(join(dir, `${name}.${maxFiles - 1}.log`), { force: true })
    for (let n = maxFiles - 2; n >= 0; n--) {
      const from = n === 0 ? this.path : join(dir, `${name}.${n}.log`)
      try {
        renameSync(from, join(dir, `${name}.${n + 1}.log`))
      } catch {
        // That number has not been reached yet.
      }
    }
    this.#open()
  }
}
