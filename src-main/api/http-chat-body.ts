/** The body of `POST /api/chat`: the seed's names, read strictly. Pure. */
import type { ModelRef } from '../agents/events.ts'
import { directCallIn } from '../agents/quick/direct-call.ts'
import { ianaTimeZone } from '../profiles/time-zone.ts'
import { type AgentId, agentId } from './contract/chat.ts'

export interface HttpQuestion {
  readonly question: string
  readonly conversationId: string | null
  readonly agent: AgentId
  readonly model: ModelRef | null
  /** Public id of the person it is about; null is oneself. */
  readonly subject: string | null
  /** For this question, in place of the profile's. */
  readonly language: string | null
  readonly timeZone: string | null
}

export interface BodyFault {
  readonly status: 400 | 404
  /** The seed's: -1 the body, -2 a value, -3 no question, -4 a field that is not known. */
  readonly code: -1 | -2 | -3 | -4
  readonly msg: string
}

/** As much as the window's own field takes. */
const MAX_QUESTION = 32_000
const MAX_MESSAGES = 200
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Of the seed's clients, and of no meaning here: titles, prompts and tools are the hub's own business. */
const IGNORED = ['question_id', 'prompt_name', 'scene', 'trace_id', 'enable_mcp', 'group_id', 'reference_task_id']
const KNOWN = [
  'question',
  'messages',
  'conversation_id',
  'session_id',
  'agent',
  'provider',
  'model',
  'query_user_id',
  'file_list',
  'language',
  'timezone',
]

const fault = (code: BodyFault['code'], msg: string): BodyFault => ({ status: 400, code, msg })

export function isFault(value: HttpQuestion | BodyFault): value is BodyFault {
  return 'status' in value
}

export function questionOf(body: unknown): HttpQuestion | BodyFault {
  if (!isObject(body)) return fault(-1, 'The body must be a JSON object.')
  const unknown = Object.keys(body).filter((key) => !KNOWN.includes(key) && !IGNORED.includes(key))
  if (unknown.length > 0) {
    return fault(-4, `Not known here: ${unknown.slice(0, 5).join(', ').slice(0, 200)}. Known: ${KNOWN.join(', ')}.`)
  }
  if (Array.isArray(body.file_list) ? body.file_list.length > 0 : !isAbsent(body.file_list)) {
    return fault(-2, 'Files do not come this way: attach them in Mirohub.')
  }
  const agent = agentOf(body.agent)
  if (agent === null) return fault(-2, '“agent” is quick, deep or base.')
  const question = body.messages === undefined ? textOf(body.question) : lastOf(body, agent)
  if (typeof question !== 'string') return question
  if (question === '') return fault(-3, 'There is no question.')
  if (question.length > MAX_QUESTION) return fault(-2, `The question is longer than ${MAX_QUESTION} characters.`)
  // A call typed in the window counts as approved by the person; here a program may have written it.
  if (agent === 'quick' && directCallIn(question) !== null) return fault(-2, 'Tools are called at /mcp, not here.')
  const model = modelOf(body.provider, body.model)
  if (model !== null && 'status' in model) return model
  const conversationId = body.conversation_id ?? body.session_id ?? null
  if (conversationId !== null && (typeof conversationId !== 'string' || !UUID.test(conversationId))) {
    return { status: 404, code: -2, msg: 'There is no such conversation. Leave “conversation_id” out to begin one.' }
  }
  const subject = body.query_user_id ?? null
  if (subject !== null && typeof subject !== 'string') return fault(-2, '“query_user_id” is the id of a person.')
  const language = languageOf(body.language)
  if (language === undefined) return fault(-2, '“language” is a tag such as en or zh-CN.')
  const timeZone = isAbsent(body.timezone)
    ? null
    : typeof body.timezone === 'string'
      ? ianaTimeZone(body.timezone)
      : null
  if (!isAbsent(body.timezone) && timeZone === null)
    return fault(-2, '“timezone” is an IANA zone such as Europe/Berlin.')
  return { question, conversationId, agent, model, subject: subject === '' ? null : subject, language, timeZone }
}

function textOf(question: unknown): string | BodyFault {
  if (isAbsent(question)) return fault(-3, 'There is no question.')
  if (typeof question !== 'string') return fault(-2, '“question” has to be text.')
  return question.trim()
}

/**
 * The last message is the question. Those before it are no turns of a stored conversation, so a model gets them as part
 * of the question; the quick agent, which reads a question and no dialogue, gets the question alone.
 */
function lastOf({ question, messages }: Body, agent: AgentId): string | BodyFault {
  if (!isAbsent(question)) return fault(-2, 'Send “question” or “messages”, not both.')
  if (!Array.isArray(messages) || messages.length > MAX_MESSAGES) {
    return fault(-2, `“messages” has to be a list of at most ${MAX_MESSAGES}.`)
  }
  const read = messages.map((message: unknown) => messageOf(message)).filter((message) => message !== null)
  const last = read.at(-1)
  if (read.length !== messages.length)
    return fault(-2, 'Each message has a “role” (user or assistant) and a text “content”.')
  if (last === undefined) return fault(-3, 'There is no question.')
  if (last.role !== 'user') return fault(-2, 'The last message has to be the user’s.')
  if (last.text === '') return fault(-3, 'There is no question.')
  if (read.length === 1 || agent === 'quick') return last.text
  const before = read.slice(0, -1).map(({ role, text }) => `${role}: ${text}`)
  return `Earlier in this conversation:\n${before.join('\n')}\n\nThe question now:\n${last.text}`
}

function messageOf(message: unknown): { role: 'user' | 'assistant'; text: string } | null {
  if (!isObject(message) || typeof message.content !== 'string') return null
  const { role } = message
  return role === 'user' || role === 'assistant' ? { role, text: message.content.trim() } : null
}

/** The seed's names of agents end in "Agent". */
function agentOf(agent: unknown): AgentId | null {
  if (isAbsent(agent)) return 'quick'
  const named = agentId.safeParse(
    String(agent)
      .toLowerCase()
      .replace(/agent$/, ''),
  )
  return named.success ? named.data : null
}

/** `provider` and `model`, or both in one of them as `provider/model`. */
function modelOf(provider: unknown, model: unknown): ModelRef | null | BodyFault {
  const given = [provider, model].filter((value) => !isAbsent(value))
  if (given.some((value) => typeof value !== 'string')) return fault(-2, '“provider” and “model” have to be text.')
  if (given.length === 0) return null
  if (given.length === 2) return { provider: String(provider), model: String(model) }
  const whole = /^([^/]+)\/(.+)$/.exec(String(given[0]))
  if (whole?.[1] === undefined || whole[2] === undefined) {
    return fault(-2, 'Name provider and model: “provider” and “model”, or “model” as provider/model.')
  }
  return { provider: whole[1], model: whole[2] }
}

/** Undefined: it is no language. The app speaks two; every other is answered in English. */
function languageOf(language: unknown): string | null | undefined {
  if (isAbsent(language)) return null
  if (typeof language !== 'string' || !/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/.test(language)) return undefined
  return language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

type Body = Readonly<Record<string, unknown>>

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
