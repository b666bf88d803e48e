/** Words of a server or a caller, whole: lines as lines, and in each of them what cannot be seen spelled out. */
import { TextWithMarks } from '../servers/text-with-marks.tsx'

export function ReadableText({ text }: { readonly text: string }) {
  return text.split(/\r?\n/).map((line, index) => {
    const indent = /^ {0,40}/.exec(line)?.[0] ?? ''
    const rest = line.slice(indent.length)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text neither move nor change
      <span key={index} className="block min-h-[1.5em] whitespace-pre-wrap">
        {indent}
        {rest !== '' && <TextWithMarks text={rest} />}
      </span>
    )
  })
}
