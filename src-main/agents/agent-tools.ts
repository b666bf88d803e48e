/**
 * The tools of one run. Data tools run as the person whom the conversation is about, within what they share; tools of
 * external servers run as the person who asks, whose servers they are. All calls carry the run's gate.
 */
import type { Caller, Registry, ToolCall, ToolDefinition, ToolOutcome } from '../registry/types.ts'
import type { AgentInput } from './events.ts'

export interface AgentCall {
  readonly tool: string
  readonly args: unknown
  /** The id of its `tool_call` event. */
  readonly callId: string
  /** Of this call alone; the run's own counts besides. */
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly onProgress?: ToolCall['onProgress']
  readonly onOutput?: ToolCall['onOutput']
  /** The person typed this very call themself. */
  readonly approved?: boolean
}

export interface AgentTools {
  /** What the agent may see, in name order; asked anew, since servers and switches change. */
  list(): Promise<readonly ToolDefinition[]>
  /** Never throws. */
  invoke(call: AgentCall): Promise<ToolOutcome>
}

export type AgentToolsInput = Pick<AgentInput, 'user' | 'subject' | 'gate' | 'conversationId' | 'signal'>

/** `agent` is the upper-case name whose allow and deny lists apply; `abilities` what the person turned on for it. */
export function agentTools(
  registry: Pick<Registry, 'list' | 'invoke'>,
  { user, subject, gate, conversationId, signal }: AgentToolsInput,
  agent: 'DEEP' | 'BASE' | 'QUICK',
  abilities: NonNullable<Caller['abilities']> = [],
): AgentTools {
  const isSelf = subject.user.id === user.id
  const base = {
    actor: `agent:${agent.toLowerCase()}`,
    agent,
    scopes: null,
    ...(conversationId === null ? {} : { sessionId: conversationId }),
  }
  // They work in a conversation's own folder.
  const asker: Caller = { ...base, user, ...(abilities.length > 0 && conversationId !== null ? { abilities } : {}) }
  const ofSubject: Caller = { ...base, user: subject.user, dataClasses: subject.dataClasses }
  const isOfServer = ({ origin }: ToolDefinition) => origin.kind === 'server'

  async function listed(): Promise<{ tool: ToolDefinition; caller: Caller }[]> {
    if (isSelf) return (await registry.list(asker)).map((tool) => ({ tool, caller: asker }))
    const [own, data] = await Promise.all([registry.list(asker), registry.list(ofSubject)])
    return [
      ...data.filter((tool) => !isOfServer(tool)).map((tool) => ({ tool, caller: ofSubject })),
      ...own.filter(isOfServer).map((tool) => ({ tool, caller: asker })),
    ].sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1))
  }

  return {
    list: async () => (await listed()).map(({ tool }) => tool),
    async invoke({ tool, args, callId, signal: own, timeoutMs, onProgress, onOutput, approved }) {
      let caller = asker
      if (!isSelf) {
        const known = await listed()
        const found = known.find((one) => one.tool.name === tool)
        // A name that is guessed could lead to a server of the other person.
        if (found === undefined)
          return {
            ok: false,
            error: {
              code: 'unknown_tool',
              message: `There is no tool ${tool}.`,
              hint: `Tools: ${known.map((one) => one.tool.name).join(', ')}.`,
            },
            durationMs: 0,
          }
        caller = found.caller
      }
      return registry.invoke({
        tool,
        args,
        caller,
        callId,
        run: gate,
        signal: own === undefined ? signal : AbortSignal.any([signal, own]),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...(onProgress === undefined ? {} : { onProgress }),
        ...(onOutput === undefined ? {} : { onOutput }),
        ...(approved === undefined ? {} : { approved }),
      })
    },
  }
}
