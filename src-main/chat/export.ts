/** A conversation as a file: a document to read, or everything as data. Pure. */
import type { ConversationView, MessageView } from '../api/contract/chat.ts'
import { conversationMarkdown } from './export-markdown.ts'

export interface ExportedConversation {
  readonly conversation: ConversationView
  /** The shown branch. */
  readonly messages: readonly MessageView[]
}

export interface ExportOptions {
  readonly format: 'markdown' | 'json'
  readonly timeZone: string
  readonly language: string
  /** When it is exported. */
  readonly at: Date
}

/** Counts up when a reader of earlier files would misread a later one. */
const schemaVersion = 1

export function exportConversation(
  exported: ExportedConversation,
  { format, timeZone, language, at }: ExportOptions,
): { fileName: string; mime: string; text: string } {
  const name = fileNameOf(exported.conversation.title)
  if (format === 'markdown')
    return {
      fileName: `${name}.md`,
      mime: 'text/markdown',
      text: conversationMarkdown(exported, { timeZone, language }),
    }
  const { conversation, messages } = exported
  const { activity: _activity, snippet: _snippet, ...about } = conversation
  const data = {
    format: 'mirohub-conversation',
    version: schemaVersion,
    exportedAt: at.toISOString(),
    timeZone,
    conversation: about,
    messages: messages.map(({ canResume: _canResume, ...message }) => message),
  }
  return { fileName: `${name}.json`, mime: 'application/json', text: `${JSON.stringify(data, null, 2)}\n` }
}

/** What every file system takes; never empty. */
function fileNameOf(title: string): string {
  const plain = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*…]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return [...plain].slice(0, 60).join('').trim() || 'conversation'
}
