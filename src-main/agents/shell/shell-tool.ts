/** The shell as a tool of the registry: offered to agents whose person turned it on, asked for at every call. */
import type { MetaTool } from '../../registry/meta-tools.ts'
import type { ToolDefinition } from '../../registry/types.ts'
import { argumentCheck } from '../../registry/validate-arguments.ts'
import { readCommand } from './command-notes.ts'
import type { Shell } from './shell.ts'

const DEFAULT_SECONDS = 60
const MAX_SECONDS = 600

const definition: ToolDefinition = {
  name: 'run_command',
  title: 'Run a command',
  description:
    "Runs one command line in the person's shell, in a working folder that belongs to this conversation, and answers " +
    'with what it wrote. The person is asked before every command and sees all of it: keep it short and readable, one ' +
    'step at a time, no tricks. There is no input; interactive programs end at their time limit. Files that should ' +
    'last stay in the working folder.',
  inputSchema: {
    type: 'object',
    properties: {
      command: { type: 'string', minLength: 1, maxLength: 4_000, description: 'The whole command line.' },
      seconds: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_SECONDS,
        description: `When it is ended. ${DEFAULT_SECONDS} where absent.`,
      },
    },
    required: ['command'],
    additionalProperties: false,
  },
  origin: { kind: 'packaged', file: 'shell-tool.ts' },
  needsIdentity: true,
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true, idempotentHint: false },
  scope: 'mcp:write',
  approval: 'shell',
}

export function shellTool(shell: Shell): MetaTool {
  return {
    definition,
    check: argumentCheck(definition.inputSchema),
    isOffered: ({ abilities }) => abilities?.includes('shell') === true,
    shown({ command }, { sessionId }) {
      const { programs, notes } = readCommand(String(command))
      return { folder: shell.folder(sessionId ?? ''), sandbox: shell.sandbox, programs, notes }
    },
    async run({ command, seconds }, { sessionId }, { run, signal, onOutput }) {
      // Whoever has no run cannot have been asked.
      if (run === undefined || sessionId === undefined || typeof command !== 'string')
        return { success: false, error: 'Commands run in conversations, where the person is asked.' }
      const answer = await shell.run({
        command,
        conversationId: sessionId,
        timeoutMs: (typeof seconds === 'number' ? seconds : DEFAULT_SECONDS) * 1000,
        signal: signal ?? new AbortController().signal,
        onOutput: (text) => onOutput?.(text),
      })
      if (!answer.ok) return { success: false, error: `${answer.message} ${answer.hint}` }
      const { exitCode, endedBy, output, durationMs } = answer
      return {
        success: exitCode === 0,
        exit_code: exitCode,
        ...(endedBy === 'itself' ? {} : { ended_by: endedBy === 'stop' ? 'stopped' : 'time limit' }),
        output: output === '' ? '(it wrote nothing)' : output,
        duration_ms: Math.round(durationMs),
      }
    },
  }
}
