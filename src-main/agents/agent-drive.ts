/**
 * One run of an agent: its events and those of its gate in one stream, closed off by exactly one `end` whatever the
 * agent does. Stop always stops: an agent that does not heed the signal is left behind.
 */
import type { Logger } from '../log/logger.ts'
import type { GateEvent, OpenGate } from '../registry/approval/approvals.ts'
import type { Agent, AgentEvent, AgentInput } from './events.ts'
import { failure } from './runner-words.ts'

export interface Drive {
  readonly agent: Agent
  readonly input: Omit<AgentInput, 'gate' | 'signal'>
  readonly openGate: (emit: (event: GateEvent) => void) => OpenGate
  readonly signal: AbortSignal
  readonly log: Logger
  /** Gets every event at once; nothing after `end`. */
  readonly emit: (event: AgentEvent) => void
}

type EndReason = Extract<AgentEvent, { type: 'end' }>['reason']

/** Resolves after `end`. Never rejects. */
export async function driveAgent({ agent, input, openGate, signal, log, emit }: Drive): Promise<void> {
  let isOver = false
  const { promise: over, resolve: settle } = Promise.withResolvers<void>()
  const tell = (event: AgentEvent) => {
    if (!isOver) emit(event)
  }
  const gate = openGate(tell)
  const end = (reason: EndReason, last?: AgentEvent) => {
    if (isOver) return
    // What still waits is told as stopped before the end.
    gate.close()
    if (last !== undefined) tell(last)
    tell({ type: 'end', reason })
    isOver = true
    settle()
  }
  const stop = () => end('stopped')
  if (signal.aborted) {
    stop()
    return
  }
  signal.addEventListener('abort', stop, { once: true })
  void pump()
  await over
  signal.removeEventListener('abort', stop)
  await gate.settled()

  async function pump(): Promise<void> {
    try {
      // Leaving the loop closes the agent's stream.
      for await (const event of agent.run({ ...input, gate, signal })) {
        if (isOver) return
        if (event.type === 'end') {
          end(event.reason)
          return
        }
        tell(event)
      }
      end('done')
    } catch (error) {
      if (isOver) return
      log.error('an agent threw', { agent: agent.id, error })
      end('failed', failure('agent_failed', input.user.language))
    }
  }
}
