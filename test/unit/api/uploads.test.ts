import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createUploadStore, uploadName } from '../../../src-main/api/uploads.ts'

describe('uploads', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\a\\export.zip', 'export.zip'],
    ['..', 'upload'],
    ['', 'upload'],
    ['exporta\u0000ci\u00f3n.xml', 'exportación.xml'],
    ['a:b|c?.zip', 'abc.zip'],
  ])('keeps no directory and no forbidden character of %j', (name, expected) => {
    expect(uploadName(name)).toBe(expected)
  })

  it('keeps a file private, gives it out once and removes it after its import', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-uploads-'))
    const store = await createUploadStore(dataDir)
    const { upload, bytes } = await store.receive('../export.zip', Readable.from([Buffer.from('PK'), Buffer.from('!')]))
    expect(bytes).toBe(3)
    const path = store.take(upload)
    expect(path && basename(path)).toBe('export.zip')
    expect(store.take(upload)).toBeNull()
    expect(path && readFileSync(path, 'utf8')).toBe('PK!')
    if (process.platform !== 'win32') expect(statSync(path ?? '').mode & 0o077).toBe(0)
    await store.release(path ?? '')
    expect(existsSync(path ?? '')).toBe(false)
  })

  it('leaves nothing of a broken upload', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-uploads-'))
    const store = await createUploadStore(dataDir)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('connection lost')
      })(),
    )
    await expect(store.receive('x.zip', broken)).rejects.toThrow('connection lost')
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([])
  })

  it('never removes a path that is not an upload', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-uploads-'))
    const store = await createUploadStore(dataDir)
    await store.release(join(dataDir, 'export.zip'))
    expect(existsSync(join(dataDir, 'uploads'))).toBe(true)
  })
})
