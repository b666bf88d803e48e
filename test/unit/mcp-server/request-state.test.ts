/** A state that went through a client comes back from an attacker: only the one that was sealed opens, and once. */
import { describe, expect, it } from 'vitest'
import { createRequestStates, type StateBinding } from '../../../src-main/mcp-server/request-state.ts'

const binding: StateBinding = {
  principal: 'token:a',
  method: 'tools/call',
  params: { name: 'delete_day', args: { day: '2026-01-02', kind: 'steps' } },
}

function bed(options: { ttlMs?: number; memory?: number } = {}) {
  let at = 0
  const states = createRequestStates({ now: () => at, ...options })
  return { states, pass: (ms: number) => (at += ms) }
}

/** The same text with one bit of one byte turned. */
function flipped(sealed: string, at: number): string {
  const bytes = Buffer.from(sealed, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return bytes.toString('base64url')
}

describe('a sealed state', () => {
  it('opens for the same principal and request, whatever the order of the arguments', () => {
    const { states } = bed()
    const sealed = states.seal({ step: 1, note: 'é' }, binding)
    const params = { args: { kind: 'steps', day: '2026-01-02' }, name: 'delete_day' }
    expect(states.open(sealed, { ...binding, params })).toEqual({ state: { step: 1, note: 'é' } })
  })

  it('holds null and other falsy values apart from no state', () => {
    const { states } = bed()
    for (const state of [null, 0, '', false]) {
      expect(states.open(states.seal(state, binding), binding)).toEqual({ state })
    }
  })

  it('cannot be read by the client', () => {
    const { states } = bed()
    const sealed = states.seal('the upstream session', binding)
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('upstream')
  })

  it('is another text every time', () => {
    const { states } = bed()
    expect(states.seal('x', binding)).not.toBe(states.seal('x', binding))
  })
})

describe('refuses', () => {
  it('a flipped bit, wherever it is', () => {
    const { states } = bed()
    const sealed = states.seal('ok', binding)
    const { length } = Buffer.from(sealed, 'base64url')
    for (let at = 0; at < length; at++) expect(states.open(flipped(sealed, at), binding), `byte ${at}`).toBeNull()
    expect(states.open(sealed, binding)).toEqual({ state: 'ok' })
  })

  it.each([
    ['another principal', { principal: 'token:b' }],
    ['another method', { method: 'prompts/get' }],
    ['another tool', { params: { name: 'delete_all', args: { day: '2026-01-02', kind: 'steps' } } }],
    ['other arguments', { params: { name: 'delete_day', args: { day: '2026-01-03', kind: 'steps' } } }],
  ])('%s', (_what, other) => {
    const { states } = bed()
    expect(states.open(states.seal('ok', binding), { ...binding, ...other })).toBeNull()
  })

  it('what ran together differently: the parts of a binding are kept apart', () => {
    const { states } = bed()
    const sealed = states.seal('ok', { principal: 'a', method: 'b', params: null })
    expect(states.open(sealed, { principal: 'a","b', method: '', params: null })).toBeNull()
  })

  it('a state of another process', () => {
    expect(bed().states.open(bed().states.seal('ok', binding), binding)).toBeNull()
  })

  it('the second use, and a second spelling of the first', () => {
    const { states } = bed()
    const sealed = states.seal('ok', binding)
    expect(states.open(`${sealed}=`, binding)).toBeNull()
    expect(states.open(` ${sealed}`, binding)).toBeNull()
    expect(states.open(sealed, binding)).toEqual({ state: 'ok' })
    expect(states.open(sealed, binding)).toBeNull()
  })

  it('a state after its time', () => {
    const { states, pass } = bed({ ttlMs: 1_000 })
    const early = states.seal('early', binding)
    pass(1_000)
    expect(states.open(early, binding)).toEqual({ state: 'early' })
    const late = states.seal('late', binding)
    pass(1_001)
    expect(states.open(late, binding)).toBeNull()
  })

  it('a used state that no longer fits into the memory of used ones', () => {
    const { states, pass } = bed({ memory: 2 })
    const first = states.seal('first', binding)
    pass(10)
    const others = ['a', 'b', 'c'].map((state) => states.seal(state, binding))
    expect(states.open(first, binding)).toEqual({ state: 'first' })
    for (const other of others) states.open(other, binding)
    expect(states.open(first, binding)).toBeNull()
    expect(states.open(others[2] ?? '', binding)).toBeNull()
  })

  it.each(['', 'x', 'not a state', 'AAAA', 'A'.repeat(4_000)])('%j', (text) => {
    expect(bed().states.open(text, binding)).toBeNull()
  })
})
