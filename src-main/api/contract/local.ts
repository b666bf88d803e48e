/** What only the owner's own processes may ask: the command line and the stdio bridge, never a browser page. */
import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'
import type { AgentEvent } from '../../agents/events.ts'
import type { ToolDefinition, ToolOutcome } from '../../registry/types.ts'

const isObject = (value: unknown) => typeof value === 'object' && value !== null

export type InvokeEvent =
  | { type: 'progress'; done: number; total: number | null; message?: string }
  | { type: 'outcome'; outcome: ToolOutcome }

export const localContract = {
  /** One run that is not stored as a conversation. */
  ask: oc
    .input(z.object({ question: z.string().trim().min(1).max(8000), agent: z.enum(['quick']) }))
    .output(eventIterator(z.custom<AgentEvent>(isObject))),
  /** The registry's list for this caller, gated by data as `/mcp` gates it. */
  tools: oc.output(z.array(z.custom<ToolDefinition>(isObject))),
  /** The hub's MCP resources and templates, as `/mcp` lists them. */
  resources: oc.output(z.custom<{ resources: Resource[]; templates: ResourceTemplateType[] }>(isObject)),
  /** Null: there is no such resource. */
  readResource: oc.input(z.object({ uri: z.string() })).output(z.custom<ReadResourceResult>(isObject).nullable()),
  /** One call; progress first, the outcome last. Ending the stream cancels the call. */
  invoke: oc
    .input(z.object({ tool: z.string(), args: z.unknown(), actor: z.string().max(120).optional() }))
    .output(eventIterator(z.custom<InvokeEvent>(isObject))),
  /** A client of a stdio endpoint made a request: for "heard from just now". */
  heard: oc.input(
    z.object({ name: z.string().nullable(), version: z.string().nullable(), protocol: z.string().nullable() }),
  ),
  /** A fresh one-time page address, for "a hub already runs" messages and `serve --open`. */
  pageUrl: oc.output(z.object({ url: z.string().nullable(), mcp: z.string(), pid: z.number() })),
}
