/** QuickAgent: answers simple questions about a person's own records with tool calls and templates, without a model. */
import { indicators as catalogue } from '../../health/catalogue/catalogue.ts'
import type { HealthService, IndicatorOverview } from '../../health/service.ts'
import type { Registry } from '../../registry/types.ts'
import type { CallControls } from '../call-controls.ts'
import type { Agent, AgentEvent, AgentInput, Subject } from '../events.ts'
import { english } from './answer-en.ts'
import type { ComposeContext } from './answer-steps.ts'
import { chinese } from './answer-zh.ts'
import { localDateOf } from './calendar.ts'
import { compose } from './compose.ts'
import { directCallIn, runDirectCall } from './direct-call.ts'
import { buildTerms, type Term, type TermHit } from './indicator-terms.ts'
import { createLookup, LookupFailed } from './lookup.ts'
import { type Plan, planQuestion } from './plan.ts'
import { questionsFor } from './suggestions.ts'

export { suggestQuestions } from './suggestions.ts'

export interface QuickAgentOptions {
  readonly registry: Pick<Registry, 'invoke' | 'list'>
  readonly health: HealthService
  /** The clock that "today" is read from, in each person's own zone. */
  readonly now: () => Date
  /** Lets one call be cancelled by the person. */
  readonly calls?: Pick<CallControls, 'begin'>
}

export function createQuickAgent(options: QuickAgentOptions): Agent {
  return {
    id: 'quick',
    async *run(input) {
      try {
        yield* answer(options, input)
      } catch (error) {
        if (input.signal.aborted) {
          yield { type: 'end', reason: 'stopped' }
          return
        }
        yield error instanceof LookupFailed
          ? { type: 'error', code: error.code, message: error.message, hint: error.hint }
          : {
              type: 'error',
              code: 'internal',
              message: 'The quick answer failed.',
              hint: 'Ask in other words; the tools themselves can be run on the Tools page.',
            }
        yield { type: 'end', reason: 'failed' }
      }
    },
  }
}

async function* answer(options: QuickAgentOptions, input: AgentInput): AsyncGenerator<AgentEvent> {
  const call = directCallIn(input.question)
  if (call !== null) {
    yield* runDirectCall(options.registry, input, call, options.calls)
    return
  }
  const { health } = options
  const { subject } = input
  // What is looked up here goes past the registry, which holds a share to what it covers; so does this.
  const isHealthShared = sharesHealth(subject)
  const overview = isHealthShared ? await health.overview(subject.user.id) : []
  if (isHealthShared && overview.length > 0) input.gate.mark({ hasPrivate: true })
  const today = localDateOf(options.now(), subject.user.timeZone)
  const terms = buildTerms(catalogue, overview)
  const context = { terms, today, userLanguage: input.user.language }
  let plan = planQuestion(input.question, context)
  if (isHealthShared && plan.kind === 'decline' && plan.reason === 'unknown' && plan.detail !== '') {
    const found = await searchRecords(health, subject.user.id, plan.detail, terms)
    if (found) plan = planQuestion(input.question, { ...context, found: [found] })
  }
  const voice = plan.language === 'zh' ? chinese : english
  const lookup = createLookup(options.registry, input)
  const suggestions = questionsFor(overview, plan.language, today)
  const coverage = coverageOf(overview, plan.language)
  // The answers that quote no figure: no sources, no chart.
  const say = (text: string): AgentEvent => ({ type: 'text', text })

  if (!isHealthShared && plan.kind !== 'genotypes') {
    yield say(voice.notShared(subject.name))
    yield { type: 'end', reason: 'done' }
    return
  }
  switch (plan.kind) {
    case 'decline':
      if (overview.length === 0 && plan.reason === 'unknown') {
        yield say(voice.noData())
        yield { type: 'end', reason: 'done' }
        return
      }
      yield { type: 'notice', code: 'declined', text: voice.declined(plan.reason, plan.detail), suggestions }
      yield { type: 'end', reason: 'declined' }
      return
    case 'not-recorded': {
      const names = plan.indicators.map((i) => (plan.language === 'zh' ? i.nameZh : i.name))
      yield say(
        overview.length === 0
          ? voice.noData()
          : voice.notRecorded(
              names,
              coverage.slice(0, 8).map((c) => c.name),
            ),
      )
      if (suggestions.length > 0) yield { type: 'notice', code: 'suggestion', text: voice.canAsk(), suggestions }
      break
    }
    case 'catalogue':
      yield* lookup.indicators({}, voice.readLabel([], null, ''))
      yield say(coverage.length === 0 ? voice.noData() : voice.catalogue(coverage))
      if (suggestions.length > 0) yield { type: 'notice', code: 'suggestion', text: voice.canAsk(), suggestions }
      break
    case 'genotypes': {
      const result = yield* lookup.genotypes(plan.rsids, voice.genotypeLabel(plan.rsids))
      yield say(result.results.length > 0 ? voice.genotypes(result) : result.message)
      break
    }
    case 'answer':
      yield* answered(plan, { lookup, health, overview, today, language: plan.language, voice }, suggestions)
      return
  }
  yield say(`\n\n${voice.smallPrint([])}`)
  yield { type: 'end', reason: 'done' }
}

async function* answered(
  plan: Extract<Plan, { kind: 'answer' }>,
  context: ComposeContext,
  suggestions: readonly string[],
): AsyncGenerator<AgentEvent> {
  const { voice, language } = context
  const result = yield* compose(plan, context)
  const sentences = [...result.sentences]
  const missing = plan.indicators.filter((i) => !i.owned).map((i) => (language === 'zh' ? i.nameZh : i.name))
  if (missing.length > 0) sentences.push(voice.notRecorded(missing, []))
  if (plan.guessed) {
    const name = language === 'zh' ? plan.guessed.indicator.nameZh : plan.guessed.indicator.name
    const text = voice.guessed(plan.guessed.words, name)
    sentences.unshift(text)
    yield { type: 'notice', code: 'suggestion', text, suggestions: suggestions.slice(0, 3) }
  }
  if (plan.ignored.length > 0) yield { type: 'notice', code: 'suggestion', text: voice.ignored(plan.ignored) }
  yield { type: 'text', text: sentences.join(language === 'zh' ? '' : ' ') }
  yield { type: 'text', text: `\n\n${voice.smallPrint(result.sources)}` }
  if (result.chart) yield { type: 'chart', spec: result.chart }
  yield { type: 'end', reason: 'done' }
}

function sharesHealth({ dataClasses }: Subject): boolean {
  return dataClasses === null || dataClasses.includes('health')
}

/** The record's own search, for words that no name or alias holds: only a clear hit on a name's word counts. */
async function searchRecords(
  health: HealthService,
  userId: number,
  words: string,
  terms: readonly Term[],
): Promise<TermHit | null> {
  const [best, next] = await health.search(userId, [words])
  if (!best || best.how === 'fuzzy' || (next && next.score >= best.score)) return null
  const indicator = terms.find((t) => t.indicator.key === best.key)?.indicator
  return indicator?.owned ? { indicator, how: 'fuzzy', words, at: 0 } : null
}

function coverageOf(overview: readonly IndicatorOverview[], language: Plan['language']) {
  return [...overview]
    .sort((a, b) => b.count - a.count)
    .map((o) => ({ name: language === 'zh' ? o.nameZh : o.name, first: o.firstDate, last: o.lastDate }))
}
