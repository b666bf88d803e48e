import { expect, it } from 'vitest'
import { commandWords } from '../../../src-main/shell/arguments.ts'

it('takes a command of an installed app, with its options', () => {
  expect(commandWords(['/opt/Mirohub/mirohub', 'stdio', '--data-dir', '/d'], true)).toEqual([
    'stdio',
    '--data-dir',
    '/d',
  ])
  expect(commandWords(['/usr/bin/electron', '.', 'token', '--days', '3'], false)).toEqual(['token', '--days', '3'])
})

it('opens the desktop for everything else', () => {
  for (const argv of [
    [],
    ['/opt/mirohub'],
    ['/opt/mirohub', '--data-dir', 'stdio'],
    ['/opt/mirohub', 'mirohub://add'],
  ]) {
    expect(commandWords(argv, true)).toBeNull()
  }
  // The app's own path is no command, whatever it is called.
  expect(commandWords(['/usr/bin/electron', 'stdio'], false)).toBeNull()
})
