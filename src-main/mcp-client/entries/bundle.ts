/**
 * Bundles (.mcpb, .dxt): the manifest is read and shown, the files are unpacked when the person adds the server, and
 * nothing of a bundle runs before it is started as any other server. The directory is named after the file's hash.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, posix, resolve, win32 } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { StdioTarget } from '../model/server-entry.ts'
import { type BundleArchive, badBundle, openBundle } from './bundle-archive.ts'
import { type BundleManifest, type BundleOption, bundleManifest, launchOf } from './bundle-manifest.ts'
import { type EntryDraft, type EntryField, noDraftValues } from './entry-draft.ts'
import { jsonValue } from './entry-text.ts'
import { filledText } from './fill-draft.ts'
import type { HeldDraft } from './proposals.ts'
import { targetProblem } from './target-problem.ts'

const MAX_FILE_BYTES = 1024 ** 3

export interface BundleComputer {
  readonly platform: NodeJS.Platform
  readonly home: string
}

export interface ReadBundleOptions {
  /** Of the .mcpb file; it has to be there until the proposal is taken. */
  readonly path: string
  /** `<data directory>/bundles`. */
  readonly bundlesDir: string
  readonly computer: BundleComputer
}

/** @throws EntryError `bad_bundle`. */
export async function readBundle({ path, bundlesDir, computer }: ReadBundleOptions): Promise<HeldDraft> {
  const hash = await hashOf(path)
  const archive = await openBundle(path)
  try {
    const manifest = await manifestOf(archive)
    const dir = join(bundlesDir, `${plain(manifest.name)}-${plain(manifest.version)}-${hash.slice(0, 16)}`)
    const draft = bundleDraft(manifest, dir, archive.names, computer)
    return { draft, install: () => install(path, hash, dir, draft) }
  } finally {
    archive.close()
  }
}

/** Takes the files of a bundle away. Anything that is not a directory directly in `bundlesDir` is left alone. */
export async function removeBundle(dir: string, bundlesDir: string): Promise<void> {
  if (dirname(resolve(dir)) !== resolve(bundlesDir) || basename(dir).startsWith('.')) return
  await rm(dir, { recursive: true, force: true, maxRetries: 3 })
}

async function install(path: string, hash: string, dir: string, draft: EntryDraft): Promise<void> {
  if ((await stat(dir).catch(() => null)) !== null) return
  const parts = join(dirname(dir), `.new-${randomBytes(8).toString('hex')}`)
  if ((await hashOf(path)) !== hash) {
    throw badBundle({ en: 'The file is another one than was shown.', zh: '文件与之前显示的不是同一个。' })
  }
  await mkdir(dirname(dir), { recursive: true, mode: 0o700 })
  await mkdir(parts, { mode: 0o700 })
  const archive = await openBundle(path)
  try {
    const command = draft.target.kind === 'stdio' ? draft.target.command : ''
    await archive.unpack(parts, (name) => join(dir, ...name.split('/')) === resolve(command))
    await rename(parts, dir)
  } finally {
    archive.close()
    await rm(parts, { recursive: true, force: true })
  }
}

async function manifestOf(archive: BundleArchive): Promise<BundleManifest> {
  const text = await archive.readText('manifest.json')
  if (text === null) throw badBundle({ en: 'There is no manifest.json in it.', zh: '其中没有 manifest.json。' })
  let data: unknown
  try {
    data = jsonValue(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw badBundle({ en: 'Its manifest.json cannot be read.', zh: '无法读取其中的 manifest.json。' }, error)
  }
  const parsed = bundleManifest.safeParse(data)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.join('.') ?? ''
    throw badBundle({
      en: `Its manifest.json is wrong at “${place}”: ${issue?.message ?? ''}.`,
      zh: `其中的 manifest.json 在“${place}”处有误。`,
    })
  }
  const version = parsed.data.manifest_version ?? parsed.data.dxt_version
  if (version === undefined || !/^0\.[1-4]$/.test(version)) {
    throw badBundle({
      en: `Its manifest_version is ${version ?? 'missing'}; 0.1 to 0.4 are known here.`,
      zh: `它的 manifest_version 是 ${version ?? '空'}，这里支持 0.1 到 0.4。`,
    })
  }
  return parsed.data
}

/** Pure. `names`: of the files in the bundle. */
export function bundleDraft(
  manifest: BundleManifest,
  dir: string,
  names: readonly string[],
  computer: BundleComputer,
): EntryDraft {
  const known = variables(dir, computer)
  const launch = launchOf(manifest, computer.platform)
  const text = (template: string) => filledText(template, known)
  const env = Object.fromEntries(Object.entries(launch.env).map(([name, value]) => [name, text(value)]))
  const target: StdioTarget = {
    kind: 'stdio',
    command: ownFile(text(launch.command), dir, names, computer),
    args: launch.args.map(text),
    cwd: dir,
    envNames: Object.keys(env),
    encoding: 'utf-8',
    encodingErrors: 'replace',
  }
  const fields = Object.entries(manifest.user_config).map(([key, option]) => fieldOf(key, option, known))
  const { platforms } = manifest.compatibility ?? {}
  const shown = [target.command, ...target.args]
  const secret = fields.find(
    ({ sensitive, fills }) => sensitive && fills.kind === 'token' && shown.some((word) => word.includes(fills.token)),
  )
  return {
    name: manifest.display_name ?? manifest.name,
    origin: { kind: 'bundle', name: manifest.name, version: manifest.version, dir },
    target,
    values: { ...noDraftValues, env },
    fields,
    warnings: [],
    settings: {},
    isOff: false,
    problem:
      platforms !== undefined && !platforms.includes(computer.platform)
        ? {
            en: `It is not made for this system (${computer.platform}).`,
            zh: `它不支持这个系统（${computer.platform}）。`,
          }
        : secret !== undefined
          ? {
              en: `It puts the secret “${secret.title}” into its arguments, where every program of this computer can read it.`,
              zh: `它把密钥“${secret.title}”放在参数里，这台电脑上的任何程序都能读到。`,
            }
          : targetProblem(target),
  }
}

/** MANIFEST.md, "Variable Substitution in User Configuration". */
function variables(dir: string, { platform, home }: BundleComputer): ReadonlyMap<string, string> {
  const { join: joined, sep } = platform === 'win32' ? win32 : posix
  return new Map([
    [`\${__dirname}`, dir],
    [`\${HOME}`, home],
    [`\${DESKTOP}`, joined(home, 'Desktop')],
    [`\${DOCUMENTS}`, joined(home, 'Documents')],
    [`\${DOWNLOADS}`, joined(home, 'Downloads')],
    [`\${/}`, sep],
    [`\${pathSeparator}`, sep],
  ])
}

/** Binaries may be named by their place in the bundle, and without `.exe`. */
function ownFile(command: string, dir: string, names: readonly string[], { platform }: BundleComputer): string {
  const inside = names.find((name) => name === command.replace(/^\.\//, ''))
  const path = inside === undefined ? command : join(dir, ...inside.split('/'))
  const isExe = platform === 'win32' && names.some((name) => `${path}.exe` === join(dir, ...name.split('/')))
  return isExe ? `${path}.exe` : path
}

function fieldOf(key: string, option: BundleOption, known: ReadonlyMap<string, string>): EntryField {
  const { default: preset, min = null, max = null, title, ...rest } = option
  const filled = (value: string) => filledText(value, known)
  const value = typeof preset === 'string' ? filled(preset) : Array.isArray(preset) ? preset.map(filled) : preset
  return {
    ...rest,
    key,
    title: title ?? key,
    ...(value === undefined ? {} : { default: value }),
    min,
    max,
    fills: { kind: 'token', token: `\${user_config.${key}}`, leaveOut: !option.required },
  }
}

/** For a directory's name. */
function plain(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[.-]+|[.-]+$/g, '')
      .slice(0, 40) || 'bundle'
  )
}

async function hashOf(path: string): Promise<string> {
  const info = await stat(path).catch((error: unknown) => {
    throw badBundle({ en: 'The file is not there any more.', zh: '文件已经不在了。' }, error)
  })
  if (!info.isFile() || info.size > MAX_FILE_BYTES) {
    throw badBundle({ en: 'It is no file, or larger than 1 GB.', zh: '它不是文件，或超过了 1 GB。' })
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
