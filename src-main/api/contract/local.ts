/** What only the owner's own processes may ask: the command line and the stdio bridge, never a browser page. */
import type {
  CompleteResult,
  GetPromptResult,
  JSONValue,
  LoggingLevel,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'
import type { AgentEvent } from '../../agents/events.ts'
import type { Asking } from '../../mcp-server/client-channel.ts'
import type { ToolDefinition, ToolOutcome } from '../../registry/types.ts'
import { agentId, modelRef } from './chat.ts'

const isObject = (value: unknown) => typeof value === 'object' && value !== null

export type InvokeEvent =
  | { type: 'progress'; done: number; total: number | null; message?: string }
  | { type: 'log'; level: LoggingLevel; data: JSONValue; logger?: string }
  | { type: 'outcome'; outcome: ToolOutcome }

/** The client behind a bridge: what it can be asked, and what it answered. */
const bridgedClient = z.object({
  can: z.array(z.enum(['form', 'url', 'sampling', 'roots'])),
  answers: z.record(z.string(), z.unknown()),
  state: z.custom<JSONValue>(() => true).optional(),
})
export type BridgedClient = z.infer<typeof bridgedClient>

/** A failure is `error`; questions to the client behind the bridge are `ask`. */
export type BridgedAnswer<T> = T | Asking | null

export const localContract = {
  /** One run that is not stored as a conversation. */
  ask: oc
    .input(
      z.object({
        question: z.string().trim().min(1).max(8000),
        agent: agentId,
        /** Absent or null: the agent's default. */
        model: modelRef.nullable().optional(),
      }),
    )
    .output(eventIterator(z.custom<AgentEvent>(isObject))),
  /** The registry's list for this caller, gated by data as `/mcp` gates it. `asApp`: for another program, by a bridge. */
  tools: oc.input(z.object({ asApp: z.boolean() }).optional()).output(z.array(z.custom<ToolDefinition>(isObject))),
  /** The hub's MCP resources and templates, as `/mcp` lists them. */
  resources: oc.output(z.custom<{ resources: Resource[]; templates: ResourceTemplateType[] }>(isObject)),
  /** Null: there is no such resource. */
  readResource: oc
    .input(z.object({ uri: z.string(), client: bridgedClient }))
    .output(z.custom<BridgedAnswer<ReadResourceResult>>((value) => value === null || isObject(value))),
  prompts: oc.output(z.array(z.custom<Prompt>(isObject))),
  /** Null: there is no such prompt. */
  getPrompt: oc
    .input(z.object({ name: z.string(), args: z.record(z.string(), z.string()), client: bridgedClient }))
    .output(z.custom<BridgedAnswer<GetPromptResult>>((value) => value === null || isObject(value))),
  complete: oc
    .input(
      z.object({
        ref: z.union([z.object({ prompt: z.string() }), z.object({ template: z.string() })]),
        name: z.string(),
        value: z.string(),
        others: z.record(z.string(), z.string()),
      }),
    )
    .output(z.custom<CompleteResult['completion'] | null>((value) => value === null || isObject(value))),
  /**
   * One call; progress first, the outcome last. Ending the stream cancels the call. With `client` it is the call of
   * another program behind a bridge.
   */
  invoke: oc
    .input(
      z.object({
        tool: z.string(),
        args: z.unknown(),
        actor: z.string().max(120).optional(),
        client: bridgedClient.optional(),
      }),
    )
    .output(eventIterator(z.custom<InvokeEvent>(isObject))),
  /** A client of a stdio endpoint made a request: for "heard from just now". */
  heard: oc.input(
    z.object({ name: z.string().nullable(), version: z.string().nullable(), protocol: z.string().nullable() }),
  ),
  /** A fresh one-time page address, for "a hub already runs" messages and `serve --open`. */
  pageUrl: oc.output(z.object({ url: z.string().nullable(), mcp: z.string(), pid: z.number() })),
}
