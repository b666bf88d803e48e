/**
 * A companion: an MCP server of ours that runs as a process of its own, started like any external server. It gets its
 * keys through its environment and knows nothing of the hub, its data or its database.
 */
import { McpServer } from '@modelcontextprotocol/server'
import { version } from '../config/version.ts'

/** The variables of the process; a tool whose key is missing is not listed. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Builds the server anew; one instance serves one connection. */
export type Companion = (env: Environment) => McpServer

export function companionServer(name: string, instructions: string): McpServer {
  return new McpServer({ name, version }, { capabilities: { tools: {} }, instructions })
}

/** A variable that is set and not blank. */
export function setting(env: Environment, name: string): string | null {
  const value = env[name]?.trim()
  return value ? value : null
}

interface TextResult {
  [key: string]: unknown
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** A result with an object for programs and readable text for models. */
export function textResult(text: string, structured?: Record<string, unknown>): TextResult {
  return { content: [{ type: 'text', text }], ...(structured === undefined ? {} : { structuredContent: structured }) }
}

/** A failure that the model can read: what happened, and what to do. */
export function failedResult(error: unknown): TextResult {
  return { content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }], isError: true }
}

/** Runs a tool's work: what it throws becomes a result. */
export async function told(work: () => Promise<TextResult>): Promise<TextResult> {
  try {
    return await work()
  } catch (error) {
    return failedResult(error)
  }
}
