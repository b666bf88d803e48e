/** Servers whose programs lie in the same folder must not look the same in the list. */
import { describe, expect, test } from 'vitest'
import { shortSummary } from '../../../src-renderer/features/servers/short-summary.ts'

describe('the line that tells servers apart', () => {
  test.each([
    ['node /srv/app/node_modules/@scope/server-files/dist/index.js /data', 'node …/server-files/dist/index.js /data'],
    ['C:\\Users\\ada\\servers\\notes\\notes.exe --quiet', '…/servers\\notes\\notes.exe --quiet'],
    ['/opt/notes/run --all', '/opt/notes/run --all'],
    ['https://example.org/a/b/c/d/mcp', 'https://example.org/a/b/c/d/mcp'],
    ['npx -y @scope/server', 'npx -y @scope/server'],
  ])('%s', (summary, line) => expect(shortSummary(summary)).toBe(line))

  test('an argument of five thousand characters does not fill the page', () => {
    const line = shortSummary(`run ${'x'.repeat(5_000)}`)
    expect(line).toBe(`run ${'x'.repeat(156)}…`)
  })
})
