/** Exact look-up of indicators by the words people use: key, names, aliases, LOINC code, panels. */
import type { IndicatorDefinition } from '../types.ts'
import { indicators, isInternal } from './catalogue.ts'
import { panels } from './panels.ts'

export interface NameHit {
  readonly keys: readonly string[]
  /** 'exact' for key, name or code; 'alias' for other words and panels. */
  readonly how: 'exact' | 'alias'
  readonly isPanel: boolean
}

export interface Phrase {
  /** Normal form, single blanks. */
  readonly text: string
  readonly tokens: readonly string[]
  readonly hit: NameHit
}

/** Lower case, one form for widths, dashes, brackets and underscores; letters of all scripts and digits stay. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
}

const CJK = /[\u3400-\u9fff\u3040-\u30ff]/

export function isCjk(text: string): boolean {
  return CJK.test(text)
}

/** Words of a normal form, plural endings cut so that 'steps' meets 'step'. */
export function tokensOf(normal: string): string[] {
  return normal.split(' ').filter(Boolean).map(singular)
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') && !word.endsWith('is')) {
    return word.slice(0, -1)
  }
  return word
}

export class NameIndex {
  /** All names, the longest first. */
  readonly longestFirst: readonly Phrase[]
  /** Every word of every name. */
  readonly words: ReadonlySet<string>
  private readonly exact = new Map<string, NameHit>()

  constructor(definitions: readonly IndicatorDefinition[]) {
    const phrases: Phrase[] = []
    const add = (name: string, hit: NameHit) => {
      const text = normalizeName(name)
      if (!text) return
      const tokens = tokensOf(text)
      for (const form of [text, compact(text), tokens.join(' ')]) if (!this.exact.has(form)) this.exact.set(form, hit)
      phrases.push({ text, tokens, hit })
    }
    const shown = definitions.filter((definition) => !isInternal(definition.key))
    // Keys, names and codes of every indicator go before the aliases of any.
    for (const { key, name, nameZh, loinc } of shown) {
      for (const word of [key, name, nameZh, loinc ?? '']) add(word, { keys: [key], how: 'exact', isPanel: false })
    }
    const keys = new Set(shown.map((definition) => definition.key))
    for (const panel of panels) {
      if (!panel.members.every((key) => keys.has(key))) continue
      const members = panel.members.length > 0 ? panel.members : symptomKeys(shown)
      for (const name of panel.names) add(name, { keys: members, how: 'alias', isPanel: true })
    }
    for (const { key, aliases } of shown) {
      for (const alias of aliases) add(alias, { keys: [key], how: 'alias', isPanel: false })
    }
    this.longestFirst = phrases.sort((a, b) => b.text.length - a.text.length)
    this.words = new Set(phrases.flatMap((phrase) => phrase.tokens))
  }

  /** The indicator or panel that goes by exactly these words, in any case, spacing and number. */
  lookup(name: string): NameHit | null {
    const text = normalizeName(name)
    return this.exact.get(text) ?? this.exact.get(compact(text)) ?? this.exact.get(tokensOf(text).join(' ')) ?? null
  }
}

function compact(text: string): string {
  return text.replaceAll(' ', '')
}

function symptomKeys(definitions: readonly IndicatorDefinition[]): string[] {
  return definitions.filter((definition) => definition.group === 'symptom').map((definition) => definition.key)
}

/** Over the whole catalogue. */
export const catalogueIndex = new NameIndex(indicators)
