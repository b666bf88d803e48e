import { describe, expect, it } from 'vitest'
import { parseCommand, UsageError } from '../../../src-main/cli/arguments.ts'

const failure = (...argv: string[]): string => {
  try {
    parseCommand(argv)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return 'accepted'
}

describe('command line', () => {
  it('takes the common options before and after the command', () => {
    expect(parseCommand(['--data-dir', 'd', 'serve', '--port', '0'])).toEqual({
      name: 'serve',
      dataDir: 'd',
      profile: undefined,
      port: 0,
      open: false,
    })
    expect(parseCommand(['tools', '--profile', 'Ann', '--json'])).toMatchObject({
      name: 'tools',
      profile: 'Ann',
      json: true,
    })
  })

  it('keeps the configured port apart from port 0', () => {
    expect(parseCommand(['serve'])).toMatchObject({ port: 'configured' })
  })

  it('gives a call without arguments an empty object, and keeps JSON untouched', () => {
    expect(parseCommand(['call', 'convert_unit'])).toMatchObject({ tool: 'convert_unit', args: '{}' })
    expect(parseCommand(['call', 't', '{"a":[1]}'])).toMatchObject({ args: '{"a":[1]}' })
  })

  it('takes the agent and the model of a question; a model’s own name may hold slashes', () => {
    expect(parseCommand(['ask', 'x'])).toMatchObject({ agent: 'quick', model: null })
    expect(parseCommand(['ask', 'x', '--agent', 'base', '--model', 'openrouter/qwen/qwen3:free'])).toMatchObject({
      agent: 'base',
      model: { provider: 'openrouter', model: 'qwen/qwen3:free' },
    })
  })

  it('names the wrong word instead of guessing', () => {
    expect(failure()).toBe('a command is missing')
    expect(failure('sreve')).toContain('"sreve"')
    expect(failure('constructor')).toContain('unknown command')
    expect(failure('serve', '--days', '3')).toBe('"serve" does not take --days')
    expect(failure('serve', '--port', '70000')).toContain('--port')
    expect(failure('serve', '--port', '-1')).not.toBe('accepted')
    expect(failure('token', '--days', '1.5')).toContain('--days')
    expect(failure('ask', 'how', 'many', 'steps')).toContain('quotes')
    expect(failure('ask', 'x', '--agent', 'slow')).toContain('quick, deep, base')
    expect(failure('ask', 'x', '--agent', 'deep', '--model', 'gpt-5')).toContain('PROVIDER/MODEL')
    expect(failure('ask', 'x', '--model', 'openai/gpt-5')).toContain('quick')
    expect(failure('import')).toContain('at least one path')
    expect(failure('serve', '--bogus')).toContain('--bogus')
  })
})
