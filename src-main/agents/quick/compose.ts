/** Carries out a plan: chooses the kind of answer and hands it the indicators. */
import type { AnswerPlan, ComposeContext, Steps } from './answer-steps.ts'
import { compare } from './compare-answer.ts'
import { days, trend } from './course-answer.ts'
import { latest } from './latest-answer.ts'
import { composeSleep } from './sleep-answer.ts'
import { history, statistics } from './statistics-answer.ts'
import { subjectsOf } from './subject.ts'

/** Yields the tool calls as events while they happen, and returns what the answer comes to. */
export async function* compose(plan: AnswerPlan, context: ComposeContext): Steps {
  if (plan.intent === 'sleep') return yield* composeSleep(plan.periods[0], context)
  const subjects = subjectsOf(
    plan.indicators.filter((i) => i.owned),
    context.overview,
    context.language,
  )
  switch (plan.intent) {
    case 'latest':
      return yield* latest(plan, subjects, context)
    case 'compare':
      return yield* compare(plan, subjects, context)
    case 'trend':
      return yield* trend(plan, subjects, context)
    case 'days':
      return yield* days(plan, subjects, context)
    case 'history':
      return yield* history(plan, subjects, context)
    default:
      return yield* statistics(plan, subjects, context)
  }
}
