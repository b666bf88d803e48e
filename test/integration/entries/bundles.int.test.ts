/** Bundles as files: what is read, what is refused before a byte is written, what lies on the disk afterwards. */
import { createWriteStream } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { readBundle, removeBundle } from '../../../src-main/mcp-client/entries/bundle.ts'
import { createProposals } from '../../../src-main/mcp-client/entries/proposals.ts'

let root: string
let bundlesDir: string
let count = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bundles-'))
})
beforeEach(() => {
  bundlesDir = join(root, `bundles-${++count}`)
})
afterAll(() => rm(root, { recursive: true, force: true }))

type Files = Readonly<Record<string, string | Uint8Array | { readonly content: string; readonly mode: number }>>

/** `mend` gets the finished zip to damage it in ways that the writer would not. */
async function zip(files: Files, mend: (bytes: Buffer) => void = () => {}, compress = true): Promise<string> {
  const archive = new yazl.ZipFile()
  for (const [name, file] of Object.entries(files)) {
    const isPlain = typeof file === 'string' || file instanceof Uint8Array
    const options = isPlain ? { mode: 0o100644, compress } : { mode: file.mode, compress }
    archive.addBuffer(Buffer.from(isPlain ? file : file.content), name, options)
  }
  archive.end()
  const path = join(root, `bundle-${++count}.mcpb`)
  await pipeline(archive.outputStream, createWriteStream(path))
  const bytes = await readFile(path)
  mend(bytes)
  await writeFile(path, bytes)
  return path
}

const manifest = {
  manifest_version: '0.3',
  name: 'file-manager',
  display_name: 'File manager',
  version: '1.2.0',
  description: 'Manages files',
  author: { name: 'A' },
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/index.js', '${user_config.folders}', '--max=${user_config.max}'],
      env: { API_KEY: '${user_config.api_key}', REGION: '${user_config.region}', HOME_DIR: '${HOME}' },
      platform_overrides: { win32: { command: 'node.exe', env: { WINDOWS: '1' } } },
    },
  },
  user_config: {
    folders: {
      type: 'directory',
      title: 'Folders',
      description: 'Where',
      multiple: true,
      required: true,
      default: ['${DOCUMENTS}'],
    },
    max: { type: 'number', title: 'Most', description: '', default: 10, min: 1, max: 20 },
    api_key: { type: 'string', title: 'Key', description: '', sensitive: true, required: true },
    region: { type: 'string', title: 'Region', description: '' },
  },
  tools: [{ name: 'x' }],
}
const files = { 'manifest.json': JSON.stringify(manifest), 'server/index.js': 'process.exit(7)' }
const computer = { platform: 'linux' as const, home: '/home/ada' }

async function read(path: string, on: { platform: NodeJS.Platform; home: string } = computer) {
  return readBundle({ path, bundlesDir, computer: on })
}

async function everything(dir: string): Promise<string[]> {
  return (await readdir(dir, { recursive: true }).catch(() => [])).sort()
}

describe('a good bundle', () => {
  test('is read without writing anything, and unpacked when it is taken', async () => {
    const held = await read(await zip(files))
    const proposals = createProposals({ monotonicMs: () => 0 })
    const [proposal] = proposals.hold(1, [held])
    if (proposal === undefined) throw new Error('nothing was proposed')
    expect(await everything(root)).not.toContain(`bundles-${count}`)
    expect(proposal).toMatchObject({ name: 'File manager', problem: null, warnings: [] })
    expect(proposal.fields.map(({ key, type, required, sensitive }) => [key, type, required, sensitive])).toEqual([
      ['folders', 'directory', true, false],
      ['max', 'number', false, false],
      ['api_key', 'string', true, true],
      ['region', 'string', false, false],
    ])
    expect(proposal.fields[0]?.default).toEqual(['/home/ada/Documents'])
    const fields = { folders: ['/a', '/b c'], api_key: 'k' }
    const { server } = await proposals.take(1, proposal.key, proposal.fingerprint, fields)
    const { origin, target, values } = server
    if (origin.kind !== 'bundle' || target.kind !== 'stdio') throw new Error('a bundle is a program')
    // MANIFEST.md: a list becomes as many arguments; an optional value that is empty leaves its variable out.
    expect(target).toMatchObject({
      command: 'node',
      args: [join(origin.dir, 'server/index.js'), '/a', '/b c', '--max=10'],
      cwd: origin.dir,
      envNames: ['API_KEY', 'HOME_DIR'],
    })
    expect(values.env).toEqual({ API_KEY: 'k', HOME_DIR: '/home/ada' })
    expect(await everything(origin.dir)).toEqual(['manifest.json', 'server', 'server/index.js'])
    expect((await stat(join(origin.dir, 'server/index.js'))).mode & 0o777).toBe(0o600)
    expect((await stat(origin.dir)).mode & 0o777).toBe(0o700)
    expect(await readdir(bundlesDir)).toHaveLength(1)
  })

  test('a sensitive value never becomes an argument', async () => {
    const config = { ...manifest.server.mcp_config, args: ['--key=${user_config.api_key}'] }
    const text = JSON.stringify({ ...manifest, server: { ...manifest.server, mcp_config: config } })
    const { draft } = await read(await zip({ ...files, 'manifest.json': text }))
    expect(draft.problem?.en).toContain('secret “Key”')
  })

  test('a missing value and one out of bounds are told by the field’s name', async () => {
    const [proposal, proposals] = await proposed(files)
    const take = (fields: Record<string, unknown>) => proposals.take(1, proposal.key, proposal.fingerprint, fields)
    await expect(take({})).rejects.toThrow('“Key” has to be filled in')
    await expect(take({ api_key: 'k', max: 21 })).rejects.toThrow('“Most” is to be 20 or less')
    await expect(take({ api_key: ['k'] })).rejects.toThrow('“Key” takes one value')
    expect(await everything(bundlesDir)).toEqual([])
  })

  test('Windows has its own command, and variables besides', async () => {
    const { draft } = await read(await zip(files), { platform: 'win32', home: 'C:\\Users\\ada' })
    expect(draft.target).toMatchObject({ command: 'node.exe', envNames: ['API_KEY', 'REGION', 'HOME_DIR', 'WINDOWS'] })
    expect(draft.fields[0]?.default).toEqual(['C:\\Users\\ada\\Documents'])
  })

  test('a binary may be run, and nothing else of its bundle', async () => {
    const server = { type: 'binary', entry_point: 'bin/srv', mcp_config: { command: 'bin/srv' } }
    const text = JSON.stringify({ manifest_version: '0.2', name: 'b', version: '1', server })
    const [proposal, proposals] = await proposed({ 'manifest.json': text, 'bin/srv': '#!', 'bin/lib': '' })
    const { server: added } = await proposals.take(1, proposal.key, proposal.fingerprint, {})
    if (added.target.kind !== 'stdio') throw new Error('a bundle is a program')
    expect((await stat(added.target.command)).mode & 0o777).toBe(0o700)
    expect((await stat(join(added.target.command, '../lib'))).mode & 0o777).toBe(0o600)
  })

  test('uv needs no launch of its own (0.4); dxt_version is 0.1’s name', async () => {
    const server = { type: 'uv', entry_point: 'src/main.py' }
    const uv = await read(
      await zip({ 'manifest.json': JSON.stringify({ manifest_version: '0.4', name: 'u', version: '1', server }) }),
    )
    expect(uv.draft.target).toMatchObject({
      command: 'uv',
      args: ['run', '--directory', expect.stringContaining('u-1-'), 'src/main.py'],
    })
    const { manifest_version: _, ...old } = manifest
    const dxt = await read(await zip({ ...files, 'manifest.json': JSON.stringify({ ...old, dxt_version: '0.1' }) }))
    expect(dxt.draft.problem).toBeNull()
  })

  test('one that is for other systems says so', async () => {
    const text = JSON.stringify({ ...manifest, compatibility: { platforms: ['darwin'] } })
    const { draft } = await read(await zip({ ...files, 'manifest.json': text }))
    expect(draft.problem?.en).toContain('not made for this system')
  })

  test('a file that was replaced between look and add is refused', async () => {
    const path = await zip(files)
    const held = await read(path)
    await appendFile(path, 'x')
    await expect(held.install?.()).rejects.toThrow('another one than was shown')
    expect(await everything(bundlesDir)).toEqual([])
  })

  test('only a directory of ours is removed', async () => {
    const held = await read(await zip(files))
    await held.install?.()
    const [name = ''] = await readdir(bundlesDir)
    await removeBundle(root, bundlesDir)
    await removeBundle(join(bundlesDir, name, 'server'), bundlesDir)
    await removeBundle(bundlesDir, bundlesDir)
    expect(await everything(join(bundlesDir, name))).toContain('server/index.js')
    await removeBundle(join(bundlesDir, name), bundlesDir)
    expect(await readdir(bundlesDir)).toEqual([])
  })
})

async function proposed(content: Files) {
  const proposals = createProposals({ monotonicMs: () => 0 })
  const [proposal] = proposals.hold(1, [await read(await zip(content))])
  if (proposal === undefined) throw new Error('nothing was proposed')
  return [proposal, proposals] as const
}

/** Of the same length, so that the zip stays a zip. */
const renamed = (from: string, to: string) => (bytes: Buffer) => {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at, 'latin1')
}
const centralHeaders = (bytes: Buffer): number[] => {
  const places: number[] = []
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 1)) places.push(at)
  return places
}

describe('hostile archives (I1, I2: CVE-2026-56876, CVE-2026-39244, CVE-2026-27800)', () => {
  test.each<[string, Files, ((bytes: Buffer) => void) | undefined]>([
    ['leads out', { ...files, 'xx/evil.js': '' }, renamed('xx/evil.js', '../evil.js')],
    ['leads out in the middle', { ...files, 'server/xx/evil.js': '' }, renamed('server/xx/evil', 'server/../evil')],
    ['is absolute', { ...files, 'xtmp/evil.js': '' }, renamed('xtmp/evil.js', '/tmp/evil.js')],
    ['has a drive', { ...files, 'Cxevil.js': '' }, renamed('Cxevil.js', 'C:evil.js')],
    ['has a backslash', { ...files, 'serverxevil.js': '' }, renamed('serverxevil', 'server\\evil')],
    ['has a NUL', { ...files, 'evilx.js': '' }, renamed('evilx.js', 'evil\0.js')],
    ['is a device', { ...files, 'server/con.js': '' }, undefined],
    ['ends in a dot', { ...files, 'server/evil.': '' }, undefined],
    ['is a link', { ...files, 'server/link': { content: '/etc/passwd', mode: 0o120777 } }, undefined],
    ['is there twice for macOS', { ...files, 'Server/Index.js': '' }, undefined],
    [
      'shares bytes with another',
      { ...files, 'server/two.js': 'process.exit(7)' },
      (bytes) => {
        const [, second = 0, third = 0] = centralHeaders(bytes)
        bytes.copy(bytes, third + 42, second + 42, second + 46)
      },
    ],
    ['is encrypted', files, (bytes) => bytes.writeUInt16LE(1, (centralHeaders(bytes)[1] ?? 0) + 8)],
  ])('a file that %s: refused before anything is written', async (_what, content, mend) => {
    const path = await zip(content, mend)
    await expect(read(path)).rejects.toMatchObject({ code: 'bad_bundle' })
    expect(await everything(bundlesDir)).toEqual([])
  })

  test('a bomb stops as its bytes come out and leaves nothing behind', async () => {
    const held = await read(await zip({ ...files, 'server/zeros': new Uint8Array(30 * 1024 ** 2) }))
    await expect(held.install?.()).rejects.toThrow('grows too much')
    expect(await everything(bundlesDir)).toEqual([])
  })

  test('damaged content is noticed', async () => {
    const path = await zip(files, renamed('process.exit(7)', 'process.exit(8)'), false)
    const held = await read(path)
    await expect(held.install?.()).rejects.toThrow('is damaged')
    expect(await everything(bundlesDir)).toEqual([])
  })

  test.each<[string, Files | string]>([
    ['no zip', 'hello'],
    ['no manifest', { 'server/index.js': '' }],
    ['a manifest elsewhere', { 'x/manifest.json': JSON.stringify(manifest) }],
    ['a manifest that is no JSON', { 'manifest.json': '{' }],
    ['a key twice', { 'manifest.json': '{"name":"a","name":"b"}' }],
    ['a version of the future', { 'manifest.json': JSON.stringify({ ...manifest, manifest_version: '1.0' }) }],
    ['a server of no known type', { 'manifest.json': JSON.stringify({ ...manifest, server: { type: 'java' } }) }],
    ['a huge manifest', { 'manifest.json': `{"x":"${'x'.repeat(1024 ** 2)}"}` }],
  ])('%s', async (_what, content) => {
    const path = typeof content === 'string' ? join(root, `plain-${++count}.mcpb`) : await zip(content)
    if (typeof content === 'string') await writeFile(path, content)
    await expect(read(path)).rejects.toMatchObject({ code: 'bad_bundle' })
  })
})
