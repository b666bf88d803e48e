/**
 * Text that strangers may have written, marked as such for a model: between delimiters that the text itself cannot
 * close, with its source in front. Pure.
 */

/** @param source What a person would call it: a server, a file. */
export function untrusted(source: string, text: string): string {
  const name = source.replace(/["<>\r\n]/g, ' ').slice(0, 120)
  return `<untrusted source="${name}">\n${text.replace(/<(\/?)\s*untrusted/gi, '‹$1untrusted')}\n</untrusted>`
}
