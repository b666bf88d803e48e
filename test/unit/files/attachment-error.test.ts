/** What a person is told of a file that cannot be kept: in both languages, naming the file. */
import { expect, it } from 'vitest'
import { AttachmentError } from '../../../src-main/agents/files/attachment-error.ts'
import { keptFile } from '../../../src-main/agents/files/attachment-rows.ts'
import { notePath } from '../../../src-main/agents/files/note-rows.ts'

const faults: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['空文件', () => keptFile({ name: 'a.txt', bytes: new Uint8Array() })],
  ['超过 100 MB', () => keptFile({ name: 'a.txt', bytes: new Uint8Array(100 * 1024 * 1024 + 1) })],
  ['找不到', () => keptFile({ path: '/nowhere/a.txt' })],
  ['笔记', async () => notePath('../a.txt')],
]

it.each(faults)('%s', async (words, act) => {
  const error = await act().then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AttachmentError)) throw error
  expect(error.told.zh).toContain(words)
  expect(error.told.en).not.toMatch(/[\u4e00-\u9fff]/)
  expect(error.way.zh).toMatch(/[\u4e00-\u9fff]/)
  if (words !== '笔记') for (const text of [error.told.en, error.told.zh]) expect(text).toContain('a.txt')
})
