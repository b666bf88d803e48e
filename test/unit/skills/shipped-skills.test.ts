/** The skills that come with the app: usable, true to the tools they name, and complete. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resourcePath } from '../../../src-main/config/entries.ts'
import { indicators } from '../../../src-main/health/catalogue/catalogue.ts'
import { findSkills } from '../../../src-main/skills/skill-directories.ts'
import { whenUsed } from '../../../src-renderer/features/skills/skill-state.ts'

const found = await findSkills([resourcePath('skills')], new Map())
const text = (dir: string, path: string) => readFileSync(join(dir, path), 'utf8')
/** Of tools/*.ts, and what agents have besides. */
const tools = [
  'query_health_indicators',
  'get_genetic_data',
  'resolve_indicator',
  'normalize_unit',
  'convert_unit',
  'show_chart',
  'ask_user',
  'read_file',
  'write_file',
  'ls',
]
/** Arguments, statuses and file names in backticks. */
const words = [
  'start_time',
  'end_time',
  'aggregate',
  'found',
  'no_call',
  'not_on_chip',
  'truncated',
  'candidates',
  'include_nearby',
]

describe('the skills that are shipped', () => {
  it('are the six, without an error', () => {
    expect(found.map(({ id, error }) => [id, error])).toEqual(
      [
        'blood-pressure-diary',
        'doctor-visit-summary',
        'genetics-lookup',
        'lab-report-walkthrough',
        'sleep-review',
        'training-load',
      ].map((id) => [id, null]),
    )
  })

  describe.each(found.map(({ id, folder }) => ({ id, folder })))('$id', ({ folder }) => {
    const body = folder.text?.body ?? ''

    it('says when it is used, what is never said, and to answer in the person’s language', () => {
      const { description = '', descriptionZh } = folder.text ?? {}
      expect(whenUsed(description)).not.toBeNull()
      expect(whenUsed(descriptionZh ?? '')).not.toBeNull()
      expect(body).toContain('## Never')
      expect(body).toMatch(/in (?:the person's|their)\s+language|language of the doctor/)
      expect(body).toMatch(/doctor/)
    })

    it('leads to files that are there, and to all of them', () => {
      const linked = [...body.matchAll(/\]\((references\/[^)]+)\)/g)].map(([, path]) => path ?? '')
      const references = folder.files.map(({ path }) => path).filter((path) => path !== 'SKILL.md')
      expect(linked.toSorted()).toEqual(references)
    })

    it('names only tools and indicators that exist', () => {
      const all = folder.files.map(({ path }) => text(folder.dir, path)).join('\n')
      const named = [...all.matchAll(/[`"]([a-z][a-z0-9]*(?:_[a-z0-9]+)+)[`"]/g)].map(([, word]) => word ?? '')
      const known = new Set([...tools, ...words, ...indicators.map(({ key }) => key)])
      expect(named.filter((word) => !known.has(word))).toEqual([])
    })
  })
})
