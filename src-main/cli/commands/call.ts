/** `call TOOL JSON` and `tools`: the registry from a shell. */
import { readFileSync } from 'node:fs'
import { UsageError } from '../arguments.ts'
import type { HubClient } from '../connection.ts'
import { CommandFailed, printJson, printResult, tell } from '../output.ts'

function parseArguments(text: string): unknown {
  const source = text === '-' ? readFileSync(0, 'utf8') : text
  try {
    return JSON.parse(source)
  } catch (error) {
    throw new UsageError(`the arguments are not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export async function callTool(client: HubClient, tool: string, args: string): Promise<void> {
  const outcome = await client.tools.run({ name: tool, args: parseArguments(args) })
  if (!outcome.ok) {
    tell(`${outcome.error.message} ${outcome.error.hint}`.trim())
    throw new CommandFailed()
  }
  if (outcome.notice !== undefined) tell(outcome.notice)
  printJson(outcome.result)
  if (outcome.success) return
  const { result } = outcome
  const said =
    typeof result === 'object' && result !== null && 'message' in result
      ? String(result.message)
      : 'The tool reports a failure.'
  tell(said)
  throw new CommandFailed()
}

export async function listTools(client: HubClient, json: boolean): Promise<void> {
  const { tools, warnings } = await client.tools.list()
  if (json) {
    printJson(
      tools.map(({ name, title, description, inputSchema, origin, enabled, hidden }) => ({
        name,
        title,
        description,
        schema: inputSchema,
        origin,
        enabled,
        hidden,
      })),
    )
  } else {
    for (const tool of tools)
      printResult(`${tool.name}${tool.enabled ? '' : ' (off)'}\n  ${tool.description.split('\n')[0] ?? ''}`)
  }
  for (const warning of warnings) tell(`warning: ${warning}`)
}
