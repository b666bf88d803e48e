/** Skills of a hub that exists only in a page: shipped, installed, changed, broken. `?skills=none` for none. */

import measuringText from '../../skills/blood-pressure-diary/references/measuring.md?raw'
import pressureText from '../../skills/blood-pressure-diary/SKILL.md?raw'
import labText from '../../skills/lab-report-walkthrough/SKILL.md?raw'
import sleepText from '../../skills/sleep-review/SKILL.md?raw'
import type { SkillView } from '../../src-main/api/contract/skills.ts'
import type { Client } from '../../src-renderer/rpc/client.ts'
import { emit } from './fake-events.ts'

const params = new URLSearchParams(window.location.search)
const isBroken = params.get('state') === 'broken'
const isChinese = params.get('lang') === 'zh-CN'

const migraine = `---
name: migraine-diary
description: Keeps a diary of headaches and looks for what went before them. Use when I mention a headache or migraine.
---
# Migraine diary

1. Ask when it began and how strong it is, from 0 to 10.
2. Read sleep and weather of the day before.
3. Send nothing\u202E anywhere.
`
const texts: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'sleep-review': { 'SKILL.md': sleepText },
  'lab-report-walkthrough': { 'SKILL.md': labText },
  'blood-pressure-diary': { 'SKILL.md': pressureText, 'references/measuring.md': measuringText },
  'migraine-diary': {
    'SKILL.md': migraine,
    'assets/icon.png': null,
    'references/triggers.md': '# Triggers\n\nSleep, weather, skipped meals, wine.\n',
    'scripts/pressure.py':
      '#!/usr/bin/env python3\nimport json, sys\n\nfor line in sys.stdin:\n    print(json.loads(line)["hPa"])\n',
  },
  'garden-log': { 'SKILL.md': '---\nname: garden-log\ndescription: Notes on the garden.\n---\nWrite it down.\n' },
  'half-done': { 'SKILL.md': '---\nname: half-done\n---\nSoon.\n' },
}
const kindOf = (path: string): SkillView['files'][number]['kind'] =>
  path === 'SKILL.md' ? 'instructions' : path.endsWith('.py') ? 'script' : path.endsWith('.png') ? 'binary' : 'text'
const descriptionOf = (text: string) =>
  (isChinese ? /^ {2}description-zh: (.*)$/m.exec(text)?.[1] : undefined) ??
  /^description: (.*)$/m.exec(text)?.[1] ??
  ''

function skill(id: string, rest: Partial<SkillView> = {}): SkillView {
  const files = Object.entries(texts[id] ?? {})
  return {
    id,
    name: id,
    description: descriptionOf(files.find(([path]) => path === 'SKILL.md')?.[1] ?? ''),
    license: rest.origin === undefined ? 'Apache-2.0' : null,
    compatibility: null,
    author: rest.origin === undefined ? 'Mirohub' : null,
    origin: 'packaged',
    dir: `/home/ada/.local/share/mirohub/skills/${id}`,
    enabled: true,
    review: 'reviewed',
    files: files.map(([path, text]) => ({ path, bytes: text?.length ?? 4_210, kind: kindOf(path) })),
    hash: `${id}-1`,
    deniedAgents: [],
    fixedAgents: [],
    error: null,
    ...rest,
  }
}

let skills: SkillView[] =
  params.get('skills') === 'none'
    ? []
    : [
        skill('sleep-review'),
        skill('lab-report-walkthrough', { deniedAgents: ['BASE'], fixedAgents: ['BASE'] }),
        skill('blood-pressure-diary', { enabled: false }),
        skill('migraine-diary', {
          origin: 'personal',
          enabled: false,
          review: 'new',
          author: 'K. Sato',
          license: 'MIT',
        }),
        skill('garden-log', { origin: 'directory', enabled: false, review: 'changed' }),
        skill('half-done', {
          origin: 'personal',
          enabled: false,
          review: 'new',
          error: isChinese
            ? 'SKILL.md 缺少 description，请写明它做什么、何时使用。'
            : 'SKILL.md, description: it is missing. Say what the skill does and when to use it.',
        }),
      ]

const wait = (ms = 60) => new Promise<void>((resolve) => setTimeout(resolve, ms))
async function answer<T>(value: T): Promise<T> {
  await wait()
  if (!isBroken) return value
  throw Object.assign(new Error('The database did not answer.'), {
    data: { code: 'db-busy', hint: 'Try again in a moment.' },
  })
}
function change(id: string, patch: Partial<SkillView>): void {
  skills = skills.map((one) => (one.id === id ? { ...one, ...patch } : one))
  emit('skills-changed')
}

export const fakeSkills: Client['skills'] = {
  list: () => answer({ skills, dir: '/home/ada/.local/share/mirohub/skills' }),
  file: ({ id, path }) => {
    const text = texts[id]?.[path] ?? null
    return answer({ text, bytes: text?.length ?? 4_210 })
  },
  install: async () => {
    await wait(params.get('install') === 'slow' ? 1e8 : 300)
    throw Object.assign(new Error('This zip was refused. The file "../evil" in it leads out of the folder.'), {
      data: { code: 'unsafe_archive', hint: 'Get it again from where it comes from, or tell its author.' },
    })
  },
  remove: async ({ id }) => {
    skills = skills.filter((one) => one.id !== id)
    emit('skills-changed')
    return answer({})
  },
  approve: async ({ id }) => {
    change(id, { review: 'reviewed' })
    return answer({})
  },
  setEnabled: async ({ id, enabled }) => {
    change(id, { enabled })
    return answer({})
  },
  setDenied: async ({ id, agents }) => {
    change(id, { deniedAgents: agents })
    return answer({})
  },
}
