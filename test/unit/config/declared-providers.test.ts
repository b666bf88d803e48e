/** What PROVIDERS_{AGENT} takes, what it refuses, and that no secret shows in what it says. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError } from '../../../src-main/config/config.ts'
import { loadConfig } from '../../../src-main/config/load.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-providers-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const load = (text: string, env: Record<string, string> = {}) => {
  writeFileSync(join(dataDir, 'config.yaml'), text)
  return loadConfig({
    env: { MIROHUB_DATA_DIR: dataDir, ...env },
    flags: {},
    platform: 'linux',
    homedir: '/home/x',
    cwd: '/srv',
  })
}

const yaml = `
PROVIDERS_DEEP:
  claude:
    llm_type: anthropic
    api_key: MY_CLAUDE_KEY
    model: claude-sonnet-5
    temperature: 0.3
    max_tokens: "4096"
    supports_pdf: true
  qwen:
    api_key: DASHSCOPE_API_KEY
    base_url: https://dashscope.aliyuncs.com/compatible-mode/v1/
    model: qwen3-max
    supports_image: "false"
    context_window: 128000
DEFAULT_PROVIDER_DEEP: qwen
MY_CLAUDE_KEY: sk-ant-in-the-file
`

test('the file and the environment say which, and hold the keys by name', () => {
  const config = load(yaml, { DASHSCOPE_API_KEY: 'sk-in-the-environment' })
  const [claude, qwen] = config.providers.DEEP ?? []
  expect(claude).toMatchObject({
    name: 'claude',
    llmType: 'anthropic',
    model: 'claude-sonnet-5',
    baseUrl: null,
    temperature: 0.3,
    maxTokens: 4096,
    supportsPdf: true,
    supportsImage: null,
  })
  expect(claude?.readKey()).toBe('sk-ant-in-the-file')
  expect(qwen).toMatchObject({
    llmType: 'openai',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    supportsImage: false,
    contextWindow: 128_000,
  })
  expect(qwen?.readKey()).toBe('sk-in-the-environment')
  expect(config.defaultProviders).toEqual({ DEEP: 'qwen' })
  // A key that a provider names is known, and never part of what is written of the configuration.
  expect(config.warnings).toEqual([])
  expect(JSON.stringify(config)).not.toContain('sk-')
})

test('in the environment it is JSON', () => {
  const config = load('', { PROVIDERS_BASE: '{"g":{"llm_type":"google-genai","model":"gemini-2.5-flash"}}' })
  expect(config.providers.BASE).toMatchObject([{ name: 'g', llmType: 'gemini', keyName: null }])
  expect(config.providers.BASE?.[0]?.readKey()).toBeNull()
})

test('settings that nobody reads are told and stop nothing', () => {
  const { warnings } = load('PROVIDERS_DEEP: {a: {model: m, project: p}}')
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(/PROVIDERS_DEEP .*provider a: unknown setting project/)
})

describe('refused, with the key, the file and what is allowed', () => {
  test.each([
    ['PROVIDERS_DEEP: gpt', /PROVIDERS_DEEP \(from .*config\.yaml\) cannot be used; allowed: a map/],
    ['PROVIDERS_DEEP: [a, b]', /PROVIDERS_DEEP .*allowed: a map/],
    ['PROVIDERS_DEEP: {a: gpt}', /PROVIDERS_DEEP .*provider a: allowed: settings/],
    ['PROVIDERS_DEEP: {a: {llm_type: openai}}', /provider a: model cannot be used/],
    ['PROVIDERS_DEEP: {a: {model: m, llm_type: azure}}', /llm_type cannot be used; allowed: one of openai, anthropic/],
    ['PROVIDERS_DEEP: {a: {model: m, base_url: "ftp://x"}}', /base_url cannot be used; allowed: an address/],
    ['PROVIDERS_DEEP: {a: {model: m, temperature: hot}}', /temperature cannot be used; allowed: a number from 0 to 2/],
    ['PROVIDERS_DEEP: {a: {model: m, max_tokens: 0}}', /max_tokens cannot be used; allowed: a whole number/],
    ['PROVIDERS_DEEP: {a: {model: m, supports_pdf: maybe}}', /supports_pdf cannot be used; allowed: true or false/],
    ['DEFAULT_PROVIDER_DEEP: gpt', /DEFAULT_PROVIDER_DEEP .*PROVIDERS_DEEP, which declares none/],
    ['PROVIDERS_DEEP: {a: {model: m}}\nDEFAULT_PROVIDER_DEEP: b', /is "b"; allowed: a name of PROVIDERS_DEEP \(a\)/],
  ])('%s', (text, message) => {
    expect(() => load(text)).toThrow(ConfigError)
    expect(() => load(text)).toThrow(message)
  })

  test('a key where its name belongs, without repeating it', () => {
    const attempt = () => load('PROVIDERS_DEEP: {a: {model: m, api_key: sk-ant-api03-abcdef}}')
    expect(attempt).toThrow(/api_key cannot be used; allowed: the NAME of a key/)
    expect(attempt).not.toThrow(/abcdef/)
  })
})

test('prompt templates have a path and a name', () => {
  const { prompts } = load('PROMPTS_DEEP: [mine.md@short, /abs/a@b/long.md]', { PROMPTS_BASE: 'p.md' })
  expect(prompts).toEqual({
    DEEP: [
      { path: join(dataDir, 'mine.md'), name: 'short' },
      { path: '/abs/a@b/long.md', name: 'long' },
    ],
    BASE: [{ path: '/srv/p.md', name: 'p' }],
  })
})
