/**
 * A scripted model server for OpenAI's chat completions, which every compatible provider speaks. It decides by a brain
 * (fake-answer.ts) what to answer and plays the faults of real ones: cut streams, odd bytes, refusals, silence.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerOf, type Brain, type FakeAnswer, type FakeMessage, type FakeQuestion } from './fake-answer.ts'
import { type FakeHttp, type RecordedRequest, startFakeHttp } from './fake-http.ts'

export interface FakeModelOptions {
  /** What GET /v1/models lists: ids, or whole entries. */
  readonly models?: readonly (string | Readonly<Record<string, unknown>>)[]
  /** Another key is refused with 401; absent takes any. */
  readonly key?: string
  readonly port?: number
  /** Asked first; true when it has answered. For paths that are not OpenAI's. */
  readonly also?: (request: RecordedRequest, response: ServerResponse) => boolean
}

export interface FakeModel extends FakeHttp {
  /** For `baseUrl`: ends in /v1. */
  readonly url: string
  /** What was asked of the model, in order; `requests` has every request. */
  readonly questions: readonly FakeQuestion[]
}

export async function startFakeModel(brain: Brain, options: FakeModelOptions = {}): Promise<FakeModel> {
  const questions: FakeQuestion[] = []
  let callCount = 0
  const nextCallId = () => `call_${++callCount}`

  const http = await startFakeHttp(async (request, response, signal) => {
    if (options.also?.(request, response)) return
    if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`) {
      return sendJson(
        response,
        401,
        openAiError('Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key'),
      )
    }
    const path = request.path.split('?')[0] ?? ''
    if (request.method === 'GET' && path.endsWith('/models')) {
      const data = (options.models ?? ['fake-model']).map((entry) =>
        typeof entry === 'string' ? { id: entry, object: 'model', created: 1, owned_by: 'fake' } : entry,
      )
      return sendJson(response, 200, { object: 'list', data })
    }
    if (request.method !== 'POST' || !path.endsWith('/chat/completions') || !isObject(request.body)) {
      return sendJson(response, 404, openAiError(`Unknown request: ${request.method} ${path}`, 'invalid_request_error'))
    }
    const question = questionOf(request.body, questions.length)
    questions.push(question)
    const answer = await answerOf(brain, question)
    if (answer.isSilent) return
    if (answer.firstMs !== undefined) await wait(answer.firstMs, signal)
    if (answer.status !== undefined || answer.body !== undefined) return sendPlain(response, answer)
    if (!question.stream) return sendJson(response, 200, wholeAnswer(answer, question.model, nextCallId))
    await sendStream(response, answer, chunksOf(answer, question, nextCallId), signal)
  }, options)
  return Object.assign(http, { url: `${http.origin}/v1`, questions })
}

/** OpenAI's shape of an error. */
export const openAiError = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
})

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendPlain(response: ServerResponse, answer: FakeAnswer): void {
  const isText = typeof answer.body === 'string'
  response
    .writeHead(answer.status ?? 200, { 'content-type': isText ? 'text/html' : 'application/json', ...answer.headers })
    .end(isText ? answer.body : JSON.stringify(answer.body ?? {}))
}

function questionOf(body: Readonly<Record<string, unknown>>, index: number): FakeQuestion {
  const tools = Array.isArray(body.tools) ? body.tools : []
  return {
    model: String(body.model),
    stream: body.stream === true,
    messages: Array.isArray(body.messages) ? body.messages.filter(isMessage) : [],
    tools: tools.map((tool: unknown) =>
      isObject(tool) && isObject(tool.function) && typeof tool.function.name === 'string' ? tool.function.name : '',
    ),
    body,
    index,
  }
}

const finishOf = (answer: FakeAnswer) => answer.finish ?? (answer.toolCalls?.length ? 'tool_calls' : 'stop')

const argumentsOf = (args: unknown): string => (typeof args === 'string' ? args : JSON.stringify(args))

function usageOf({ usage = { input: 11, output: 7 } }: FakeAnswer) {
  if (usage === null) return null
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    ...(usage.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
  }
}

function wholeAnswer(answer: FakeAnswer, model: string, nextCallId: () => string) {
  const calls = (answer.toolCalls ?? []).map((call) => ({
    id: call.id ?? nextCallId(),
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call.args) },
  }))
  const message = {
    role: 'assistant',
    content: answer.text ?? null,
    ...(answer.reasoning === undefined ? {} : { reasoning_content: answer.reasoning }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  const usage = usageOf(answer)
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: finishOf(answer) }],
    ...(usage === null ? {} : { usage }),
  }
}

/** Pieces by characters, never half of one: what cuts characters is `writeBytes`. */
function pieces(text: string, size: number): string[] {
  const characters = Array.from(text)
  const out: string[] = []
  for (let at = 0; at < characters.length; at += size) out.push(characters.slice(at, at + size).join(''))
  return out
}

/** The `data:` payloads of a streamed answer, without the end mark. */
function chunksOf(answer: FakeAnswer, question: FakeQuestion, nextCallId: () => string): unknown[] {
  const size = answer.tokenChars ?? 4
  const chunk = (delta: object, finish: string | null = null) => ({
    id: 'chatcmpl-fake',
    object: 'chat.completion.chunk',
    created: 1,
    model: question.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const calls = (answer.toolCalls ?? []).flatMap((call, index) => [
    chunk({
      tool_calls: [
        { index, id: call.id ?? nextCallId(), type: 'function', function: { name: call.name, arguments: '' } },
      ],
    }),
    ...pieces(argumentsOf(call.args), size).map((part) =>
      chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
    ),
  ])
  const usage = usageOf(answer)
  const wantsUsage = isObject(question.body.stream_options) && question.body.stream_options.include_usage === true
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(answer.reasoning ?? '', size).map((part) => chunk({ reasoning_content: part })),
    ...pieces(answer.text ?? '', size).map((part) => chunk({ content: part })),
    ...calls,
    chunk({}, finishOf(answer)),
    ...(usage !== null && wantsUsage ? [{ ...chunk({}), choices: [], usage }] : []),
  ]
}

async function sendStream(
  response: ServerResponse,
  answer: FakeAnswer,
  chunks: readonly unknown[],
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...answer.headers })
  response.flushHeaders()
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    const size = answer.writeBytes ?? bytes.length
    for (let at = 0; at < bytes.length && !signal.aborted; at += size) {
      response.write(bytes.subarray(at, at + size))
      // Another turn of the loop, so that the pieces do not leave in one packet.
      if (size < bytes.length) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  for (const [index, chunk] of chunks.entries()) {
    if (signal.aborted) return
    if (answer.cutAfter !== undefined && index >= answer.cutAfter) {
      if (answer.isCutQuietly) {
        response.end()
        return
      }
      // What was written must have left before the connection goes.
      await new Promise((resolve) => setTimeout(resolve, 20))
      response.socket?.destroy()
      return
    }
    if (answer.tokenMs !== undefined && index > 0) await wait(answer.tokenMs, signal)
    await write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  await write('data: [DONE]\n\n')
  response.end()
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    // The client hung up; `signal` says so to who goes on.
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMessage = (value: unknown): value is FakeMessage => isObject(value) && typeof value.role === 'string'
