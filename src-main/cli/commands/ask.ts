/** `ask QUESTION`: one run, not stored. `--json` prints the agent's events, a line each. */
import type { AgentEvent } from '../../agents/events.ts'
import type { HubClient } from '../connection.ts'
import { CommandFailed, printJson, printResult, tell } from '../output.ts'

function printPlain(event: AgentEvent): void {
  switch (event.type) {
    case 'text':
      return void process.stdout.write(event.text)
    case 'notice':
      printResult(`${event.text}${event.suggestions?.length ? `\n  ${event.suggestions.join('\n  ')}` : ''}`)
      return
    case 'error':
      return tell(`${event.message} ${event.hint}`)
    case 'end':
      return void process.stdout.write('\n')
    default:
      return
  }
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
