/** Words for the person: both languages always, and a stranger's text only as plain details. */
import { describe, expect, it } from 'vitest'
import { loginFaults } from '../../../../src-main/mcp-client/login/login-faults.ts'

const samples = [
  loginFaults.needsLogin(),
  loginFaults.expired(),
  loginFaults.moved('https://a', 'https://b'),
  loginFaults.moreScopes(['a']),
  loginFaults.forbidden(['a']),
  loginFaults.refusedAddress('javascript:x'),
  loginFaults.unreachable('https://a'),
  loginFaults.tooLarge('https://a'),
  loginFaults.portBusy(7),
  loginFaults.refused(),
  loginFaults.untrustedAnswer(),
  loginFaults.noClient('https://a'),
  loginFaults.otherIssuer('https://a', 'https://b'),
  loginFaults.registration('https://a', ['HTTP 400']),
  loginFaults.timedOut(),
  loginFaults.cancelled(),
  loginFaults.notRemote(),
]

it.each(samples)('$code: $message', ({ fault }) => {
  for (const words of [fault.message, fault.hint]) {
    expect(words.en).toMatch(/^[A-Z].*\.$/)
    expect(words.zh).toMatch(/[\u4e00-\u9fff].*。$/)
    expect(words.en + words.zh).not.toMatch(/[!！]/)
  }
})

describe('details', () => {
  it('are one line without characters that cannot be seen, and not endless', () => {
    const { details } = loginFaults.refused(['a\u0000b\nc\u202ed\u200be', 'x'.repeat(1000)]).fault
    expect(details[0]).toBe('a b c d e')
    expect(details[1]).toHaveLength(301)
  })
})
