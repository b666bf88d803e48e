/**
 * What goes with a question and is not the person's own words: notes about them, the files they attached, servers that
 * do not work. It stands in front of the question and never in the system prompt, since strangers wrote parts of it. Pure.
 */
import type { Attachment } from '../events.ts'
import { untrusted } from './tools/untrusted-text.ts'

export interface ContextNote {
  /** Notes from /memories with their paths. */
  readonly notes: readonly { readonly path: string; readonly text: string }[]
  readonly attachments: readonly Attachment[]
  readonly brokenServers: readonly { readonly name: string; readonly state: string; readonly problem: string }[]
}

/** Characters of notes that go with every question; the rest is read from /memories when it is wanted. */
export const notesLimit = 2_000

export function questionWithContext(question: string, { notes, attachments, brokenServers }: ContextNote): string {
  const parts: string[] = []
  const kept = withinLimit(notes)
  if (kept.length > 0)
    parts.push(`Notes kept about the person:\n${kept.map(({ path, text }) => untrusted(path, text)).join('\n')}`)
  if (attachments.length > 0)
    parts.push(
      `Attached to this question; read them before you answer:\n${attachments
        .map(({ name, mime, bytes }) => `/uploads/${oneLine(name)} (${oneLine(mime)}, ${bytes} bytes)`)
        .join('\n')}`,
    )
  if (brokenServers.length > 0)
    parts.push(
      `External servers of the person that do not work now, so that their tools are missing:\n${brokenServers
        .map(({ name, state, problem }) => untrusted(name, `${state}: ${problem}`))
        .join('\n')}`,
    )
  if (parts.length === 0) return question
  return `[Given by the app:\n${parts.join('\n\n')}\n]\n\n${question}`
}

function withinLimit(notes: ContextNote['notes']): { path: string; text: string }[] {
  let room = notesLimit
  return notes.flatMap(({ path, text }) => {
    const words = text.trim()
    if (words === '' || room <= 0) return []
    const kept = words.length <= room ? words : `${words.slice(0, room).replace(/[\ud800-\udbff]$/, '')}…`
    room -= kept.length
    return [{ path, text: kept }]
  })
}

const oneLine = (text: string) => text.replace(/[\r\n<>]+/g, ' ')
