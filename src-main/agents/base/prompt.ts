/** The base agent's system prompt: rules first, then the person's zone, units and own wishes under them. */
import { readFile } from 'node:fs/promises'
import { Liquid } from 'liquidjs'
import { resourcePath } from '../../config/entries.ts'
import type { AgentInput } from '../events.ts'

export interface PromptPerson {
  readonly units: Readonly<Record<string, string>>
}

export interface PromptInput {
  readonly now: Date
  readonly user: AgentInput['user']
  readonly subject: AgentInput['subject']
  readonly person: PromptPerson
  /** The person's own words to the agents; empty for none. */
  readonly own: string
}

/** As long as the contract lets a person write. */
const OWN_LIMIT = 8_000

// Nothing in a template reaches the disk: no includes, no file system.
const engine = new Liquid({ ownPropertyOnly: true, strictFilters: true, relativeReference: false, templates: {} })

/**
 * @param file The template; the one shipped with the app where none is given.
 * @throws What reading or the template's own mistakes throw; the message names the place.
 */
export async function basePrompt(
  input: PromptInput,
  file = resourcePath('resources/prompts/base.liquid'),
): Promise<string> {
  const { now, user, subject, person, own } = input
  const isOther = subject.user.id !== user.id
  const values = {
    now: localTime(now, user.timeZone),
    time_zone: user.timeZone,
    language: user.language.toLowerCase().startsWith('zh') ? 'Simplified Chinese' : 'English',
    units: Object.entries(person.units)
      .map(([what, unit]) => `${what} in ${unit}`)
      .join(', '),
    subject: isOther ? oneLine(subject.name) : '',
    shared: (subject.dataClasses ?? []).join(' and '),
    own: own.slice(0, OWN_LIMIT).replaceAll('</wishes>', '').trim(),
  }
  const text: unknown = await engine.parseAndRender(await readFile(file, 'utf8'), values)
  return String(text).trim()
}

/** `2026-03-01 13:05, Sunday` in the zone. */
function localTime(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at)
  return `${parts}, ${new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' }).format(at)}`
}

/** A name is shown to the model on a line of ours. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 80)
}
