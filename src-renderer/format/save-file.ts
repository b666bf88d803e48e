/** Hands a file to the person: through the clipboard, or as a download where the clipboard refuses. */

/** Saves under the browser's or system's own download rules. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** A file name of a title: letters and digits of any script kept, the rest as hyphens. */
export function fileName(title: string, ending: string): string {
  const stem = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  return `${stem || 'mirohub'}.${ending}`
}

/** UTF-8 with a byte order mark, without which Excel reads Chinese as garbage. */
export function csvBlob(text: string): Blob {
  return new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' })
}
