/**
 * `ask QUESTION`: one run, not stored. `--json` prints the agent's events, a line each. What would wait for a person is
 * refused at once, since nobody can answer here.
 */
import type { AgentEvent } from '../../agents/events.ts'
import type { AskedAgent, AskedModel } from '../arguments.ts'
import type { HubClient } from '../connection.ts'
import { CommandFailed, printJson, printResult, tell } from '../output.ts'

export interface Asked {
  readonly question: string
  readonly agent: AskedAgent
  readonly model: AskedModel | null
  readonly json: boolean
}

/** A refusal that a person could have prevented. */
const REFUSED = new Set(['not_approved'])

export async function ask(client: HubClient, { question, agent, model, json }: Asked): Promise<void> {
  let reason: string | null = null
  let isRefused = false
  const print = createPrinter()
  for await (const event of await client.local.ask({ question, agent, model })) {
    if (json) printJson(event)
    else print(event)
    if (event.type === 'tool_result' && event.error !== undefined) isRefused ||= REFUSED.has(event.error.code)
    if (event.type === 'end') reason = event.reason
  }
  if (isRefused) tell('A call that needs your approval was not run. Ask the same in the Mirohub window to approve it.')
  if (reason === null) tell('The run ended without an answer.')
  if (reason === 'stopped') tell('The answer was stopped.')
  if (reason !== 'done' && reason !== 'declined') throw new CommandFailed()
}

/** The answer alone goes to stdout; what the run does on the way is told on stderr. */
function createPrinter(): (event: AgentEvent) => void {
  let hasText = false
  const names = new Map<string, string>()
  return (event) => {
    switch (event.type) {
      case 'text':
        hasText = true
        process.stdout.write(event.text)
        return
      case 'tool_call':
        names.set(event.id, event.server === undefined ? event.tool : `${event.server}: ${event.tool}`)
        return
      case 'tool_result':
        if (event.error !== undefined)
          tell(`${names.get(event.id) ?? 'A tool'}: ${event.error.message} ${event.error.hint}`.trim())
        return
      case 'notice': {
        const text = [event.text, ...(event.suggestions ?? [])].join('\n  ')
        // An answer that was declined is what there is to read.
        if (event.code === 'declined' || event.code === 'suggestion' || event.code === 'corrected') printResult(text)
        else tell(text)
        return
      }
      case 'error':
        tell(`${event.message} ${event.hint}`.trim())
        return
      case 'end':
        if (hasText) process.stdout.write('\n')
        return
    }
  }
}
