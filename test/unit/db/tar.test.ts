/** Backups that cannot be read back, and archives that write where they should not. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packDirectory, unpackTar } from '../../../src-main/db/tar.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-tar-'))
  for (const dir of ['in/base/5', 'in/empty', 'out']) mkdirSync(join(root, dir), { recursive: true })
  writeFileSync(join(root, 'in/PG_VERSION'), '18\n')
  writeFileSync(join(root, 'in/base/5/1259'), Buffer.alloc(8192, 7))
  writeFileSync(join(root, 'in/base/5/nothing'), '')
  writeFileSync(join(root, 'in/base/5/512'), Buffer.alloc(512, 1))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function packed(): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of packDirectory(join(root, 'in'))) parts.push(part)
  return Buffer.concat(parts)
}

test('a directory comes back as it was, closed to others', async () => {
  await unpackTar(await packed(), join(root, 'out'))
  expect(readdirSync(join(root, 'out'), { recursive: true }).sort()).toEqual(
    readdirSync(join(root, 'in'), { recursive: true }).sort(),
  )
  expect(readFileSync(join(root, 'out/base/5/1259'))).toEqual(Buffer.alloc(8192, 7))
  expect(readFileSync(join(root, 'out/base/5/512'))).toEqual(Buffer.alloc(512, 1))
  expect(statSync(join(root, 'out/base/5/1259')).mode & 0o077).toBe(0)
  expect(statSync(join(root, 'out/base')).mode & 0o077).toBe(0)
})

test("the system's own tar reads it, and what that makes is read here", async () => {
  writeFileSync(join(root, 'a.tar'), await packed())
  execFileSync('tar', ['-xf', join(root, 'a.tar'), '-C', join(root, 'out')])
  expect(readFileSync(join(root, 'out/PG_VERSION'), 'utf8')).toBe('18\n')
  execFileSync('tar', ['--format=ustar', '-cf', join(root, 'b.tar'), '-C', join(root, 'in'), '.'])
  mkdirSync(join(root, 'again'))
  await unpackTar(readFileSync(join(root, 'b.tar')), join(root, 'again'))
  expect(readFileSync(join(root, 'again/base/5/1259')).length).toBe(8192)
})

test('a cut, a flipped and a hostile archive are refused', async () => {
  const tar = await packed()
  await expect(unpackTar(tar.subarray(0, 5000), join(root, 'out'))).rejects.toThrow(/middle of a file/)
  const flipped = Buffer.from(tar)
  flipped[3] = (flipped[3] ?? 0) ^ 1
  await expect(unpackTar(flipped, join(root, 'out'))).rejects.toThrow(/checksum/)
  writeFileSync(join(root, 'evil'), 'x')
  execFileSync('tar', ['-P', '--format=ustar', '-cf', join(root, 'c.tar'), '-C', join(root, 'in'), '../evil'])
  mkdirSync(join(root, 'deep'))
  await expect(unpackTar(readFileSync(join(root, 'c.tar')), join(root, 'deep'))).rejects.toThrow(/foreign path/)
})
