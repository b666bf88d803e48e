/** A call as text for elsewhere: a quote in an argument must not end the shell's string. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { callCurl, callJson, shellQuoted } from '../../../src-renderer/features/server/call-text.ts'

describe('callJson', () => {
  it('is a tools/call request', () => {
    expect(JSON.parse(callJson('echo', { message: 'hi' }))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: { message: 'hi' } },
    })
  })
})

describe('callCurl', () => {
  const hostile = { message: `it's "$(touch /tmp/no)" \`x\` \\ $TOKEN\n; rm -rf` }

  it.runIf(process.platform !== 'win32')('gives curl exactly the arguments that were typed', () => {
    // The shell itself splits the line: `printf` in curl's place prints what curl would be given.
    const command = callCurl('http://127.0.0.1:18060/mcp', 'everything__echo', hostile)
    expect(command.startsWith('curl ')).toBe(true)
    const printed = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${command.slice('curl '.length)}`], {
      env: { TOKEN: 'secret-of-the-test' },
    })
    const given = printed.toString('utf8').split('\0')
    expect(given.slice(0, 3)).toEqual(['-sX', 'POST', 'http://127.0.0.1:18060/mcp'])
    expect(given[4]).toBe('Authorization: Bearer secret-of-the-test')
    expect(JSON.parse(given[given.indexOf('-d') + 1] ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'everything__echo', arguments: hostile },
    })
  })

  it('quotes for a POSIX shell', () => {
    expect(shellQuoted(`it's`)).toBe(`'it'\\''s'`)
  })
})
