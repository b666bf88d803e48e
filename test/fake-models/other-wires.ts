/**
 * The same scripted brains on the wires of OpenAI Responses, Anthropic Messages, Gemini and Ollama, played by aimock:
 * whoever wrote those formats down did not read our adapters.
 */
import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock'
import { answerOf, type Brain, type FakeAnswer, type FakeMessage, type FakeQuestion } from './fake-answer.ts'

export interface FakeWires {
  readonly origin: string
  /** Base addresses as a person would type them. */
  readonly openai: string
  readonly anthropic: string
  readonly gemini: string
  readonly ollama: string
  readonly questions: readonly FakeQuestion[]
  /** Every request with its headers and its body as it came. */
  requests(): { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }[]
  close(): Promise<void>
}

export async function startFakeWires(brain: Brain): Promise<FakeWires> {
  const questions: FakeQuestion[] = []
  const mock = new LLMock({ port: 0, logLevel: 'silent', chunkSize: 4 })
  mock.on({ predicate: () => true }, async (request) => {
    const question = questionOf(request, questions.length)
    questions.push(question)
    return responseOf(await answerOf(brain, question))
  })
  const origin = await mock.start()
  return {
    origin,
    openai: `${origin}/v1`,
    anthropic: origin,
    gemini: origin,
    ollama: origin,
    questions,
    requests: () => mock.getRequests().map(({ path, headers, body }) => ({ path, headers, body })),
    close: () => mock.stop(),
  }
}

function questionOf(request: ChatCompletionRequest, index: number): FakeQuestion {
  return {
    model: request.model,
    stream: request.stream === true,
    messages: request.messages.map(
      ({ role, content, tool_calls, tool_call_id }): FakeMessage => ({
        role,
        content,
        ...(tool_calls === undefined ? {} : { tool_calls }),
        ...(tool_call_id === undefined ? {} : { tool_call_id }),
      }),
    ),
    tools: (request.tools ?? []).map((tool) => tool.function.name),
    body: request,
    index,
  }
}

function responseOf(answer: FakeAnswer): FixtureResponse {
  if (answer.status !== undefined && answer.status !== 200) {
    const message = typeof answer.body === 'string' ? answer.body : 'refused by the script'
    return { error: { message }, status: answer.status }
  }
  const toolCalls = (answer.toolCalls ?? []).map((call) => ({
    name: call.name,
    arguments: typeof call.args === 'string' ? call.args : JSON.stringify(call.args),
    ...(call.id === undefined ? {} : { id: call.id }),
  }))
  const reasoning = answer.reasoning === undefined ? {} : { reasoning: answer.reasoning }
  if (toolCalls.length > 0) return { content: answer.text ?? '', toolCalls, ...reasoning }
  return { content: answer.text ?? '', ...reasoning }
}
