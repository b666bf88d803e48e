/** Reasoning: a hard question to a stronger model that the person configured. */
import * as z from 'zod'
import { type Companion, companionServer, textResult, told } from './companion.ts'
import { askModel, modelService } from './model-calls/chat-model.ts'

const SYSTEM =
  'You are given one hard question (mathematics, logic, puzzles, planning) with all facts that there are. ' +
  'Think it through, check the result against the question, and answer with the result and the steps that lead to it. ' +
  'If the facts do not suffice, say what is missing.'

export const reasoning: Companion = (env) => {
  const server = companionServer(
    'reasoning',
    'Hands a hard question to a stronger model. It sees nothing but the question.',
  )
  const service = modelService(env, 'REASONING', 'o3')
  if (service !== null)
    server.registerTool(
      'reasoning',
      {
        title: 'Ask a stronger model',
        description: `Asks ${service.model} one hard question and returns its answer. It knows nothing of the conversation: put every fact into the question.`,
        inputSchema: z.object({
          question: z.string().min(1).describe('The whole question with every fact that is needed.'),
        }),
        annotations: { readOnlyHint: true, openWorldHint: true },
      },
      ({ question }, { mcpReq }) =>
        told(async () =>
          textResult(
            await askModel(service, {
              system: SYSTEM,
              content: [{ type: 'text', text: question }],
              signal: mcpReq.signal,
            }),
          ),
        ),
    )
  return server
}
