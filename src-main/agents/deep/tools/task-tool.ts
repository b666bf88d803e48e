/** A part of the work for a sub-agent: a loop of its own with the same door, and only its last words come back. */
import { textArgument } from './arguments.ts'
import { failed, type OfferedTool, type ToolRunning } from './offered-tool.ts'

export interface SubTask {
  readonly title: string
  readonly prompt: string
}

/** @param run Works on it and answers with its last words; throws what ends it. */
export function taskTool(run: (task: SubTask, running: ToolRunning) => Promise<string>): OfferedTool {
  return {
    name: 'task',
    description:
      'Gives one large part of the work to a helper with a fresh memory, such as reading a long document or one of several ' +
      'independent questions. It sees nothing of this conversation and cannot ask: say everything it needs and what it shall bring back.',
    inputSchema: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'A few words for the person to read.' },
        prompt: { type: 'string', description: 'The whole task.' },
      },
      required: ['title', 'prompt'],
      additionalProperties: false,
    },
    // Its calls pass the door one by one; what it may do is decided there.
    isReadOnly: true,
    async run(args, running) {
      const prompt = textArgument(args, 'prompt', 'description')?.trim() ?? ''
      if (prompt === '') return failed('invalid_arguments', 'prompt is missing.')
      const said = await run({ title: textArgument(args, 'title') ?? '', prompt }, running)
      return said.trim() === ''
        ? failed('empty_answer', 'The helper came back without an answer.', 'Do it yourself.')
        : { ok: true, text: said, preview: { answer: said } }
    },
  }
}
