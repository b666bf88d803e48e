/** What a dropped or pasted file is for: records to import, something to read with a question, or perhaps either. Pure. */

export type FileUse = 'import' | 'attach' | 'either'

/** Bytes of a file's beginning that tell it from another. */
export const headBytes = 2_000

/** First lines of the raw data files of DNA tests, and of a VCF. */
const genotypes =
  /^##fileformat=VCF|^#.*(23andMe|AncestryDNA|MyHeritage|Family ?Tree ?DNA|FTDNA)|^"?rs-?id"?\s*[,\t]|^"?rs\d+"?\s*[,\t]/im

const ending = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** What only the import can open. */
const exports = new Set(['zip', 'vcf', 'gz', 'tgz'])
/** What may hold records or may be something to read. */
const doubtful = new Set(['xml', 'csv', 'tsv', 'json'])

/** `head` is the beginning of the file as text. */
export function fileUse(name: string, head: string): FileUse {
  const kind = ending(name)
  if (exports.has(kind)) return 'import'
  const isText = kind === 'txt' || kind === '' || doubtful.has(kind)
  if (isText && genotypes.test(head)) return 'import'
  if (kind === 'xml' && /<HealthData|<!DOCTYPE HealthData|<ClinicalDocument/.test(head)) return 'import'
  return doubtful.has(kind) ? 'either' : 'attach'
}

export interface SortedFiles {
  readonly imported: readonly File[]
  readonly attached: readonly File[]
  readonly either: readonly File[]
}

/** Reads the beginning of each file that needs it. A file that cannot be read is attached, where its error is shown. */
export async function sortFiles(files: readonly File[]): Promise<SortedFiles> {
  const uses = await Promise.all(
    files.map(async (file) => {
      const head = file.type.startsWith('image/')
        ? ''
        : await file
            .slice(0, headBytes)
            .text()
            .catch(() => '')
      return { file, use: fileUse(file.name, head) }
    }),
  )
  const of = (wanted: FileUse) => uses.filter(({ use }) => use === wanted).map(({ file }) => file)
  return { imported: of('import'), attached: of('attach'), either: of('either') }
}
