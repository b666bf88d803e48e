/**
 * A hub that exists only in this page. What it holds is chosen in the address before the hash:
 * `?state=full|empty|sample|broken|importing` `&lang=en|zh-CN` `&theme=light|dark`.
 */
import { AsyncIteratorClass } from '@orpc/client'
import type { AppInfo, TokenView } from '../../src-main/api/contract/app.ts'
import type { ToolView } from '../../src-main/api/contract/tools.ts'
import type { Client } from '../../src-renderer/rpc/client.ts'
import { setConnection } from '../../src-renderer/rpc/connection.ts'
import { fakeAccess } from './fake-access.ts'
import { fakeAnswerRuns } from './fake-answer-runs.ts'
import { conversations, messagesOf, stopRun, streamAnswer } from './fake-chat.ts'
import { fakeConversation } from './fake-conversation.ts'
import { hubEvents } from './fake-events.ts'
import { actingPersonView, fakeHousehold } from './fake-household.ts'
import { cancelJob, endedJobs, history, runJob } from './fake-imports.ts'
import { fakeSeries, overview } from './fake-indicators.ts'
import { fakeModels } from './fake-models.ts'
import { fakeQuestions } from './fake-questions.ts'
import { dailyValue, noise, today } from './fake-series.ts'
import { fakeServers } from './fake-servers.ts'
import { fakeSkills } from './fake-skills.ts'
import { fakeTools, runTool } from './fake-tools.ts'

const params = new URLSearchParams(window.location.search)
const state = params.get('state') ?? 'full'
const language = params.get('lang') === 'zh-CN' ? 'zh-CN' : 'en'
const theme = params.get('theme') === 'dark' ? 'dark' : 'light'
const isEmpty = state === 'empty' || state === 'importing'

setConnection(state === 'away' ? 'away' : 'open')

let info: AppInfo = {
  version: '0.1.0',
  host: 'browser',
  platform: 'linux',
  dataDir: '/home/ada/.local/share/mirohub',
  engine: 'embedded',
  mcpUrl: 'http://127.0.0.1:18060/mcp',
  publicUrl: params.has('public') ? 'https://hub.example.org' : null,
  secrets: { store: 'memory', note: 'No keychain was found, so secrets live in memory: tokens end when Mirohub ends.' },
  profile: {
    id: 'p1',
    name: language === 'en' ? 'Ada' : '小林',
    timeZone: language === 'en' ? 'Europe/London' : 'Asia/Shanghai',
    language,
    units: {},
    theme,
    preferences: {},
    isDefault: true,
  },
  hasRecords: !isEmpty,
  hasSampleData: state === 'sample',
  toolWarnings: ['my_tool.ts: line 4: unexpected token'],
  toolsDir: '/home/ada/.local/share/mirohub/tools',
}

let tokens: TokenView[] = [
  {
    id: 't1',
    label: 'Claude Desktop',
    createdAt: '2026-10-01T10:00:00Z',
    expiresAt: '2027-10-01T10:00:00Z',
    lastUsedAt: '2026-11-28T07:41:00Z',
    revokedAt: null,
  },
  {
    id: 't2',
    label: 'Old laptop',
    createdAt: '2025-10-01T10:00:00Z',
    expiresAt: '2027-10-01T10:00:00Z',
    lastUsedAt: null,
    revokedAt: '2026-02-01T10:00:00Z',
  },
]
const tools: ToolView[] = fakeTools

const wait = (ms = 60) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** Everything that reads answers like this, so that loading and failing can be looked at. */
const answer = async <T>(value: T): Promise<T> => {
  if (state === 'loading') await wait(1e8)
  await wait()
  if (state === 'broken') {
    throw Object.assign(new Error('The database did not answer.'), {
      code: 'BAD_REQUEST',
      data: { code: 'db-busy', hint: 'Try again in a moment. If it stays so, restart Mirohub.' },
    })
  }
  return value
}

const englishSuggestions = [
  'Average resting heart rate last month',
  'Steps per day in July',
  'How did I sleep last week?',
  'Weight since May',
  'Highest heart rate this month',
  'What data do you have?',
]
const chineseSuggestions = [
  '上个月平均静息心率',
  '7月每天的步数',
  '上周睡得怎么样',
  '5月以来的体重',
  '本月最高心率',
  '有哪些数据',
]

export const client: Client = {
  servers: fakeServers,
  questions: fakeQuestions,
  skills: fakeSkills,
  ...fakeAccess,
  ...fakeHousehold,
  app: {
    info: async () => {
      const person = actingPersonView()
      if (person.id !== info.profile.id) info = { ...info, profile: { ...info.profile, ...person } }
      return state === 'broken' ? info : answer(info)
    },
    events: async () => hubEvents(),
    updateProfile: async (patch) => {
      info = { ...info, profile: { ...info.profile, ...patch } }
      return info.profile
    },
    tokens: {
      list: () => answer(tokens),
      create: async ({ label = '', days = 365 }) => {
        const view: TokenView = {
          id: `t${tokens.length + 1}`,
          label,
          createdAt: `${today}T09:00:00Z`,
          expiresAt: new Date(Date.parse(`${today}T09:00:00Z`) + days * 86_400_000).toISOString(),
          lastUsedAt: null,
          revokedAt: null,
        }
        tokens = [view, ...tokens]
        return { token: `eyJhbGciOiJIUzI1NiJ9.${'a1b2c3d4e5'.repeat(12)}.k7Jd0`, view }
      },
      revoke: async ({ id }) => {
        tokens = tokens.map((token) => (token.id === id ? { ...token, revokedAt: `${today}T09:00:00Z` } : token))
        return { revoked: true }
      },
    },
    openFolder: async () => ({ opened: false, path: info.dataDir }),
  },
  imports: {
    start: async ({ items }) => ({
      jobs: items.map((item, index) => ({
        jobId: `j${index}`,
        path: 'path' in item ? item.path : '/upload/export.zip',
      })),
    }),
    jobs: async () =>
      state === 'importing'
        ? [await first(runJob('j-run', '/home/ada/Downloads/export.zip', true))]
        : params.has('jobs')
          ? endedJobs
          : [],
    follow: async ({ jobId }) => stream(runJob(jobId, '/home/ada/Downloads/export.zip', state === 'importing')),
    cancel: async ({ jobId }) => {
      cancelJob(jobId)
      return { cancelled: true }
    },
    history: () => answer(isEmpty ? [] : history),
    undo: async () => ({ removed: 1_862_018, kept: 0 }),
    removeAbsent: async () => ({ removed: 32 }),
    addSampleData: async () => {
      setTimeout(() => {
        info = { ...info, hasRecords: true, hasSampleData: true }
      }, 13_000)
      return { jobId: 'sample' }
    },
    removeSampleData: async () => {
      info = { ...info, hasSampleData: false }
      return { removed: 41_802 }
    },
    pick: async () => ({ paths: [] }),
  },
  health: {
    overview: () => answer(isEmpty ? [] : overview),
    series: (query) => answer(fakeSeries(query)),
    sleepNights: async ({ startDate, endDate }) => answer(nights(startDate, endDate)),
    genotypeSets: () =>
      answer(
        isEmpty
          ? []
          : [
              {
                fileId: 2,
                vendor: '23andMe',
                build: 'GRCh37',
                rows: 631_955,
                called: 618_540,
                file: 'genome.txt',
                imported: '2026-11-28T08:58:41.000Z',
              },
            ],
      ),
    genotypes: async ({ rsids }) =>
      answer({
        success: true,
        message: '',
        results: rsids.map((rsid, index) =>
          index % 3 === 0
            ? {
                rsid,
                status: 'found' as const,
                chromosome: '2',
                position: 136_608_646,
                genotype: 'AG',
                build: 'GRCh37',
                file: 'genome.txt',
              }
            : { rsid, status: index % 3 === 1 ? ('no_call' as const) : ('not_on_chip' as const) },
        ),
      }),
  },
  tools: {
    list: () => answer({ tools, warnings: info.toolWarnings }),
    setEnabled: async ({ name, enabled }) => {
      for (const tool of tools) if (tool.name === name) tool.enabled = enabled
      return { enabled }
    },
    run: async ({ name, args }) => {
      await wait(400)
      return runTool(name, args)
    },
  },
  models: fakeModels,
  chat: {
    ...fakeAnswerRuns,
    ...fakeConversation,
    conversations: async ({ search }) =>
      answer(
        isEmpty
          ? []
          : conversations.filter((item) => !search || item.title.toLowerCase().includes(search.toLowerCase())),
      ),
    messages: async ({ conversationId }) => answer(messagesOf(conversationId)),
    send: async ({ conversationId, question }, options) =>
      stream(streamAnswer(conversationId, question, options?.signal)),
    stop: async ({ runId }) => {
      stopRun(runId)
      return { stopped: true }
    },
    rename: async ({ conversationId, title }) => {
      const found = conversations.find((item) => item.id === conversationId)
      if (!found) throw new Error('There is no such chat.')
      found.title = title
      return found
    },
    remove: async ({ conversationId }) => {
      const index = conversations.findIndex((item) => item.id === conversationId)
      if (index >= 0) conversations.splice(index, 1)
      return { removed: index >= 0 }
    },
    suggestions: () => answer(isEmpty ? [] : language === 'en' ? englishSuggestions : chineseSuggestions),
  },
}

async function first<T>(items: AsyncGenerator<T>): Promise<T> {
  const { value } = await items.next()
  return value
}

/** A stream as the real client gives it. */
function stream<T>(source: AsyncGenerator<T, unknown, void>): AsyncIteratorClass<T, unknown, void> {
  return new AsyncIteratorClass<T, unknown, void>(
    () => source.next(),
    async () => {
      await source.return(undefined)
    },
  )
}

function nights(startDate: string, endDate: string) {
  const list = []
  for (let time = Date.parse(startDate); time <= Date.parse(endDate); time += 86_400_000) {
    const date = new Date(time).toISOString().slice(0, 10)
    const before = new Date(time - 86_400_000).toISOString().slice(0, 10)
    const asleep = dailyValue({ base: 442, swing: 18, scatter: 55, digits: 0, gaps: 0.05 }, date, 9)
    if (asleep === null) continue
    const deep = Math.round(40 + 25 * noise(time / 1e6))
    const rem = Math.round(85 + 30 * noise(time / 1e6 + 1))
    const awake = Math.round(10 + 25 * noise(time / 1e6 + 2))
    list.push({
      date,
      start: `${before}T23:${String(Math.round(10 + 40 * noise(time / 1e6 + 3))).padStart(2, '0')}:00+00:00`,
      end: `${date}T07:10:00+00:00`,
      isMain: true,
      asleep,
      inBed: asleep + awake + 8,
      deep,
      rem,
      core: asleep - deep - rem,
      awake,
      efficiency: Math.round((100 * asleep) / (asleep + awake + 8)),
      source: 'Apple Watch',
    })
  }
  return list
}
