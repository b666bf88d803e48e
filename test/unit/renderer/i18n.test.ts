/** Both languages say everything, and nothing a person reads stands outside them. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from '@babel/parser'
import { describe, expect, it } from 'vitest'
import { en } from '../../../src-renderer/i18n/en/index.ts'
import { systemLanguage } from '../../../src-renderer/i18n/index.ts'
import { zhCN } from '../../../src-renderer/i18n/zh-CN/index.ts'

const english: Record<string, Record<string, string>> = en
const chinese: Record<string, Record<string, string>> = zhCN

/** English has a singular of its own, Chinese has not. */
const withoutNumber = (key: string) => key.replace(/_(one|other)$/, '')
const keysOf = (words: Record<string, string>) => [...new Set(Object.keys(words).map(withoutNumber))].sort()
const holesOf = (words: string) => [...new Set(words.match(/\{\{\w+\}\}/g) ?? [])].sort()

describe('both languages', () => {
  it('have the same namespaces', () => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort())
  })

  it.each(Object.keys(english))('%s: the same keys, so that no page falls back to the other language', (namespace) => {
    expect(keysOf(chinese[namespace] ?? {})).toEqual(keysOf(english[namespace] ?? {}))
  })

  it.each(Object.keys(english))('%s: the same values are filled in', (namespace) => {
    for (const [key, words] of Object.entries(chinese[namespace] ?? {})) {
      const same = english[namespace]?.[key] ?? ''
      // Chinese may leave a count out where the formatted one says it.
      const missing = holesOf(words).filter((hole) => !holesOf(same).includes(hole))
      expect(missing, `${namespace}:${key}`).toEqual([])
    }
  })

  it.each(Object.keys(english))('%s: every English plural has both forms', (namespace) => {
    const keys = Object.keys(english[namespace] ?? {})
    for (const key of keys.filter((one) => one.endsWith('_one'))) expect(keys).toContain(key.replace(/_one$/, '_other'))
  })

  it('use no exclamation marks', () => {
    for (const words of [...Object.values(english), ...Object.values(chinese)].flatMap((one) => Object.values(one))) {
      expect(words).not.toMatch(/[!！]/)
    }
  })

  it('follow the system: any Chinese is Chinese, everything else English', () => {
    expect(systemLanguage(['zh-TW', 'en'])).toBe('zh-CN')
    expect(systemLanguage(['de-DE', 'zh-CN'])).toBe('en')
    expect(systemLanguage([])).toBe('en')
  })
})

/** Letters of a word that someone could read; single letters, symbols and rs numbers are no language. */
const isWords = (text: string) => /\p{L}{2}/u.test(text.replace(/\brs\d+/g, ''))
const spoken = new Set(['label', 'title', 'placeholder', 'alt', 'aria-label', 'description', 'hint'])

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit)
  else if (isNode(node)) {
    visit(node)
    for (const [key, value] of Object.entries(node)) if (key !== 'loc' && key !== 'errors') walk(value, visit)
  }
}

/** Words between tags, and words given to the attributes that are shown or read out. */
function literalsOf(source: string): string[] {
  const found: string[] = []
  walk(parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'] }), (node) => {
    if (node.type === 'JSXText' && typeof node.value === 'string' && isWords(node.value)) found.push(node.value.trim())
    if (node.type !== 'JSXAttribute' || !isNode(node.name) || !isNode(node.value)) return
    const { name } = node.name
    const { value } = node.value
    if (typeof name === 'string' && spoken.has(name) && typeof value === 'string' && isWords(value)) found.push(value)
  })
  return found
}

describe('words outside the languages', () => {
  it('the scan finds them', () => {
    expect(literalsOf('const a = <p title="Hello there">Words <b>{x}</b></p>')).toEqual(['Hello there', 'Words'])
    expect(literalsOf('const a = <p className="flex gap">{t("key")} · </p>')).toEqual([])
  })

  const root = resolve(import.meta.dirname, '../../../src-renderer')
  it('there are none in any component', () => {
    const found = globSync('**/*.tsx', { cwd: root }).flatMap((file) =>
      literalsOf(readFileSync(resolve(root, file), 'utf8')).map((words) => `${file}: ${words}`),
    )
    expect(found).toEqual([])
  })
})
