import { expect, test } from 'vitest'
import { shellArguments } from '../../../src-main/shell/arguments.ts'

test('the data directory is found among the switches of Electron and Chromium', () => {
  expect(shellArguments(['.', '--no-sandbox', '--data-dir', '/d', '--lang=de'])).toEqual({ dataDir: '/d' })
  expect(shellArguments(['--data-dir=/d with spaces'])).toEqual({ dataDir: '/d with spaces' })
})

test('without a value the default holds, not an empty path', () => {
  expect(shellArguments(['--data-dir'])).toEqual({})
  expect(shellArguments(['--data-dir='])).toEqual({})
  expect(shellArguments([])).toEqual({})
})
