/** What a person dropped or chose, as something that can be installed: a path of this computer, or one file to send. */
import { i18n } from '../../i18n/index.ts'
import { type PackedFile, zipOf } from './folder-zip.ts'

export type ChosenSource =
  | { readonly kind: 'path'; readonly path: string; readonly name: string }
  | { readonly kind: 'file'; readonly file: File; readonly name: string }

/** As the hub's own limits, so that nobody waits for an upload that is refused. */
const mostFiles = 500
const mostBytes = 50 * 1024 * 1024
/** What systems and tools put into folders; the hub leaves it out as well. */
const isLitter = (path: string) =>
  path.split('/').some((part) => ['.git', '.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX'].includes(part))

export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** The window hands over where a file lies; only a browser has to send it. */
const pathOf = (file: File) => window.mirohubPipe?.filePath(file) ?? ''

export function sourceOfFile(file: File): ChosenSource {
  const path = pathOf(file)
  return path === '' ? { kind: 'file', file, name: file.name } : { kind: 'path', path, name: file.name }
}

/** From an input that chooses folders: every file of it, with its place below. */
export async function sourceOfFolder(files: readonly File[]): Promise<ChosenSource> {
  const [first] = files
  if (first === undefined) throw empty()
  const [name = ''] = first.webkitRelativePath.split('/')
  const path = pathOf(first)
  if (path !== '') {
    const root = path.slice(0, path.length - first.webkitRelativePath.length) + name
    return { kind: 'path', path: root, name }
  }
  return packed(
    name,
    files.map((file) => ({ path: file.webkitRelativePath, file })),
  )
}

/** Of a drop the first thing counts. Has to be called while the drop is handled: its items are gone afterwards. */
export function sourceOfDrop(transfer: DataTransfer): Promise<ChosenSource> {
  const [item] = transfer.items
  const file = item?.getAsFile() ?? transfer.files[0]
  const entry = item?.webkitGetAsEntry() ?? null
  if (!file) return Promise.reject(empty())
  if (!entry || !isFolder(entry) || pathOf(file) !== '') return Promise.resolve(sourceOfFile(file))
  return filesBelow(entry, '').then((files) => packed(entry.name, files))
}

interface PlacedFile {
  readonly path: string
  readonly file: File
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

async function filesBelow(folder: FileSystemDirectoryEntry, above: string): Promise<PlacedFile[]> {
  const place = `${above}${folder.name}/`
  const reader = folder.createReader()
  const files: PlacedFile[] = []
  for (;;) {
    // Answers a hundred at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return files
    for (const entry of entries) {
      if (isLitter(entry.name)) continue
      if (isFolder(entry)) files.push(...(await filesBelow(entry, place)))
      else if (isFile(entry)) {
        const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
        files.push({ path: `${place}${entry.name}`, file })
      }
      if (files.length > mostFiles) throw tooMuch()
    }
  }
}

async function packed(name: string, all: readonly PlacedFile[]): Promise<ChosenSource> {
  const files = all.filter(({ path }) => !isLitter(path))
  if (files.length === 0) throw empty()
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  if (files.length > mostFiles || bytes > mostBytes) throw tooMuch()
  const read: PackedFile[] = []
  for (const { path, file } of files) read.push({ path, content: new Uint8Array(await file.arrayBuffer()) })
  return { kind: 'file', file: new File([zipOf(read)], `${name}.zip`), name }
}

const empty = () => new SourceError(i18n.t('skills:install.empty'), i18n.t('skills:install.emptyHint'))
const tooMuch = () =>
  new SourceError(
    i18n.t('skills:install.tooMuch', { files: mostFiles, size: mostBytes / 1024 / 1024 }),
    i18n.t('skills:install.tooMuchHint'),
  )
