/** Files that come with questions: from dropping to removal. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilesBed, newId, openFilesBed } from './files-bed.ts'
import { loopStall } from './loop-stall.ts'

let bed: FilesBed
let dir: string
beforeAll(async () => {
  bed = await openFilesBed()
  dir = mkdtempSync(join(tmpdir(), 'attach-'))
})
afterAll(async () => {
  await bed?.close()
  rmSync(dir, { recursive: true, force: true })
})
const bytes = (text: string) => new TextEncoder().encode(text)
const bind = (userId: number, ids: string[], conversationId: string) =>
  bed.db.transaction((tx) => bed.files.bind(tx, userId, ids, conversationId))

describe('an attached file', () => {
  it('is kept with its kind, told by what is in it', async () => {
    const path = join(dir, 'Lab.pdf')
    writeFileSync(path, '%PDF-1.4 not much of one')
    expect(await bed.files.attach(1, { path })).toMatchObject({ name: 'Lab.pdf', mime: 'application/pdf', bytes: 24 })
    expect(await bed.files.attach(1, { path, name: '../evil\\Lab 2.pdf' })).toMatchObject({ name: 'Lab 2.pdf' })
  })

  it.each([
    ['not_found', () => ({ path: join(dir, 'none.pdf') })],
    ['not_a_file', () => ({ path: dir })],
    ['not_a_file', () => ({ path: '/dev/zero' })],
    ['empty', () => ({ name: 'e.txt', bytes: new Uint8Array() })],
  ])('is refused: %s', async (code, file) => {
    mkdirSync(dir, { recursive: true })
    await expect(bed.files.attach(1, file())).rejects.toMatchObject({ code })
  })

  it('may be large, comes back whole, and holds up nobody', async () => {
    const large = new Uint8Array(20 * 1024 * 1024)
    for (let at = 0; at < large.length; at += 1024) large[at] = (at / 1024) % 251
    large.set(Buffer.from('89504e470d0a1a0a', 'hex'))
    const { result, stallMs } = await loopStall(() => bed.files.attach(2, { name: 'scan.png', bytes: large }))
    expect(stallMs).toBeLessThan(50)
    const conversationId = newId()
    await bind(2, [result.id], conversationId)
    const space = bed.space({ userId: 2, conversationId, native: { images: true, pdf: false } })
    const read = await loopStall(() => space.raw('/uploads/scan.png'))
    expect(read.result.ok && read.result.bytes !== null && Buffer.compare(read.result.bytes, large)).toBe(0)
    expect(read.stallMs).toBeLessThan(50)
    expect(await bed.db.query("select 1 from agent_file where space like 'pieces:%'")).toEqual([])
    const tooLarge = new Uint8Array(100 * 1024 * 1024 + 1)
    await expect(bed.files.attach(2, { name: 'x', bytes: tooLarge })).rejects.toMatchObject({ code: 'too_large' })
  })

  it('that is never sent goes after seven days, a sent one stays', async () => {
    const old = await bed.files.attach(3, { name: 'old.txt', bytes: bytes('a') })
    const sent = await bed.sent(3, newId(), 'sent.txt', 'b')
    const before = bed.clock
    bed.clock = new Date(before.getTime() + 7 * 86_400_000 + 1000)
    await bed.files.attach(3, { name: 'new.txt', bytes: bytes('c') })
    bed.clock = before
    const left = await bed.db.query<{ id: string }>('select id from attachment where user_id = 3')
    expect(left.map(({ id }) => id)).not.toContain(old.id)
    expect(left.map(({ id }) => id)).toContain(sent)
    expect(left).toHaveLength(2)
  })
})

describe('a question with files', () => {
  it('gives them names that are unique in its conversation, in its order', async () => {
    const conversationId = newId()
    const ids = await Promise.all(
      ['a.txt', 'A.txt', 'b.txt'].map(async (name) => (await bed.files.attach(4, { name, bytes: bytes(name) })).id),
    )
    const [first, second, third] = ids as [string, string, string]
    expect((await bind(4, [third, second], conversationId)).map(({ name }) => name)).toEqual(['b.txt', 'A.txt'])
    // Asked again with one of them: it keeps its name; the new one gets another.
    expect((await bind(4, [first, second], conversationId)).map(({ name }) => name)).toEqual(['a (2).txt', 'A.txt'])
  })

  it('takes neither another person’s files, nor those of another conversation, nor what is no id', async () => {
    const mine = await bed.files.attach(5, { name: 'a.txt', bytes: bytes('a') })
    const elsewhere = await bed.sent(5, newId(), 'b.txt', 'b')
    const theirs = await bed.files.attach(6, { name: 'c.txt', bytes: bytes('c') })
    const bound = await bind(5, [mine.id, elsewhere, theirs.id, "x' or true", newId()], newId())
    expect(bound.map(({ id }) => id)).toEqual([mine.id])
    expect(await bed.files.remove(5, theirs.id)).toBe(false)
    expect(await bed.files.remove(5, mine.id)).toBe(false)
    expect(await bed.files.remove(6, theirs.id)).toBe(true)
    expect(await bed.files.remove(6, 'nonsense')).toBe(false)
  })

  it('that fails keeps none of them', async () => {
    const { id } = await bed.files.attach(7, { name: 'a.txt', bytes: bytes('a') })
    await expect(
      bed.db.transaction(async (tx) => {
        await bed.files.bind(tx, 7, [id], newId())
        throw new Error('the question could not be stored')
      }),
    ).rejects.toThrow('could not be stored')
    expect(await bed.files.remove(7, id)).toBe(true)
  })
})

describe('a conversation', () => {
  it('shows its files, and what is written in it, to its person alone', async () => {
    const conversationId = newId()
    await bed.sent(8, conversationId, 'photo.png', Uint8Array.from(Buffer.from('89504e470d0a1a0a', 'hex')))
    await bed.sent(8, conversationId, 'a.txt', 'text')
    await bed.space({ userId: 8, conversationId }).write('/draft.md', '# Draft')
    expect((await bed.files.list(8, conversationId)).map(({ path }) => path).sort()).toEqual([
      '/draft.md',
      '/uploads/a.txt',
      '/uploads/photo.png',
    ])
    expect(await bed.files.show(8, conversationId, '/draft.md')).toEqual({
      mime: 'text/markdown',
      text: '# Draft',
      base64: null,
    })
    expect(await bed.files.show(8, conversationId, '/uploads/photo.png')).toEqual({
      mime: 'image/png',
      text: null,
      base64: 'iVBORw0KGgo=',
    })
    expect(await bed.files.show(8, conversationId, '/uploads/a.txt')).toMatchObject({ text: 'text' })
    for (const path of ['/memories/profile.md', '/library/a.txt', '/../x', '/none'])
      expect(await bed.files.show(8, conversationId, path)).toBeNull()
    expect(await bed.files.show(9, conversationId, '/draft.md')).toBeNull()
    expect(await bed.files.show(8, 'memories', '/profile.md')).toBeNull()
    expect(await bed.files.list(9, conversationId)).toEqual([])
  })

  it('that is branched has copies, and removing one leaves the other', async () => {
    const [from, to] = [newId(), newId()]
    const kept = await bed.sent(10, from, 'kept.txt', 'kept')
    await bed.sent(10, from, 'later.txt', 'later')
    await bed.space({ userId: 10, conversationId: from }).write('/draft.md', 'x')
    const copies = await bed.db.transaction((tx) => bed.files.copyConversation(tx, 10, from, to, [kept, newId()]))
    expect([...copies.keys()]).toEqual([kept])
    expect(copies.get(kept)).not.toBe(kept)
    await bed.files.writeNote(10, 'stays.md', 'x')
    await bed.db.transaction((tx) => bed.files.removeConversation(tx, 10, from))
    expect(await bed.files.list(10, from)).toEqual([])
    expect((await bed.files.list(10, to)).map(({ path }) => path)).toEqual(['/uploads/kept.txt', '/draft.md'])
    await bed.db.transaction((tx) => bed.files.removeConversation(tx, 10, 'memories'))
    expect(await bed.files.notes(10)).toHaveLength(1)
  })
})
