import { describe, expect, it } from 'vitest'
import { uniqueSlug } from '../../../../src-main/mcp-client/store/slug.ts'

describe('the slug of a server', () => {
  it.each([
    ['GitHub', 'github'],
    ['My  Notes_2', 'my-notes-2'],
    ['Café Über', 'cafe-uber'],
    // Double underscores part a slug from a tool's name.
    ['a__b', 'a-b'],
    ['21st.dev', 's-21st-dev'],
    ['天气', 'server'],
    ['---', 'server'],
    ['../../etc/passwd', 'etc-passwd'],
    ['abcdefghijklmnopqrstuvw-xyz', 'abcdefghijklmnopqrstuvw'],
  ])('%s becomes %s', (wanted, slug) => {
    expect(uniqueSlug(wanted, new Set())).toBe(slug)
  })

  it('takes the next number when the name is taken, within 24 characters', () => {
    expect(uniqueSlug('github', new Set(['github', 'github-2']))).toBe('github-3')
    expect(uniqueSlug('abcdefghijklmnopqrstuvwx', new Set(['abcdefghijklmnopqrstuvwx']))).toBe(
      'abcdefghijklmnopqrstuv-2',
    )
  })

  it('gives no server the name of the hub, so that its tools are not taken for ours (security X4)', () => {
    expect(uniqueSlug('Mirohub', new Set())).toBe('mirohub-2')
  })
})
