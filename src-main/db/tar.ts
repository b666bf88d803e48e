/**
 * The little of the tar format (POSIX ustar) that a cluster directory needs: files and directories with short names.
 * Written here so that a backup streams with flat memory and a template unpacks with every file made durable.
 */

import { createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

const blockBytes = 512

/** The tar stream of everything below `dir`, in pieces. Entries that vanish meanwhile are an error. */
export async function* packDirectory(dir: string): AsyncGenerator<Uint8Array> {
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(dir.length + 1).replaceAll(sep, '/')
    const stat = await lstat(path)
    if (entry.isDirectory()) yield header(`${name}/`, 0, '5', stat.mtimeMs)
    if (!entry.isFile()) continue
    yield header(name, stat.size, '0', stat.mtimeMs)
    if (stat.size === 0) continue
    let written = 0
    for await (const piece of createReadStream(path, { end: stat.size - 1, highWaterMark: 256 * 1024 })) {
      written += piece.length
      yield piece
    }
    if (written !== stat.size) throw new Error(`${path} became shorter while it was being saved`)
    yield new Uint8Array(padding(stat.size))
  }
  yield new Uint8Array(2 * blockBytes)
}

/**
 * Unpacks a whole tar into the empty directory `dir`, files 0600 and directories 0700, each file made durable.
 *
 * @throws Error when the archive is damaged or an entry would land outside `dir`.
 */
export async function unpackTar(tar: Uint8Array, dir: string): Promise<void> {
  const root = resolve(dir)
  const writes: Promise<void>[] = []
  for (let at = 0; at + blockBytes <= tar.length; ) {
    const block = tar.subarray(at, at + blockBytes)
    if (block.every((byte) => byte === 0)) break
    const entry = parseHeader(block)
    const body = at + blockBytes
    if (body + entry.size > tar.length) throw new Error('The archive ends in the middle of a file')
    const path = resolve(root, entry.name)
    if (path !== root && !path.startsWith(root + sep))
      throw new Error(`The archive holds a foreign path: ${entry.name}`)
    if (entry.type === '5') await mkdir(path, { recursive: true, mode: 0o700 })
    else if (entry.type === '0' || entry.type === '\0') {
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
      writes.push(writeDurably(path, tar.subarray(body, body + entry.size)))
      if (writes.length >= 64) await Promise.all(writes.splice(0))
    }
    at = body + entry.size + padding(entry.size)
  }
  await Promise.all(writes)
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function padding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}

function header(name: string, size: number, type: '0' | '5', mtimeMs: number): Uint8Array {
  const block = Buffer.alloc(blockBytes)
  if (Buffer.byteLength(name) > 100) throw new Error(`The name is too long for the archive: ${name}`)
  const octal = (value: number, width: number): string =>
    `${Math.floor(value)
      .toString(8)
      .padStart(width - 1, '0')}\0`
  block.write(name, 0)
  block.write(octal(type === '5' ? 0o700 : 0o600, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(mtimeMs / 1000, 12), 136)
  block.write('        ', 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

function parseHeader(block: Uint8Array): { name: string; size: number; type: string } {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  const field = (start: number, end: number): string => {
    const text = bytes.toString('utf8', start, end)
    const zero = text.indexOf('\0')
    return zero < 0 ? text : text.slice(0, zero)
  }
  const expected = Number.parseInt(field(148, 156).trim(), 8)
  let sum = 8 * 32
  for (let i = 0; i < blockBytes; i++) if (i < 148 || i >= 156) sum += bytes[i] ?? 0
  if (sum !== expected) throw new Error('The archive is damaged: a header does not match its checksum')
  const prefix = field(257, 262) === 'ustar' ? field(345, 500) : ''
  const name = field(0, 100).replace(/^\/+/, '')
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size: Number.parseInt(field(124, 136).trim() || '0', 8),
    type: String.fromCharCode(bytes[156] ?? 0),
  }
}
