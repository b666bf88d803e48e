/** Answers `resolve_indicator`, `normalize_unit` and `convert_unit` offline. Abstains rather than guesses. */
import { indicatorByKey } from './catalogue.ts'
import { catalogueIndex, type NameHit, normalizeName, tokensOf } from './name-index.ts'
import { parseMolarUnit, parseUnit } from './unit-table.ts'
import { conversionBetween } from './units.ts'
import type { VocabularyService } from './vocabulary.ts'

const MAX_CANDIDATES = 8

export function createVocabularyService(): VocabularyService {
  return {
    resolve: (names) => names.map(resolveName),
    normalizeUnits: (texts) =>
      texts.map((text) => {
        const unit = parseMolarUnit(text)?.unit ?? parseUnit(text)
        return { unit: text, ucum: unit?.code ?? '', family: unit ? unit.property || unit.dimension : '' }
      }),
    convert: (value, fromUnit, toUnit, analyte) => {
      const unit = parseUnit(toUnit)?.code ?? toUnit
      if (!Number.isFinite(value)) return { value: null, unit, reason: 'The value is not a number.' }
      const conversion = conversionBetween(fromUnit, toUnit, subjectOf(analyte))
      if ('reason' in conversion) return { value: null, unit, reason: conversion.reason }
      return { value: tidy(conversion.convert(value)), unit, reason: null }
    },
  }
}

/** An analyte may be given as LOINC code, key or any of its names. */
function subjectOf(analyte: string): string {
  const trimmed = analyte.trim()
  if (!trimmed || /^\d+-\d$/.test(trimmed)) return trimmed
  const hit = catalogueIndex.lookup(trimmed)
  return hit && !hit.isPanel && hit.keys[0] ? hit.keys[0] : trimmed
}

function resolveName(name: string): ReturnType<VocabularyService['resolve']>[number] {
  const hit = lookupWithBrackets(name)
  const key = hit && !hit.isPanel ? hit.keys[0] : undefined
  const definition = key ? indicatorByKey(key) : null
  if (!definition) {
    return { name, resolved: false, key: '', loinc: '', canonical: '', candidates: hit ? [...hit.keys] : near(name) }
  }
  return {
    name,
    resolved: true,
    key: definition.key,
    loinc: definition.loinc ?? '',
    canonical: definition.name,
    candidates: [definition.key],
  }
}

/** 'Hemoglobin A1c (HbA1c)': the whole, else the part before and the part inside, where they do not disagree. */
function lookupWithBrackets(name: string): NameHit | null {
  const whole = catalogueIndex.lookup(name)
  if (whole) return whole
  const parts = /^(.*?)[(（[]([^)）\]]*)[)）\]](.*)$/.exec(name)
  if (!parts) return null
  const outside = catalogueIndex.lookup(`${parts[1] ?? ''} ${parts[3] ?? ''}`)
  const inside = catalogueIndex.lookup(parts[2] ?? '')
  if (outside && inside) return outside.keys.join() === inside.keys.join() ? outside : null
  // What stands in brackets may be a specimen or a method that changes the test, so the outside alone is a guess.
  return null
}

/** Catalogue keys with a name that holds all the words. */
function near(name: string): string[] {
  const words = tokensOf(normalizeName(name))
  if (words.length === 0) return []
  const keys = catalogueIndex.longestFirst
    .filter((phrase) => words.every((word) => phrase.tokens.includes(word)))
    .flatMap((phrase) => [...phrase.hit.keys])
  return [...new Set(keys)].slice(0, MAX_CANDIDATES)
}

/** Twelve significant digits: what double arithmetic adds beyond is noise (126.10919999999999). */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}
