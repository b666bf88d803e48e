import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { type FaultSource, toServerError } from '../../../../src-main/mcp-client/connection/faults.ts'
import { fetchFault } from '../../../../src-main/mcp-client/connection/fetch-faults.ts'
import { ServerError } from '../../../../src-main/mcp-client/model/server-status.ts'

const source: FaultSource = { name: 'Notes', origin: 'https://notes.example', secrets: ['s3cret-value'] }
const fault = (error: unknown) => toServerError(error, source).fault
const withCode = (code: string, cause?: Error) => Object.assign(new Error(code, { cause }), { code })
const http = (status: number, text: string) =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `Error: ${text}`, { status, text })

describe('a fault', () => {
  it('holds no secret that a server sends back, and no control characters', () => {
    const text = JSON.stringify([
      fault(http(500, 'you sent s3cret-value \u001b[31m')),
      fault(new ProtocolError(-32603, 'bad token s3cret-value')),
    ])
    expect(text).not.toContain('s3cret-value')
    expect(text).not.toContain('\\u001b')
    expect(text).toContain('•••')
  })

  it('is as long as can be read', () => {
    const long = fault(new ProtocolError(-32603, 'x'.repeat(1_000_000)))
    expect(JSON.stringify(long).length).toBeLessThan(2_000)
  })

  it('says of a page of HTML what its title says', () => {
    expect(fault(http(502, '<html><head><title>Bad gateway</title><style>x</style>')).details).toContain('Bad gateway')
  })

  it('is the innermost cause’s', () => {
    const inner = new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, 'Unexpected content type: text/html')
    const outer = new SdkError(SdkErrorCode.EraNegotiationFailed, 'probe failed', undefined, { cause: inner })
    expect(fault(outer).code).toBe('not_mcp')
  })

  it('that is one already stays as it is', () => {
    const known = new ServerError(fetchFault(withCode('ECONNREFUSED'), new URL('http://a.example')))
    expect(toServerError(new Error('outer', { cause: known }), source)).toBe(known)
  })

  it('of a missing login is told from others', () => {
    expect(fault(new UnauthorizedError()).code).toBe('unauthorized')
    expect(fault(http(401, '')).code).toBe('unauthorized')
    expect(fault(http(403, '')).code).toBe('http_status')
  })

  it('of what nobody foresaw says at least that', () => {
    for (const error of [undefined, 'text', 7, new RangeError('s3cret-value')]) {
      expect(fault(error).code).toBe('protocol')
      expect(JSON.stringify(fault(error))).not.toContain('s3cret-value')
    }
  })
})

describe('why a request got no answer', () => {
  const url = new URL('https://user:pass@notes.example/secret-path?key=abc')
  const cases: [string, string][] = [
    ['ECONNREFUSED', 'unreachable'],
    ['ENOTFOUND', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
    ['UND_ERR_SOCKET', 'unreachable'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['SOMETHING_NEW', 'unreachable'],
  ]
  for (const [code, expected] of cases) {
    it(`is told for ${code}, without the parts of the address that may be secret`, () => {
      const told = fetchFault(new TypeError('fetch failed', { cause: withCode(code) }), url)
      expect(told.code).toBe(expected)
      expect(told.details).toEqual([`https://notes.example: ${code}`])
      expect(JSON.stringify(told)).not.toMatch(/user|pass|secret-path|abc/)
    })
  }

  it('is looked for among the addresses that were tried', () => {
    const tried = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])
    expect(fetchFault(new TypeError('fetch failed', { cause: tried }), url).details.join()).toContain('ECONNREFUSED')
  })
})
