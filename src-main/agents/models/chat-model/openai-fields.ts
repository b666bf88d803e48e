/** What LangChain's OpenAI models are made with. Whatever the environment says about OpenAI is kept out of it. */
import type { BaseChatOpenAIFields } from '@langchain/openai'
import type { ResolvedModel } from '../types.ts'

export function openAiFields(model: ResolvedModel): BaseChatOpenAIFields {
  const { temperature, maxTokens, headers } = model.options
  return {
    model: model.ref.model,
    // The client insists on one; without a key its header is taken out below.
    apiKey: model.apiKey ?? 'none',
    maxRetries: 0,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    configuration: {
      baseURL: model.baseUrl,
      // Else OPENAI_ORG_ID and the like of the environment would go to whatever endpoint this is.
      organization: null,
      project: null,
      // OPENAI_LOG would write whole requests where the protocol of stdio runs.
      logLevel: 'off',
      ...(headers === undefined ? {} : { defaultHeaders: { ...headers } }),
      ...(model.apiKey === null ? { fetch: keyless } : {}),
    },
  }
}

/** Takes the client's stand-in for a key out again: some servers check whatever is there. */
const keyless: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.delete('authorization')
  return fetch(input, { ...init, headers })
}
