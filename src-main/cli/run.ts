/** The command line as a function: reads the words, opens or finds the hub, runs one command. */

import { reserveStdout } from '../mcp-server/reserve-stdout.ts'
import { type Command, parseCommand, USAGE, UsageError } from './arguments.ts'
import { CommandFailed, describeError, printResult, tell } from './output.ts'
import { onStopSignals } from './stop-signals.ts'

/** Commands are loaded when used: `token` need not wait for the parsers of `serve`. */
async function run(command: Command): Promise<void> {
  // Before anything else is loaded: a banner of some library on stdout would break the protocol.
  const reserved = command.name === 'stdio' ? reserveStdout() : null
  if (command.name === 'help') return printResult(USAGE)
  if (command.name === 'version') {
    const { version } = await import('../config/version.ts')
    return printResult(version)
  }
  if (command.name === 'companion') return (await import('./commands/companion.ts')).companion(command.companion)
  const { loadConfig } = await import('../config/load.ts')
  const config = loadConfig({
    env: process.env,
    flags: { dataDir: command.dataDir },
    platform: process.platform,
    homedir: (await import('node:os')).homedir(),
  })
  if (command.name === 'doctor') return (await import('./commands/doctor.ts')).doctor(config, command.json)
  if (command.name === 'serve') return (await import('./commands/serve.ts')).serve(config, command)

  if (command.name === 'stdio') {
    const { stayConnected } = await import('./staying-connection.ts')
    const staying = await stayConnected(config, command.profile)
    onStopSignals(() => void staying.close().finally(() => process.exit(1)))
    try {
      return await (await import('./commands/stdio.ts')).stdio(staying, config, reserved ?? reserveStdout())
    } finally {
      await staying.close()
    }
  }

  const { connect } = await import('./connection.ts')
  const listen = command.name === 'import'
  const tool = toolOf(command)
  const connection = await connect(config, { profile: command.profile, listen, actor: 'cli', ...(tool && { tool }) })
  // An import cancels its jobs itself; everything else leaves at once, with its data closed.
  if (command.name !== 'import') onStopSignals(() => void connection.close().finally(() => process.exit(1)))
  try {
    switch (command.name) {
      case 'import':
        return await (await import('./commands/import.ts')).importPaths(connection.client, command.paths, command.json)
      case 'call':
        return await (await import('./commands/call.ts')).callTool(connection.client, command.tool, command.args)
      case 'ask':
        return await (await import('./commands/ask.ts')).ask(connection.client, command)
      case 'tools':
        return await (await import('./commands/call.ts')).listTools(connection.client, command.json)
      case 'token':
        return await (await import('./commands/token.ts')).token(connection, command.days)
    }
  } finally {
    await connection.close()
  }
}

/** The tool that a command calls by its name. */
function toolOf(command: Command): string | undefined {
  if (command.name === 'call') return command.tool
  return command.name === 'ask' ? /^\/(\S+)/.exec(command.question)?.[1] : undefined
}

/** Runs the words of a command line (without program and script) and answers the exit status. Never rejects. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  try {
    await run(parseCommand(argv))
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      tell(`mirohub: ${error.message}\n\n${USAGE}`)
      return 2
    }
    if (!(error instanceof CommandFailed)) tell(`mirohub: ${describeError(error)}`)
    return 1
  }
}
