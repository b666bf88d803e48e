/** Questions answered end to end on a real database: every expected number is worked out by hand beside its records. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import { createQuickAgent, suggestQuestions } from '../../../src-main/agents/quick/quick-agent.ts'
import { resourcePath } from '../../../src-main/config/entries.ts'
import { createVocabularyService } from '../../../src-main/health/catalogue/vocabulary-service.ts'
import { createGeneticService } from '../../../src-main/health/genetics/genetic-service.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createRegistry } from '../../../src-main/registry/registry.ts'
import type { Registry } from '../../../src-main/registry/types.ts'
import { agentInput, openGate } from '../../unit/agents/agent-input.ts'
import { newYork, openRecordStore, type RecordStore, ZONE } from '../health/record-store.ts'

// Wednesday 16 July 2025, 11:00 in New York.
const now = () => new Date('2025-07-16T15:00:00Z')
let store: RecordStore
let registry: Registry

beforeAll(async () => {
  store = await openRecordStore()
  registry = await createRegistry({
    config: { toolDirs: [resourcePath('tools')], allowedTools: {}, disallowedTools: {} },
    db: store.db,
    services: {
      health: store.health,
      genetics: createGeneticService({ db: store.db }),
      vocabulary: createVocabularyService(),
    },
    log: silentLogger,
    now,
  })
  const at = (key: string, wall: string, value: number, source = 'Watch') => ({
    key,
    start: newYork(wall),
    value,
    source,
  })
  const sleep = (text: string, from: string, to: string) => ({
    key: 'sleep_segment',
    start: newYork(from),
    end: newYork(to),
    text,
  })
  await store.add(1, [
    at('resting_heart_rate', '2025-05-31 08:00', 90),
    at('resting_heart_rate', '2025-06-01 08:00', 60),
    at('resting_heart_rate', '2025-06-15 08:00', 61),
    // 23:30 on 30 June in New York is already July in UTC.
    at('resting_heart_rate', '2025-06-30 23:30', 64),
    at('resting_heart_rate', '2025-07-01 00:30', 70),
    { key: 'steps', start: newYork('2025-07-01 08:00'), end: newYork('2025-07-01 09:00'), value: 8000 },
    { key: 'steps', start: newYork('2025-07-02 08:00'), end: newYork('2025-07-02 09:00'), value: 12_500 },
    { key: 'steps', start: newYork('2025-07-15 08:00'), end: newYork('2025-07-15 09:00'), value: 4321 },
    at('body_mass', '2025-03-02 07:00', 72.25, 'Scale'),
    at('blood_pressure_systolic', '2025-06-10 08:00', 118, 'Omron'),
    at('blood_pressure_diastolic', '2025-06-10 08:00', 76, 'Omron'),
    at('blood_pressure_systolic', '2025-06-12 08:00', 123, 'Omron'),
    at('blood_pressure_diastolic', '2025-06-12 08:00', 79, 'Omron'),
    // Night that ended on 8 July: core 23:00-02:00, deep 02:00-03:00, awake 03:00-03:10, REM 03:10-04:10 = 300 min asleep.
    sleep('core', '2025-07-07 23:00', '2025-07-08 02:00'),
    sleep('deep', '2025-07-08 02:00', '2025-07-08 03:00'),
    sleep('awake', '2025-07-08 03:00', '2025-07-08 03:10'),
    sleep('rem', '2025-07-08 03:10', '2025-07-08 04:10'),
    // Night that ended on 9 July: core 23:00-05:24 = 384 min.
    sleep('core', '2025-07-08 23:00', '2025-07-09 05:24'),
  ])
})
afterAll(async () => {
  await registry?.close()
  await store?.close()
})

async function ask(question: string, userId = 1, language = 'en') {
  const agent = createQuickAgent({ registry, health: store.health, now })
  const events: AgentEvent[] = []
  const user = { id: userId, publicId: `p-${userId}`, timeZone: ZONE, language }
  for await (const event of agent.run(agentInput({ question, user }))) events.push(event)
  const text = events.flatMap((e) => (e.type === 'text' ? [e.text] : [])).join('')
  const chart = events.find((e) => e.type === 'chart')
  const calls = events.flatMap((e) => (e.type === 'tool_call' ? [e] : []))
  const notices = events.flatMap((e) => (e.type === 'notice' ? [e] : []))
  return { events, text, chart: chart?.type === 'chart' ? chart.spec : null, calls, notices, end: events.at(-1) }
}

describe('answers in English', () => {
  it('means over a month of the person’s own days: (60 + 61 + 64) / 3 = 61.7', async () => {
    const { text, chart, calls, end } = await ask('average resting heart rate last month')
    expect(text).toContain('61.7 bpm')
    expect(text).toContain('2025-06-01 to 2025-06-30')
    expect(text).toContain('3 readings on 3 days')
    expect(text).toMatch(/Quick answer, no AI model · Source: Watch$/)
    expect(calls[0]).toMatchObject({
      tool: 'query_health_indicators',
      label: 'Read resting heart rate, June 2025, statistics',
      args: {
        indicators: ['resting_heart_rate'],
        start_time: '2025-06-01',
        end_time: '2025-06-30',
        aggregate: 'stats',
      },
    })
    // Every day of June stands on the axis; days without a reading are gaps and not zeros.
    expect(chart?.series[0]?.points).toHaveLength(30)
    expect(chart?.series[0]?.points[1]).toEqual(['2025-06-02', null])
    expect(end).toEqual({ type: 'end', reason: 'done' })
  })

  it('adds a counter up, means it over days with data and says that today is running', async () => {
    // 8000 + 12500 + 4321 = 24821; / 3 = 8273.67
    const { text, chart } = await ask('steps per day in July')
    expect(text).toContain('3 days with data')
    expect(text).toContain('8,273.7 steps a day')
    expect(text).toContain('24,821 steps in total')
    expect(text).toContain('lowest day 4,321 steps on 2025-07-15')
    expect(text).toContain('Today is not over yet.')
    expect(chart).toMatchObject({ xKind: 'day', series: [{ kind: 'bar', unit: 'steps' }] })
  })

  it('tells a night with its stages, in hours and minutes and in decimals', async () => {
    // In bed is first to last segment here: 23:00 to 04:10 = 310 min; 300 / 310 = 96.8 %.
    const { text, chart } = await ask('how did I sleep on 8 July')
    expect(text).toContain('5 h 0 min (5.0 h)')
    expect(text).toContain('5 h 10 min (5.2 h)')
    expect(text).toContain('96.8 %')
    expect(text).toMatch(/deep sleep 1 h 0 min.*REM sleep 1 h 0 min.*core sleep 3 h 0 min/)
    // Stages stand on each other; a bar for the whole night beside them would show every minute twice.
    expect(chart?.stacked).toBe(true)
    expect(chart?.series.map((series) => [series.key, series.points[0]?.[1]])).toEqual([
      ['sleep_deep', 60],
      ['sleep_core', 180],
      ['sleep_rem', 60],
      ['sleep_awake', 10],
    ])
  })

  it('means nights over the nights there are: (300 + 384) / 2 = 342 min', async () => {
    const { text } = await ask('how did I sleep last week')
    expect(text).toContain('5 h 42 min (5.7 h)')
    expect(text).toContain('2025-07-07 to 2025-07-13')
    expect(text).toContain('2 nights')
    expect(text).toContain('6 h 24 min (6.4 h) (2025-07-09)')
  })

  it('reads blood pressure as the pair it is', async () => {
    // (118 + 123) / 2 and (76 + 79) / 2
    expect((await ask('average blood pressure in June')).text).toContain('120.5/77.5 mmHg')
    expect((await ask('latest blood pressure')).text).toContain('123/79 mmHg, recorded 2025-06-12 08:00')
  })

  it('gives the newest value with its date and source', async () => {
    const { text } = await ask('what is my weight?')
    expect(text).toContain('72.3 kg, recorded 2025-03-02 07:00')
    expect(text).toContain('Source: Scale')
  })

  it('compares two months by their means: 70.0 against 61.7', async () => {
    const { text } = await ask('resting heart rate this month vs last month')
    expect(text).toContain('70.0 bpm')
    expect(text).toContain('61.7 bpm')
    expect(text).toContain('+8.3 bpm')
    expect(text).toContain('fewer than 7 days')
  })

  it('counts days over a bound', async () => {
    const { text } = await ask('how many days did I walk at least 8,000 steps this month')
    expect(text).toContain('2 of 3 days')
    expect(text).toContain('2025-07-01, 2025-07-02')
  })
})

describe('trends', () => {
  it('tells a direction where the days show one, and says that there is none where they only scatter', async () => {
    const days = Array.from({ length: 21 }, (_, at) => `2025-06-${String(at + 1).padStart(2, '0')}`)
    const measured = (key: string, value: (at: number) => number) =>
      days.map((day, at) => ({ key, start: newYork(`${day} 08:00`), value: value(at), source: 'Scale' }))
    const person = 5
    await store.add(person, [
      // A tenth of a kilogram a day, and a heart that beats 55 and 65 times by turns, a hundredth less each day.
      ...measured('body_mass', (at) => 70 + at / 10),
      ...measured('resting_heart_rate', (at) => (at % 2 === 0 ? 55 : 65) - at / 100),
    ])
    expect((await ask('weight trend in June', person)).text).toMatch(
      /weight .*went up: \+3\.0 kg per 30 days.*R² 1\.00/,
    )
    const { text } = await ask('resting heart rate trend in June', person)
    expect(text).toMatch(/shows no clear trend.*R² 0\.00/)
    expect(text).not.toMatch(/went (up|down)/)
    expect((await ask('6月静息心率趋势', person, 'zh-CN')).text).toContain('没有明显趋势')
  })
})

describe('answers in Chinese', () => {
  it('answers in Chinese with the same numbers', async () => {
    const { text, calls } = await ask('上个月平均静息心率')
    expect(text).toContain('61.7 次/分')
    expect(text).toContain('2025-06-01 至 2025-06-30')
    expect(text).toContain('快速回答，未使用 AI 模型 · 来源：Watch')
    expect(calls[0]?.label).toBe('读取静息心率，2025年6月，统计')
    expect((await ask('上周睡得怎么样')).text).toContain('5 小时 42 分钟（5.7 小时）')
    expect((await ask('昨天走了多少步')).text).toContain('4,321 步')
  })
})

describe('about somebody else', () => {
  const grandchild = { id: 2, publicId: 'p-2', timeZone: 'UTC', language: 'en' }
  async function askAbout(question: string, dataClasses: readonly ('health' | 'genetics')[]) {
    const agent = createQuickAgent({ registry, health: store.health, now })
    const gate = openGate()
    const subject = {
      user: { id: 1, publicId: 'p-1', timeZone: ZONE, language: 'zh-CN' },
      name: 'Grandmother',
      dataClasses,
    }
    const events: AgentEvent[] = []
    for await (const event of agent.run(agentInput({ question, user: grandchild, subject, gate }))) events.push(event)
    const text = events.flatMap((e) => (e.type === 'text' ? [e.text] : [])).join('')
    return { text, all: JSON.stringify(events), taint: gate.taint() }
  }
  it('reads their data, in their days, in the language of who asks', async () => {
    // June in New York; in UTC the reading of 30 June at 23:30 would be July's and the mean 60.5.
    const { text, taint } = await askAbout('average resting heart rate last month', ['health'])
    expect(text).toContain('61.7 bpm')
    expect(taint.hasPrivate).toBe(true)
  })
  it('says nothing of what they do not share, not even that it is there', async () => {
    for (const question of ['average resting heart rate last month', 'what data do I have', 'blood pressur latest']) {
      const { text, all, taint } = await askAbout(question, ['genetics'])
      expect(text).toContain('Grandmother does not share health records with you')
      expect(all).not.toMatch(/resting heart rate|weight|Omron|61\.7/i)
      expect(taint.hasPrivate).toBe(false)
    }
  })
})

describe('what is not there', () => {
  it('never turns nothing into 0, and says which dates exist', async () => {
    const { text, chart } = await ask('average weight last month')
    expect(text).toContain('Nothing is recorded for weight in June 2025')
    expect(text).toContain('from 2025-03-02 to 2025-03-02')
    expect(text).not.toMatch(/\b0(\.0)? kg/)
    expect(chart).toBeNull()
  })
  it('says what exists where the indicator is not this person’s', async () => {
    const { text, calls, end } = await ask('average blood glucose last month')
    expect(text).toContain('no records of blood glucose')
    expect(text).toContain('resting heart rate')
    expect(calls).toEqual([])
    expect(end).toEqual({ type: 'end', reason: 'done' })
  })
  it('keeps one person’s records from another', async () => {
    expect((await ask('average resting heart rate last month', 2)).text).toContain('no health records here yet')
  })
  it('declines judgement with questions that this person’s data can answer', async () => {
    const { events, notices, end } = await ask('Why is my resting heart rate so high?')
    expect(events.map((e) => e.type)).toEqual(['notice', 'end'])
    expect(notices[0]).toMatchObject({ code: 'declined' })
    expect(notices[0]?.suggestions?.length).toBeGreaterThan(0)
    expect(end).toEqual({ type: 'end', reason: 'declined' })
  })
  it('says what it took a misspelt name for', async () => {
    const { text, notices } = await ask('average restng heart rate last month')
    expect(notices[0]).toMatchObject({ code: 'suggestion' })
    expect(text).toContain('I took "restng heart rate" to mean resting heart rate.')
    expect(text).toContain('61.7 bpm')
  })
  it('looks markers up and judges nothing', async () => {
    const { calls, text } = await ask('rs4988235')
    expect(calls[0]).toMatchObject({ tool: 'get_genetic_data', args: { rsid: ['rs4988235'] } })
    expect(text.length).toBeGreaterThan(0)
  })
})

describe('suggestions', () => {
  it('are six at most, and every one gets a number', async () => {
    for (const language of ['en', 'zh-CN']) {
      const questions = await suggestQuestions({
        health: store.health,
        userId: 1,
        language,
        clock: { now: now(), timeZone: ZONE },
      })
      expect(questions.length).toBeGreaterThan(3)
      expect(questions.length).toBeLessThanOrEqual(6)
      for (const question of questions) {
        const { text, end } = await ask(question, 1, language)
        expect(end, question).toEqual({ type: 'end', reason: 'done' })
        expect(text, question).not.toMatch(/Nothing is recorded|没有.*的记录/)
      }
    }
    expect(await suggestQuestions({ health: store.health, userId: 2, language: 'en' })).toEqual([])
  })
})
