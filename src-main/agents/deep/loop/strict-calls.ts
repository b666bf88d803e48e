/**
 * The tool calls of an answer, read strictly. LangChain completes arguments that break off (`{"to": "2025-0` becomes a
 * call with half a date) and drops those it cannot read, after which the run ends without a word. Here the text as it
 * was sent decides: what is plain is mended, everything else goes back to the model as an error.
 */
import { AIMessage, AIMessageChunk } from '@langchain/core/messages'
import { isObject } from '../../../mcp-client/model/json-value.ts'
import { readArguments } from '../limits/repair-arguments.ts'

/** The argument under which a call carries what could not be read; no tool has one of this name. */
export const UNREADABLE = '__unreadable_arguments'

export interface StrictAnswer {
  readonly message: AIMessage
  /** Calls whose arguments could not be read. */
  readonly unreadable: number
}

interface WrittenCall {
  readonly id: string | undefined
  readonly name: string
  /** As it was sent; null where the provider sends objects. */
  readonly text: string | null
  readonly args: Readonly<Record<string, unknown>>
}

/** @param newId For calls that came without an id. */
export function strictAnswer(message: AIMessage | AIMessageChunk, newId: () => string): StrictAnswer {
  const written = writtenCalls(message)
  let unreadable = 0
  const seen = new Set<string>()
  const calls = written.map(({ id, name, text, args }) => {
    const read = text === null ? { ok: true as const, args } : readArguments(text)
    if (!read.ok) unreadable++
    // A model that gives two calls one id would have one result for both.
    const own = id === undefined || id === '' || seen.has(id) ? newId() : id
    seen.add(own)
    return {
      id: own,
      name,
      args: read.ok ? { ...read.args } : { [UNREADABLE]: text ?? '' },
      type: 'tool_call' as const,
    }
  })
  return {
    message: new AIMessage({
      content: Array.isArray(message.content)
        ? message.content.map((part) => readablePart(part, calls))
        : message.content,
      additional_kwargs: withoutRawCalls(message.additional_kwargs),
      response_metadata: message.response_metadata,
      tool_calls: calls,
      invalid_tool_calls: [],
      ...(message.id === undefined ? {} : { id: message.id }),
      ...(message.usage_metadata === undefined ? {} : { usage_metadata: message.usage_metadata }),
    }),
    unreadable,
  }
}

function writtenCalls(message: AIMessage | AIMessageChunk): WrittenCall[] {
  const texts = AIMessageChunk.isInstance(message) ? streamedTexts(message) : new Map<string, string>()
  const good = (message.tool_calls ?? []).map(({ id, name, args }) => ({
    id,
    name,
    text: texts.get(id ?? name) ?? null,
    args,
  }))
  const bad = (message.invalid_tool_calls ?? []).map(({ id, name, args }) => ({
    id,
    name: name ?? '',
    text: args ?? '',
    args: {},
  }))
  return [...good, ...bad]
}

/** The arguments of each call as they streamed, by its id, or name where it has none. */
function streamedTexts({ tool_call_chunks: chunks = [] }: AIMessageChunk): Map<string, string> {
  const byIndex = new Map<string, { key: string; text: string }>()
  for (const { index, id, name, args } of chunks) {
    const place = index === undefined ? `id:${id ?? name ?? ''}` : `at:${index}`
    const known = byIndex.get(place)
    if (known === undefined) byIndex.set(place, { key: id ?? name ?? '', text: args ?? '' })
    else if (id !== undefined && id !== '' && known.key !== id && known.key !== '') {
      // Some servers number every call 0: a new id begins a new one.
      byIndex.set(`${place}:${known.key}`, known)
      byIndex.set(place, { key: id, text: args ?? '' })
    } else {
      known.text += args ?? ''
      if (known.key === '') known.key = id ?? name ?? ''
    }
  }
  return new Map([...byIndex.values()].map(({ key, text }) => [key, text]))
}

type Call = { readonly id: string; readonly args: Record<string, unknown> }

/** Blocks of providers that hold calls in the content are sent back as they stand, so they get the same arguments. */
function readablePart<P>(part: P, calls: readonly Call[]): P {
  if (!isObject(part) || part.type !== 'tool_use') return part
  const call = calls.find(({ id }) => id === part.id)
  return call === undefined ? part : { ...part, input: call.args }
}

/** The raw calls of the wire would win over the mended ones when the answer is sent back. */
function withoutRawCalls({ tool_calls: _, ...rest }: AIMessage['additional_kwargs']): AIMessage['additional_kwargs'] {
  return rest
}
