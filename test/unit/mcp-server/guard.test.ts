/** Corners of the Host and Origin lists that a real socket does not reach; the table is in the integration test. */
import { expect, it } from 'vitest'
import { createGuard } from '../../../src-main/mcp-server/guard.ts'

const ask = (guard: ReturnType<typeof createGuard>, rawHeaders: string[], url = '/', method = 'GET') => {
  const verdict = guard.check({ url, method, rawHeaders })
  return verdict.ok ? 'ok' : verdict.refusal
}

it('takes names without a port on port 80 alone, as browsers send them there', () => {
  const guard = createGuard({ port: 80, publicUrl: null })
  expect(ask(guard, ['Host', 'localhost', 'Origin', 'http://localhost'])).toBe('ok')
  expect(ask(guard, ['Host', 'localhost:80'])).toBe('host')
  expect(ask(createGuard({ port: 8080, publicUrl: null }), ['Host', 'localhost'])).toBe('host')
})

it('finds the headers whatever their case', () => {
  const guard = createGuard({ port: 5, publicUrl: null })
  expect(ask(guard, ['hOsT', '127.0.0.1:5', 'oRiGiN', 'https://evil.test'])).toBe('origin')
  expect(ask(guard, ['host', '127.0.0.1:5', 'HOST', '127.0.0.1:5'])).toBe('host')
  expect(ask(guard, ['Host', '127.0.0.1:5', 'Origin', 'http://localhost:5', 'origin', 'http://localhost:5'])).toBe(
    'origin',
  )
})

it('takes "*" for OPTIONS alone, and no target that names a host', () => {
  const guard = createGuard({ port: 5, publicUrl: null })
  const host = ['Host', '127.0.0.1:5']
  expect(ask(guard, host, '*', 'OPTIONS')).toBe('ok')
  expect(ask(guard, host, '*', 'GET')).toBe('target')
  expect(ask(guard, host, '//evil.test/mcp')).toBe('target')
  expect(ask(guard, host, 'http://127.0.0.1:5/mcp')).toBe('target')
  expect(ask(guard, host, '')).toBe('target')
})

it('keeps the port of a public address that has one', () => {
  const guard = createGuard({ port: 5, publicUrl: 'https://hub.example.org:8443/base' })
  expect(ask(guard, ['Host', 'hub.example.org:8443', 'Origin', 'https://hub.example.org:8443'])).toBe('ok')
  expect(ask(guard, ['Host', 'hub.example.org'])).toBe('host')
})
