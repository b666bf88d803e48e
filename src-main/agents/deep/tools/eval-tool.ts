/** Code that a model writes, run by the REPL of the run. */
import type { ReplSession, ReplTool } from '../../repl/types.ts'
import { textArgument } from './arguments.ts'
import { failed, type OfferedTool } from './offered-tool.ts'

/** @param callable What code may call; told in the description. */
export function evalTool(session: ReplSession, callable: readonly ReplTool[]): OfferedTool {
  const names = callable.map(({ name }) => `tools.${name}`)
  return {
    name: 'eval',
    description:
      'Runs JavaScript or TypeScript and answers with the value of its last expression and the console. For arithmetic, ' +
      'dates and statistics: never work numbers out in your head. No network, no files. What you define stays until ' +
      `the end of the conversation.${names.length === 0 ? '' : ` Tools that only read can be awaited, with their arguments as one object: ${names.join(', ')}.`}`,
    inputSchema: {
      type: 'object',
      properties: { code: { type: 'string', description: 'Top-level await is allowed.' } },
      required: ['code'],
      additionalProperties: false,
    },
    isReadOnly: true,
    async run(args, { callId, signal }) {
      const code = textArgument(args, 'code')
      if (code === null) return failed('invalid_arguments', 'code is missing.')
      const outcome = await session.eval(code, { callId, signal })
      const said = outcome.console === '' ? '' : `\nConsole:\n${outcome.console}`
      if (!outcome.ok) {
        const { error } = outcome
        return { ok: false, preview: { console: outcome.console }, error: { ...error, message: error.message + said } }
      }
      const note = outcome.note === undefined ? '' : `\n[${outcome.note}]`
      return {
        ok: true,
        text: `${outcome.result}${said}${note}`,
        preview: { result: outcome.result, ...(outcome.console === '' ? {} : { console: outcome.console }) },
        ...(outcome.isCut ? { truncated: true } : {}),
      }
    },
  }
}
