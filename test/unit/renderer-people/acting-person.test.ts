/** Whom a window acts for: kept over a reload, its own, sent with each call, and given up when the person is gone. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppInfo } from '../../../src-main/api/contract/app.ts'
import { hashForAnother } from '../../../src-renderer/stores/switch-person.ts'

class FakeStorage {
  readonly kept = new Map<string, string>()
  getItem = (key: string) => this.kept.get(key) ?? null
  setItem = (key: string, value: string) => void this.kept.set(key, value)
  removeItem = (key: string) => void this.kept.delete(key)
}

const own = () => new FakeStorage()
const location = { hash: '', reload: vi.fn() }
let session = own()
let shared = own()

/** A page that starts now: modules read afresh, storages as they were left. */
async function startPage() {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('localStorage', shared)
  vi.stubGlobal('window', { location })
  return {
    ...(await import('../../../src-renderer/rpc/acting-person.ts')),
    ...(await import('../../../src-renderer/stores/switch-person.ts')),
  }
}

beforeEach(() => {
  session = own()
  shared = own()
  location.hash = '#/health'
  location.reload.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

describe('the acting person', () => {
  it('is not named before anybody chose: the hub takes its default person', async () => {
    const page = await startPage()
    expect(page.actingPerson()).toBeNull()
    expect(page.personHeaders()).toEqual({})
  })

  it('is named in the header of each call after the page has started again', async () => {
    ;(await startPage()).switchPerson('p2')
    expect(location.reload).toHaveBeenCalledTimes(1)
    expect((await startPage()).personHeaders()).toEqual({ 'x-mirohub-person': 'p2' })
  })

  it('stays the old one until then: a file that was just sent must not become the other’s', async () => {
    const page = await startPage()
    page.switchPerson('p2')
    expect(page.personHeaders()).toEqual({})
  })

  it('is each window’s own: a choice made in another does not come with a reload', async () => {
    ;(await startPage()).switchPerson('p2')
    await startPage()
    const first = session
    session = own()
    ;(await startPage()).switchPerson('p3')
    session = first
    expect((await startPage()).actingPerson()).toBe('p2')
    session = own()
    expect((await startPage()).actingPerson()).toBe('p3')
  })

  it('cannot be switched where the browser keeps nothing, and nothing is reloaded for it', async () => {
    const page = await startPage()
    session.setItem = () => {
      throw new Error('denied')
    }
    expect(page.switchPerson('p2')).toBe(false)
    expect(location.reload).not.toHaveBeenCalled()
  })
})

describe('after a switch', () => {
  it('a chat or an indicator of the one is not asked for in the other’s name', () => {
    expect(hashForAnother('#/chat/0b1c')).toBe('#/chat')
    expect(hashForAnother('#/health/resting_heart_rate?range=Y')).toBe('#/health')
    expect(hashForAnother('#/health')).toBe('#/health')
  })

  it('pages that are nobody’s stay', () => {
    expect(hashForAnother('#/settings/people')).toBe('#/settings/people')
    expect(hashForAnother('#/tools/query_health_indicators')).toBe('#/tools/query_health_indicators')
    expect(hashForAnother('')).toBe('')
  })
})

describe('a person who was removed', () => {
  const info = vi.fn<() => Promise<AppInfo>>()
  const startApp = async () => {
    const page = await startPage()
    vi.doMock('../../../src-renderer/rpc/client.ts', () => ({ client: { app: { info } } }))
    const { useApp } = await import('../../../src-renderer/stores/app.ts')
    return { page, useApp }
  }
  const gone = Object.assign(new Error('This person is not on this computer any more.'), { code: 'NOT_FOUND' })

  it('is given up, and the page starts again as the default person', async () => {
    session.setItem('mirohub.person', 'p9')
    info.mockRejectedValue(gone)
    const { useApp } = await startApp()
    await useApp.getState().load()
    expect(location.reload).toHaveBeenCalledTimes(1)
    expect((await startPage()).personHeaders()).toEqual({})
  })

  it('is not given up because the hub was away', async () => {
    session.setItem('mirohub.person', 'p2')
    info.mockRejectedValue(Object.assign(new Error('away'), { code: 'hub-away' }))
    const { useApp } = await startApp()
    await useApp.getState().load()
    expect(location.reload).not.toHaveBeenCalled()
    expect((await startPage()).actingPerson()).toBe('p2')
  })

  it('is never a reason to reload for ever: without a choice the fault is shown', async () => {
    info.mockRejectedValue(gone)
    const { useApp } = await startApp()
    await useApp.getState().load()
    expect(location.reload).not.toHaveBeenCalled()
    expect(useApp.getState().error).toBe(gone)
  })
})
