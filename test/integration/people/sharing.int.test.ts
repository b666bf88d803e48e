/** What people let each other read. The faults looked for: a share that opens more, or longer, than was answered. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import { type Household, openHousehold } from './household.ts'

let home: Household
let ada: Profile
let bob: Profile
let cleo: Profile
beforeAll(async () => {
  home = await openHousehold()
  ada = await home.profiles.default()
  bob = await home.profiles.create('Bob')
  cleo = await home.profiles.create('Cleo')
})
afterAll(() => home?.close())
beforeEach(async () => {
  await home.db.query('delete from share')
  home.sharing.forgetAll()
})

const levels = (given: string) =>
  ({
    chat: given.includes('c') ? 'read' : 'none',
    health: given.includes('h') ? 'read' : 'none',
    genetics: given.includes('g') ? 'read' : 'none',
  }) as const

describe('what a viewer may read', () => {
  it('is everything of themself, also kinds that come later', async () => {
    expect(await home.sharing.mayActFor(ada.id, ada.id)).toBe(true)
    expect(await home.sharing.dataClassesFor(ada.id, ada.id)).toBeNull()
  })

  it.each([
    ['', false, []],
    ['c', true, []],
    ['ch', true, ['health']],
    ['cg', true, ['genetics']],
    ['chg', true, ['health', 'genetics']],
    // The kinds say what answers may hold; without chat nobody answers.
    ['hg', false, []],
  ])('with "%s" is as it was set, in one direction only', async (given, mayAct, classes) => {
    await home.sharing.set(bob.id, ada.id, levels(given))
    expect(await home.sharing.mayActFor(ada.id, bob.id)).toBe(mayAct)
    expect(await home.sharing.dataClassesFor(ada.id, bob.id)).toEqual(classes)
    expect(await home.sharing.mayActFor(bob.id, ada.id)).toBe(false)
    expect(await home.sharing.mayActFor(cleo.id, bob.id)).toBe(false)
    expect(await home.sharing.dataClassesFor(cleo.id, bob.id)).toEqual([])
  })

  it('ends with the very next question after it was taken back', async () => {
    await home.sharing.set(bob.id, ada.id, levels('ch'))
    expect(await home.sharing.mayActFor(ada.id, bob.id)).toBe(true)
    await home.sharing.set(bob.id, ada.id, levels(''))
    expect(await home.sharing.mayActFor(ada.id, bob.id)).toBe(false)
    expect(await home.sharing.dataClassesFor(ada.id, bob.id)).toEqual([])
  })
})

it('a share that another hub on the same database takes back ends within two seconds', async () => {
  await home.sharing.set(bob.id, ada.id, levels('ch'))
  expect(await home.sharing.mayActFor(ada.id, bob.id)).toBe(true)
  await home.db.query("update share set chat = 'none'")
  home.passMs(1_999)
  expect(await home.sharing.mayActFor(ada.id, bob.id)).toBe(true)
  home.passMs(1)
  expect(await home.sharing.mayActFor(ada.id, bob.id)).toBe(false)
})

describe('asking', () => {
  it('grants nothing, shows to both, and is over with the answer', async () => {
    const asked = await home.sharing.ask(ada.id, bob.id, levels('chg'))
    expect(asked).toMatchObject({ subjectId: bob.id, viewerId: ada.id, granted: levels(''), asked: levels('chg') })
    expect(asked.askedAt).toBeInstanceOf(Date)
    expect(await home.sharing.mayActFor(ada.id, bob.id)).toBe(false)
    expect(await home.sharing.given(bob.id)).toEqual([asked])
    expect(await home.sharing.received(ada.id)).toEqual([asked])
    expect(await home.sharing.given(ada.id)).toEqual([])
    expect(await home.sharing.received(bob.id)).toEqual([])

    // Bob narrows what was asked for.
    const answered = await home.sharing.set(bob.id, ada.id, levels('ch'))
    expect(answered).toMatchObject({ granted: levels('ch'), asked: null, askedAt: null })
    expect(await home.sharing.dataClassesFor(ada.id, bob.id)).toEqual(['health'])
  })

  it('for more keeps what is granted meanwhile, and a refusal of nothing takes it away', async () => {
    await home.sharing.set(bob.id, ada.id, levels('c'))
    await home.sharing.ask(ada.id, bob.id, levels('ch'))
    expect(await home.sharing.mayActFor(ada.id, bob.id)).toBe(true)
    expect(await home.sharing.given(bob.id)).toMatchObject([{ granted: levels('c'), asked: levels('ch') }])
  })

  it('for nothing, or for what is granted, takes the question back', async () => {
    await home.sharing.ask(ada.id, bob.id, levels('chg'))
    expect(await home.sharing.ask(ada.id, bob.id, levels(''))).toMatchObject({ asked: null, askedAt: null })
    expect(await home.sharing.given(bob.id)).toEqual([])
    await home.sharing.set(bob.id, ada.id, levels('chg'))
    expect(await home.sharing.ask(ada.id, bob.id, levels('ch'))).toMatchObject({ asked: null, granted: levels('chg') })
  })

  it('oneself is refused', async () => {
    await expect(home.sharing.ask(ada.id, ada.id, levels('c'))).rejects.toMatchObject({ code: 'own_share' })
    await expect(home.sharing.set(ada.id, ada.id, levels('c'))).rejects.toMatchObject({ code: 'own_share' })
  })

  it('and answering are told to listeners', async () => {
    home.changes.length = 0
    await home.sharing.ask(ada.id, bob.id, levels('c'))
    await home.sharing.set(bob.id, ada.id, levels('c'))
    expect(home.changes).toEqual(['people', 'people'])
  })
})
