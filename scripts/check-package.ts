/**
 * Packs the app as electron-builder would for a release, around a stand-in for Electron's files (which are a download), and
 * looks at what came out: what is inside app.asar, what lies beside it, which fuses are set. Linux only: the other two
 * platforms want Electron's own binaries.
 */
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isBuildStale } from './build-state.ts'
import { inProject, packageProgram, run } from './project.ts'

/** Marks the fuses inside Electron's binary; electron-builder looks for it and writes the switches after it. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseNames = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
  'wasmTrapHandlers',
]
const wantedFuses: Readonly<Record<string, string>> = {
  runAsNode: '0',
  enableCookieEncryption: '1',
  enableNodeOptionsEnvironmentVariable: '0',
  enableNodeCliInspectArguments: '0',
  enableEmbeddedAsarIntegrityValidation: '1',
  onlyLoadAppFromAsar: '1',
  grantFileProtocolExtraPrivileges: '0',
}

/** For one answer of the packed hub, and for all of its life here: start, three answers and stop take seconds. */
const ANSWER_MS = 30_000
const HUB_MS = 120_000

/** How far it is: shown where it hangs. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)

export interface PackageReport {
  /** What is wrong, a sentence each; empty when all is as it should be. */
  readonly faults: readonly string[]
  readonly files: number
  readonly asarBytes: number
}

/** Files of an Electron release, as far as electron-builder looks at them. */
function makeStandInDist(folder: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  const states = Buffer.from('0'.repeat(fuseNames.length))
  const fuses = Buffer.concat([Buffer.from(fuseSentinel), Buffer.from([1, fuseNames.length]), states])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), fuses]))
  for (const name of ['chrome-sandbox', 'chrome_crashpad_handler']) writeFileSync(join(folder, name), '')
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), 'stand-in\n')
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
  writeFileSync(join(folder, 'version'), '45.5.0')
  chmodSync(join(folder, 'electron'), 0o755)
}

/**
 * Names of packages that may be packed: everything that the production dependencies lead to, by the lock file. By name
 * and not by place: the packer lays packages out anew, so that one that lay beneath another may lie at the top.
 */
function productionPackages(): Set<string> {
  const lock: unknown = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'))
  const packages =
    typeof lock === 'object' && lock !== null && 'packages' in lock ? Object.entries(Object(lock.packages)) : []
  return new Set(
    packages
      .filter(
        ([, entry]) => !(typeof entry === 'object' && entry !== null && ('dev' in entry || 'devOptional' in entry)),
      )
      .map(([path]) => nameOf(path)),
  )
}

/** `node_modules/a/node_modules/@b/c/lib/x.js` → `node_modules/a/node_modules/@b/c`. */
function packageOf(path: string): string | null {
  return /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null
}

/** `node_modules/a/node_modules/@b/c` → `@b/c`. */
function nameOf(place: string): string {
  return place.split('node_modules/').at(-1) ?? place
}

/** What must not be in the archive, and what must be. */
export function archiveFaults(paths: readonly string[], production = productionPackages()): string[] {
  const faults: string[] = []
  for (const path of paths) {
    const top = path.split('/')[0]
    if (top !== 'out' && top !== 'package.json' && top !== 'node_modules')
      faults.push(`${path} does not belong in the archive.`)
    const owner = packageOf(path)
    if (owner !== null && !production.has(nameOf(owner))) faults.push(`${owner} is no production dependency.`)
    if (path.startsWith('out/') && /\.(map|tsx?)$|(^|\/)tests?\//.test(path)) faults.push(`${path} is source, not app.`)
  }
  const wanted = [
    'out/main/main.js',
    'out/main/cli.js',
    'out/main/pglite-worker.js',
    'out/main/import-worker.js',
    'out/main/repl-worker.js',
    'out/main/document-worker.js',
    'out/main/keychain-process.js',
    'out/main/readers/apple-health.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'package.json',
    'node_modules/@electric-sql/pglite/package.json',
    'node_modules/@jitl/quickjs-ng-wasmfile-release-sync/package.json',
  ]
  for (const path of wanted) if (!paths.includes(path)) faults.push(`${path} is missing from the archive.`)
  return [...new Set(faults)]
}

export function fuseFaults(binary: string): string[] {
  const content = readFileSync(binary)
  const at = content.indexOf(fuseSentinel) + fuseSentinel.length + 2
  return fuseNames.flatMap((name, index) => {
    const wanted = wantedFuses[name]
    const found = String.fromCharCode(content[at + index] ?? 0)
    return wanted === undefined || wanted === found ? [] : [`The fuse ${name} is ${found}, not ${wanted}.`]
  })
}

interface PackerLibrary {
  listPackage(archive: string, options: { isPack: boolean }): string[]
  extractAll(archive: string, folder: string): void
}

/** The library that electron-builder itself packs with. */
function packerLibrary(): PackerLibrary {
  return createRequire(createRequire(import.meta.url).resolve('electron-builder'))('@electron/asar')
}

function archivePaths(archive: string): string[] {
  const paths = packerLibrary().listPackage(archive, { isPack: false })
  return paths.map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
}

/** Follows the address with its one-time code as a browser does: the code becomes a cookie, the cookie opens the page. */
async function servesPage(url: string): Promise<boolean> {
  const first = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })
  const cookie = first.headers.getSetCookie().map((one) => one.split(';')[0])
  const page = await fetch(new URL(first.headers.get('location') ?? '/', url), {
    headers: { cookie: cookie.join('; ') },
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  return page.ok && (await page.text()).includes('<div id="root">')
}

async function answerFaults(url: string): Promise<string[]> {
  const faults = (await servesPage(url)) ? [] : ['The packed page is not served.']
  const tools = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const listed = await tools.text()
  if (!listed.includes('query_health_indicators')) faults.push(`The packed hub lists no tools: ${listed.slice(0, 300)}`)
  return faults
}

/**
 * Runs the packed hub in plain Node from the archive's content, laid out as an installed app lays it: a production dependency
 * that is missing, or a resource that is looked for in the wrong place, shows here.
 */
async function runFaults(archive: string, resources: string, folder: string): Promise<string[]> {
  const installed = join(folder, 'installed', 'resources')
  const root = join(installed, 'app.asar')
  packerLibrary().extractAll(archive, root)
  for (const name of ['tools', 'skills', 'resources'])
    cpSync(join(resources, name), join(installed, name), { recursive: true })
  const hub = spawn(process.execPath, [join(root, 'out', 'main', 'cli.js'), 'serve', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, MIROHUB_DATA_DIR: join(folder, 'data'), MIROHUB_SECRETS: 'memory' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  hub.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8')
  })
  const ended = new Promise<void>((done) => hub.once('exit', () => done()))
  // A hub that neither starts nor ends would hold the check up for good.
  const guard = setTimeout(() => hub.kill('SIGKILL'), HUB_MS)
  const faults: string[] = []
  try {
    const url = await Promise.race([
      new Promise<string>((found) => {
        createInterface({ input: hub.stdout }).once('line', (line) => {
          const message: unknown = JSON.parse(line)
          found(typeof message === 'object' && message !== null && 'url' in message ? String(message.url) : '')
        })
      }),
      ended.then(() => ''),
    ])
    if (url === '') faults.push(`The packed hub did not start:\n${log}`)
    else {
      say('The packed hub runs.')
      faults.push(...(await answerFaults(url)))
      say('It answered.')
    }
  } finally {
    hub.kill('SIGTERM')
    await ended
    clearTimeout(guard)
  }
  if (hub.signalCode === 'SIGKILL') faults.push(`The packed hub did not end in ${HUB_MS / 1000} s:\n${log}`)
  return faults
}

/** Packs and looks. Throws when packing itself fails. */
export async function checkPackage(): Promise<PackageReport> {
  if (isBuildStale()) {
    const build = await run(process.execPath, [inProject('scripts', 'build.ts')])
    if (build.status !== 0) throw new Error(`The build failed:\n${build.output}`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'mirohub-package-'))
  try {
    const dist = join(folder, 'electron')
    mkdirSync(dist)
    makeStandInDist(dist)
    const output = join(folder, 'packed')
    const packed = await run(process.execPath, [
      packageProgram('electron-builder'),
      ...['--linux', 'dir', '--publish', 'never'],
      `--config.electronDist=${dist}`,
      `--config.directories.output=${output}`,
    ])
    if (packed.status !== 0) throw new Error(`electron-builder failed:\n${packed.output}`)
    say('Packed.')
    const app = join(output, 'linux-unpacked')
    const resources = join(app, 'resources')
    const archive = join(resources, 'app.asar')
    const paths = archivePaths(archive)
    const faults = archiveFaults(paths.filter((path) => /\.[^/]+$|LICENSE$/.test(path)))
    for (const path of paths.filter(
      (path) => path.endsWith('.node') || /pglite\/dist\/[^/]+\.(wasm|data)$/.test(path),
    )) {
      if (!existsSync(join(`${archive}.unpacked`, path))) faults.push(`${path} is not unpacked beside the archive.`)
    }
    for (const path of [
      'tools',
      'skills/sleep-review/SKILL.md',
      'resources/cluster-template',
      'resources/config.example.yaml',
      'LICENSE',
    ]) {
      if (!existsSync(join(resources, path))) faults.push(`${path} is missing beside the archive.`)
    }
    faults.push(...fuseFaults(join(app, 'mirohub')))
    faults.push(...(await runFaults(archive, resources, folder)))
    return { faults, files: paths.length, asarBytes: readFileSync(archive).length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const report = await checkPackage()
  for (const fault of report.faults) process.stderr.write(`${fault}\n`)
  say(`${report.files} entries, ${(report.asarBytes / 1e6).toFixed(1)} MB in app.asar`)
  process.exit(report.faults.length > 0 ? 1 : 0)
}
