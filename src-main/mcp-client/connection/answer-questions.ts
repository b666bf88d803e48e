/** Takes the questions of older servers, which come as requests in the middle of a call. */
import { type Client, type InputRequest, specTypeSchemas } from '@modelcontextprotocol/client'
import type { ServerSettings } from '../model/server-entry.ts'

/** What the settings do not allow is not declared, and has no handler: the SDK refuses it as unknown. */
export function answerQuestions(
  client: Client,
  asks: ServerSettings['asks'],
  ask: (request: InputRequest, signal: AbortSignal) => Promise<unknown>,
): void {
  if (asks.elicitation) {
    client.setRequestHandler('elicitation/create', async ({ method, params }, { mcpReq }) => {
      const answer = await ask({ method, params }, mcpReq.signal)
      const read = specTypeSchemas.ElicitResult['~standard'].validate(answer)
      if (read.issues) throw new Error('the answer is no result of an elicitation')
      return read.value
    })
  }
  if (asks.sampling) {
    client.setRequestHandler('sampling/createMessage', async ({ method, params }, { mcpReq }) => {
      const answer = await ask({ method, params }, mcpReq.signal)
      const read = specTypeSchemas.CreateMessageResult['~standard'].validate(answer)
      if (read.issues) throw new Error('the answer is no message of a model')
      return read.value
    })
  }
  if (asks.roots) {
    client.setRequestHandler('roots/list', async ({ method }, { mcpReq }) => {
      const answer = await ask({ method }, mcpReq.signal)
      const read = specTypeSchemas.ListRootsResult['~standard'].validate(answer)
      if (read.issues) throw new Error('the answer is no list of roots')
      return read.value
    })
  }
}
