/** `import PATH…`: reads files into the data, one after the other; progress on stderr, the summary on stdout. */
import { resolve } from 'node:path'
import type { ImportedFileView, ImportProgressView } from '../../api/contract/imports.ts'
import type { HubClient } from '../connection.ts'
import { CommandFailed, printJson, printResult, tell } from '../output.ts'
import { onStopSignals } from '../stop-signals.ts'

function progressLine(progress: ImportProgressView): string {
  const done = progress.bytesTotal
    ? `${Math.floor((100 * progress.bytesRead) / progress.bytesTotal)} %`
    : `${progress.bytesRead} bytes`
  return `${progress.title ?? 'Reading'}: ${done}, ${progress.records.toLocaleString('en')} records`
}

/** On a terminal the line is rewritten in place; in a log it appears once a second at most. */
function progressPrinter(): (progress: ImportProgressView) => void {
  let last = 0
  let shown = ''
  return (progress) => {
    const ended = ['done', 'failed', 'cancelled'].includes(progress.phase)
    const now = Date.now()
    if (!ended && now - last < (process.stderr.isTTY ? 100 : 1000)) return
    last = now
    const line = progressLine(progress)
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${line}${ended ? '\n' : ''}`)
    else if (line !== shown) tell(line)
    shown = line
  }
}

function describeFile(file: ImportedFileView): string {
  const { summary } = file
  const span = summary.firstDate === null ? '' : `, ${summary.firstDate} to ${summary.lastDate}`
  const lines = [
    `${file.part ?? file.path}: ${summary.title}`,
    `  read ${file.read}, imported ${file.imported}, duplicates ${file.duplicates}, skipped ${file.skipped}${span}`,
    ...summary.skippedReasons.map((reason) => `  skipped ${reason.count}: ${reason.reason}`),
    ...file.warnings.map((warning) => `  note: ${warning}`),
  ]
  if (summary.absent.total > 0) {
    lines.push(
      `  ${summary.absent.total} earlier records are no longer in this export; they stay until you remove them in the app`,
    )
  }
  return lines.join('\n')
}

export async function importPaths(client: HubClient, paths: readonly string[], json: boolean): Promise<void> {
  const { jobs } = await client.imports.start({ items: paths.map((path) => ({ path: resolve(path) })) })
  const interrupted = () => {
    for (const job of jobs) void client.imports.cancel({ jobId: job.jobId })
  }
  const ignoreSignals = onStopSignals(interrupted)
  const files: ImportedFileView[] = []
  let failed = false
  try {
    for (const job of jobs) {
      const show = progressPrinter()
      let last: ImportProgressView | null = null
      for await (const progress of await client.imports.follow({ jobId: job.jobId })) {
        show(progress)
        last = progress
      }
      if (last?.phase === 'done') files.push(...(last.files ?? []))
      else {
        failed = true
        const why = last?.error
          ? `${last.error.message} ${last.error.hint}`
          : last?.phase === 'cancelled'
            ? 'Cancelled; nothing was imported.'
            : 'It ended without an answer.'
        tell(`${job.path}: ${why.trim()}`)
      }
    }
  } finally {
    ignoreSignals()
  }
  if (json) printJson({ files })
  else for (const file of files) printResult(describeFile(file))
  if (failed) throw new CommandFailed()
}
