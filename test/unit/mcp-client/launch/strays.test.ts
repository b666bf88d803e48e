/** Finding the processes of a start by their mark, in what `ps -E` of macOS prints. */
import { expect, test } from 'vitest'
import { markedLines } from '../../../../src-main/mcp-client/launch/strays.ts'

test('a whole mark, in a whole word, of ours', () => {
  const listing = [
    '  501 /usr/local/bin/node server.js HOME=/Users/ann MIROHUB_LAUNCH=aa11 LANG=C',
    '  502 node server.js MIROHUB_LAUNCH=aa112 LANG=C',
    '  503 node server.js X_MIROHUB_LAUNCH=aa11',
    '  504 sh',
    '    1 /sbin/launchd',
    '',
  ].join('\n')
  expect([...markedLines(listing, new Set(['aa11']))]).toEqual([[501, 'aa11']])
})
