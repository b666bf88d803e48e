/** `ask QUESTION`: one run, not stored. `--json` prints the agent's events, a line each. */
import type { AgentEvent } from '../../agents/events.ts'
import type { HubClient } from '../connection.ts'
import { CommandFailed, printJson, printResult, tell } from '../output.ts'

function printPlain(event: AgentEvent): void {
  if (event.type === 'text') process.stdout.write(event.text)
  else if (event.type === 'notice') printResult([event.text, ...(event.suggestions ?? [])].join('\n  '))
  else if (event.type === 'error') tell(`${event.message} ${event.hint}`)
  else if (event.type === 'end') process.stdout.write('\n')
}

export async function ask(client: HubClient, question: string, agent: 'quick', json: boolean): Promise<void> {
  let reason: string | null = null
  for await (const event of await client.local.ask({ question, agent })) {
    if (json) printJson(event)
    else printPlain(event)
    if (event.type === 'end') reason = event.reason
  }
  if (reason === 'failed' || reason === null) {
    if (reason === null) tell('The run ended without an answer.')
    throw new CommandFailed()
  }
}
