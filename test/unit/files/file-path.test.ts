/** Paths of agents. Catches every spelling that leads around a folder. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachmentName, freeName, markedName } from '../../../src-main/agents/files/attachment-names.ts'
import { childrenOf, filePath } from '../../../src-main/agents/files/file-path.ts'
import { searchSource } from '../../../src-main/agents/files/file-search.ts'

describe('a path', () => {
  it.each([
    ['/', null, '/', '/'],
    ['/draft.md', null, '/draft.md', '/draft.md'],
    ['/a/b/', null, '/a/b', '/a/b'],
    ['/uploads', 'uploads', '/uploads', '/'],
    ['/uploads/Report 1.pdf', 'uploads', '/uploads/Report 1.pdf', '/Report 1.pdf'],
    ['/uploads2/x', null, '/uploads2/x', '/uploads2/x'],
    ['/memories/a/b.md', 'memories', '/memories/a/b.md', '/a/b.md'],
    ['/a..b/...c', null, '/a..b/...c', '/a..b/...c'],
    // One spelling of an accent, as a Mac writes it and as everybody else does.
    ['/u\u0308ber.md', null, '/über.md', '/über.md'],
  ])('%s is read', (path, mount, whole, inner) => {
    expect(filePath(path)).toEqual({ ok: true, at: { path: whole, mount, inner } })
  })

  it.each([
    '',
    'a.md',
    './a',
    '../a',
    '/..',
    '/a/../b',
    '/a/..',
    '/./a',
    '/uploads/../memories/x',
    '//',
    '//etc/passwd',
    '/a//b',
    '~',
    '/~',
    '/~root/x',
    '/a/~b',
    '/a\\b',
    '/uploads\\..\\x',
    '/a\0b',
    '/a\nb',
    'C:\\x',
    `/${'x'.repeat(201)}`,
    `/${'x/'.repeat(260)}`,
    '/a\ud800',
  ])('%j is refused', (path) => {
    expect(filePath(path)).toMatchObject({ ok: false, code: 'bad_path' })
  })

  it('that is taken has no part that leads up or nowhere, whatever it was', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('/', '.', '..', '~', '\\', 'a', '\0', '//', ' ')), (parts) => {
        const parsed = filePath(parts.join(''))
        if (!parsed.ok) return
        const names = parsed.at.path.split('/').slice(1)
        expect(names.filter((name) => name === '.' || name === '..' || /[\\\0]/.test(name))).toEqual([])
        expect(parsed.at.path === '/' || !names.includes('')).toBe(true)
      }),
    )
  })
})

describe('a folder', () => {
  const files = ['/a.md', '/b/c.md', '/b/d/e.md', '/bb.md'].map((path) => ({ path }))
  it('holds its files and its folders once each', () => {
    expect(childrenOf('/', files)).toEqual({ files: [{ path: '/a.md' }, { path: '/bb.md' }], folders: ['/b'] })
    expect(childrenOf('/b', files)).toEqual({ files: [{ path: '/b/c.md' }], folders: ['/b/d'] })
    expect(childrenOf('/c', files)).toBeNull()
  })
})

describe('a name of a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\lab.pdf', 'lab.pdf'],
    ['~$draft.docx', '$draft.docx'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['..', 'file'],
    ['.hidden', 'hidden'],
    ['a\nb\tc.txt', 'abc.txt'],
    ['静息心率.csv', '静息心率.csv'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
  ])('%j becomes %j', (given, name) => {
    expect(attachmentName(given)).toBe(name)
  })

  it('is told apart from others of its name', () => {
    expect(freeName('A.pdf', new Set(['a.pdf', 'a (2).pdf']))).toBe('A (3).pdf')
    expect(freeName('noending', new Set(['noending']))).toBe('noending (2)')
    expect(markedName('lab.report.pdf', 'abcdef0123456789')).toBe('lab.report__abcdef01.pdf')
  })
})

describe('what is looked for', () => {
  it.each([
    ['ferritin|iron', 'ferritin|iron'],
    ['a(b', 'a\\(b'],
    ['[unclosed', '\\[unclosed'],
    ['5.6 mmol/L', '5.6 mmol/L'],
    ['*', '\\*'],
    ['(a+)+$', null],
    ['(a|aa)+$', null],
    ['.*.*.*.*.*x', null],
  ])('%s is searched as %s', (pattern, source) => {
    expect(searchSource(pattern)).toBe(source)
  })
})
