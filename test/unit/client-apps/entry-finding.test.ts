/** What a check found, in words: a code that one language lacks, or that loses what the program said. */
import { expect, test } from 'vitest'
import { type EntryFinding, entryFindingWords } from '../../../src-main/mcp-client/client-apps/entry-finding.ts'
import { expectBoth } from '../both-languages.ts'

const said = 'no database here'
const child = { code: 'child', command: '/opt/node', said } as const
type Code = EntryFinding['code']
const findings: { readonly [C in Code]: readonly (EntryFinding & { code: C })[] } = {
  listed: [
    { code: 'listed', tools: 3 },
    { code: 'listed', tools: 0 },
  ],
  late: [
    { code: 'late', greeted: true, seconds: 60, said },
    { code: 'late', greeted: false, seconds: 60, said },
  ],
  refused: [
    { code: 'refused', greeted: true, reason: 'not today', said },
    { code: 'refused', greeted: false, reason: 'not today', said },
  ],
  child: [
    { ...child, fault: { code: 'not-started', reason: 'ENOENT' } },
    { ...child, fault: { code: 'not-started', reason: 'EACCES' } },
    { ...child, fault: { code: 'not-started', reason: 'EMFILE' } },
    { ...child, fault: { code: 'ended', exitStatus: 3, signal: null } },
    { ...child, fault: { code: 'ended', exitStatus: null, signal: 'SIGSEGV' } },
    { ...child, fault: { code: 'noise', line: 'Welcome' } },
  ],
  'no-entry': [{ code: 'no-entry', file: '/f' }],
  'other-entry': [{ code: 'other-entry', file: '/f' }],
  unreadable: [{ code: 'unreadable', fault: { code: 'encoding', file: '/f' } }],
}
const all: readonly EntryFinding[] = Object.values(findings).flat()

test.each(all.map((finding) => [finding.code, finding] as const))('%s in both languages: %j', (_code, finding) => {
  const { en, zh } = entryFindingWords(finding)
  expectBoth(en.message, zh.message)
  // Tools that were listed leave nothing to do; everything else names the way out.
  if (finding.code === 'listed' && finding.tools > 0) expect([en.hint, zh.hint]).toEqual(['', ''])
  else expectBoth(en.hint, zh.hint)
})

test('no two findings read the same, in either language', () => {
  for (const language of ['en', 'zh'] as const) {
    expect(new Set(all.map((finding) => entryFindingWords(finding)[language].message)).size).toBe(all.length)
  }
})

test('what the program said last stands in both, and nothing where it said nothing', () => {
  const ended = { code: 'ended', exitStatus: 3, signal: null } as const
  const loud = entryFindingWords({ ...child, fault: ended })
  expect(loud.en.message).toBe('It ended before it answered (exit status 3). It said: no database here')
  expect(loud.zh.message).toBe('它在响应之前就退出了（退出码 3）。它的输出：no database here')
  const quiet = entryFindingWords({ ...child, said: '', fault: ended })
  expect(quiet.zh.message).toBe('它在响应之前就退出了（退出码 3）。')
})
