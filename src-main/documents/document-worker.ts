/** Thread in which documents are taken apart and texts are searched; ended from outside when it takes too long. */
import { parentPort } from 'node:worker_threads'
import picomatch from 'picomatch'
import { DocumentError } from './document-error.ts'
import { matchingLines } from './text-lines.ts'
import { toMarkdown } from './to-markdown.ts'
import type { DocumentTask, FromDocumentWorker, TaskResults, ToDocumentWorker } from './worker-messages.ts'

const port = parentPort
if (port === null) throw new Error('document-worker.ts runs in a worker thread only')

async function done(task: DocumentTask): Promise<TaskResults[keyof TaskResults]> {
  switch (task.kind) {
    case 'read':
      return toMarkdown(task, { maxChars: task.maxChars, isFenced: false })
    case 'search':
      return matchingLines(task.text, new RegExp(task.source, 'iu'), task.limit)
    case 'match':
      return matched(task.pattern, task.paths)
  }
}

function matched(pattern: string, paths: readonly string[]): string[] {
  const isMatch = picomatch(pattern, { dot: true, nocase: true, maxLength: 500 })
  return paths.filter((path) => isMatch(path))
}

port.on('message', ({ id, task }: ToDocumentWorker) => {
  const send = (message: FromDocumentWorker): void => port.postMessage(message)
  done(task).then(
    (result) => send({ id, ok: true, result }),
    (error: unknown) =>
      send({
        id,
        ok: false,
        code: error instanceof DocumentError ? error.code : 'failed',
        message: error instanceof Error ? error.message : String(error),
      }),
  )
})
