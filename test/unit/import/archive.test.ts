/** What is dropped may be anything: every hostile or broken shape ends in a clear refusal and an open file less. */
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headOf, openPath } from '../../../src-main/health/import/archive.ts'
import { checkFreeDisk } from '../../../src-main/health/import/archive-guard.ts'
import type { Part } from '../../../src-main/health/import/reader.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archive-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

interface Entry {
  name: string | Buffer
  content: Buffer
  /** Unix mode in the external attributes. */
  mode?: number
  flags?: number
  method?: number
  /** Lies of the directory. */
  declaredSize?: number
  crc?: number
  /** Central entry that points at another entry's bytes. */
  offset?: number
}

/** A zip written by hand, so that it can lie. */
function zip(entries: Entry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = typeof entry.name === 'string' ? Buffer.from(entry.name) : entry.name
    const method = entry.method ?? 8
    const data = method === 8 ? deflateRawSync(entry.content) : entry.content
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(entry.flags ?? 0, 2)
    head.writeUInt16LE(method, 4)
    head.writeUInt32LE(entry.crc ?? crc32(entry.content), 10)
    head.writeUInt32LE(data.length, 14)
    head.writeUInt32LE(entry.declaredSize ?? entry.content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(entry.offset ?? at, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), head, tail, name)
    if (entry.offset === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, name, data])
      locals.push(local)
      at += local.length
    }
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

async function put(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, bytes)
  return path
}

async function textOf(part: Part | undefined): Promise<string> {
  if (part === undefined) throw new Error('no such part')
  const chunks: Uint8Array[] = []
  for await (const chunk of await part.open()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const text = Buffer.from('health '.repeat(2000))

describe('archives', () => {
  it('reads entries, stored and deflated, and skips what macOS adds', async () => {
    const path = await put(
      'good.zip',
      zip([
        { name: 'a/', content: Buffer.alloc(0), method: 0 },
        { name: 'a/export.xml', content: text },
        { name: 'a/plain.txt', content: Buffer.from('hi'), method: 0 },
        { name: '__MACOSX/a/._export.xml', content: Buffer.from('x') },
        { name: 'a/.DS_Store', content: Buffer.from('x') },
      ]),
    )
    const opened = await openPath(path)
    expect(opened.parts.map((part) => part.name)).toEqual(['a/export.xml', 'a/plain.txt'])
    expect(await textOf(opened.parts[0])).toBe(text.toString())
    expect(await textOf(opened.parts[1])).toBe('hi')
    // Parts can be opened again: the head is sniffed first.
    expect((await headOf(opened.parts[0] as Part)).text.slice(0, 6)).toBe('health')
    expect(await textOf(opened.parts[0])).toBe(text.toString())
    await opened.close()
  })

  it('reads names in UTF-8 with and without the flag, and in the old code page', async () => {
    const path = await put(
      'names.zip',
      zip([
        { name: 'exportación.xml', content: text, flags: 0x800 },
        { name: 'dışa aktarılan.xml', content: text },
        { name: Buffer.from([0x81, 0x62, 0x2e, 0x78]), content: text },
      ]),
    )
    const opened = await openPath(path)
    expect(opened.parts.map((part) => part.name)).toEqual(['exportación.xml', 'dışa aktarılan.xml', 'üb.x'])
    await opened.close()
  })

  it.each<[string, Entry[], string]>([
    ['a way out', [{ name: 'x/../../evil', content: text }], 'leads out'],
    ['an absolute path', [{ name: '/etc/evil', content: text }], 'absolute'],
    ['a drive', [{ name: 'C:/evil', content: text }], 'absolute'],
    ['a backslash', [{ name: '..\\evil', content: text }], 'backslash'],
    ['a NUL', [{ name: 'a\0b', content: text }], 'NUL'],
    ['a device name', [{ name: 'a/CON.xml', content: text }], 'device'],
    ['a symbolic link', [{ name: 'link', content: Buffer.from('/etc/passwd'), mode: 0o120777 }], 'symbolic link'],
    [
      'entries that overlap',
      [
        { name: 'a', content: text },
        { name: 'b', content: text, offset: 0 },
      ],
      'overlap',
    ],
  ])('refuses %s', async (_what, entries, word) => {
    const path = await put('bad.zip', zip(entries))
    await expect(openPath(path)).rejects.toMatchObject({
      code: 'unsafe-archive',
      message: expect.stringContaining(word),
    })
  })

  it('stops a bomb by what comes out, whatever the directory declares', async () => {
    const zeros = Buffer.alloc(4 << 20)
    const path = await put('bomb.zip', zip([{ name: 'a.xml', content: zeros }]))
    const opened = await openPath(path, { ratio: 200, graceBytes: 1 << 20 })
    await expect(textOf(opened.parts[0])).rejects.toMatchObject({ code: 'unsafe-archive' })
    await opened.close()
    const gz = await openPath(await put('bomb.gz', gzipSync(zeros)), { ratio: 200, graceBytes: 1 << 20 })
    await expect(textOf(gz.parts[0])).rejects.toMatchObject({ code: 'unsafe-archive' })
  })

  it.each<[string, Partial<Entry>]>([
    ['a declared size that is too small', { declaredSize: 10 }],
    ['a declared size that is too large', { declaredSize: 1_000_000 }],
    ['a wrong checksum', { crc: 1 }],
  ])('refuses %s', async (_what, lie) => {
    const opened = await openPath(await put('lie.zip', zip([{ name: 'a.xml', content: text, ...lie }])))
    await expect(textOf(opened.parts[0])).rejects.toMatchObject({ code: 'damaged-archive' })
    await opened.close()
  })

  it('refuses a zip that was cut off, at whatever place', async () => {
    const whole = zip([{ name: 'a.xml', content: text }])
    for (const length of [whole.length - 1, whole.length - 30, Math.floor(whole.length / 2), 30, 4]) {
      await expect(openPath(await put('cut.zip', whole.subarray(0, length)))).rejects.toMatchObject({
        code: 'damaged-archive',
      })
    }
  })

  it('refuses a zip without entries, an empty file and a gzip that was cut off', async () => {
    await expect(openPath(await put('none.zip', zip([])))).rejects.toMatchObject({ code: 'damaged-archive' })
    await expect(openPath(await put('zero.zip', ''))).rejects.toMatchObject({ code: 'empty' })
    const gz = gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, i) => String(i * 7919)).join()))
    const opened = await openPath(await put('cut.vcf.gz', gz.subarray(0, gz.length / 2)))
    await expect(textOf(opened.parts[0])).rejects.toMatchObject({ code: 'damaged-archive' })
  })

  it('says what a photo named export.zip looks like', async () => {
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)])
    await expect(openPath(await put('export.zip', jpeg))).rejects.toMatchObject({
      code: 'damaged-archive',
      message: 'export.zip is not a zip archive; it looks like a JPEG image.',
    })
  })

  it('says that a password is needed', async () => {
    const opened = await openPath(await put('locked.zip', zip([{ name: 'a', content: text, flags: 1 }])))
    await expect(textOf(opened.parts[0])).rejects.toMatchObject({ message: expect.stringContaining('password') })
    await opened.close()
  })
})

describe('folders and files', () => {
  it('lists a folder without following links out of it', async () => {
    const folder = join(dir, 'export')
    await mkdir(join(folder, 'inner'), { recursive: true })
    await writeFile(join(folder, 'inner', 'a.xml'), 'x')
    await writeFile(join(folder, '.hidden'), 'x')
    await writeFile(join(folder, 'empty.txt'), '')
    await symlink('/etc', join(folder, 'link'))
    await symlink('/etc/hostname', join(folder, 'link.xml'))
    const opened = await openPath(folder)
    expect(opened.parts.map((part) => part.name)).toEqual(['inner/a.xml'])
  })

  it('reads a gzip of several members, as bgzip writes them', async () => {
    const path = await put('x.vcf.gz', Buffer.concat([gzipSync('first '), gzipSync('second'), gzipSync('')]))
    const opened = await openPath(path)
    expect(await textOf(opened.parts[0])).toBe('first second')
  })

  it('names a path that is not there and one that may not be read', async () => {
    await expect(openPath(join(dir, 'missing'))).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('missing'),
    })
    if (process.getuid?.() === 0) return
    const secret = await put('secret.xml', 'x')
    await chmod(secret, 0)
    await expect(openPath(secret)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('asks for room on the disk before it begins', async () => {
    await expect(checkFreeDisk(dir, 1)).resolves.toBeUndefined()
    await expect(checkFreeDisk(dir, 1e18)).rejects.toMatchObject({ code: 'disk-full' })
  })
})
