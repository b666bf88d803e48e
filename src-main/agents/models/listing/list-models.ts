/** Asks a provider which models it has, over whichever wire, and leaves out those that do not chat. */
import * as z from 'zod'
import { chats, modelInfo } from '../model-facts.ts'
import type { ModelInfo } from '../types.ts'
import { AnswerError, askJson, type Fetch, type ProviderAccess } from './ask.ts'

const MAX_MODELS = 2_000
/** Models of Ollama are asked one by one; so many at a time. */
const AT_ONCE = 4

export interface ListingOptions {
  readonly fetch: Fetch
  readonly signal: AbortSignal
}

/** Sorted as a person looks for them. @throws what askJson throws; ZodError for JSON that is no list of models. */
export async function listModels(access: ProviderAccess, options: ListingOptions): Promise<ModelInfo[]> {
  const models = await listed(access, options)
  return models.slice(0, MAX_MODELS).sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

function listed(access: ProviderAccess, options: ListingOptions): Promise<ModelInfo[]> {
  switch (access.wire) {
    case 'anthropic':
      return anthropicModels(access, options)
    case 'google':
      return googleModels(access, options)
    case 'ollama':
      return ollamaModels(access, options)
    case 'openai':
    case 'openai-compatible':
      return access.preset === 'lmstudio' ? lmStudioModels(access, options) : openAiModels(access, options)
  }
}

/** OpenAI tells ids alone; OpenRouter, vLLM and others tell more under names of their own. */
const openAiList = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string().nullish().catch(null),
      context_length: z.number().nullish().catch(null),
      max_model_len: z.number().nullish().catch(null),
      supported_parameters: z.array(z.string()).nullish().catch(null),
      architecture: z
        .looseObject({
          input_modalities: z.array(z.string()).nullish(),
          output_modalities: z.array(z.string()).nullish(),
        })
        .nullish()
        .catch(null),
    }),
  ),
})

async function openAiModels(access: ProviderAccess, options: ListingOptions): Promise<ModelInfo[]> {
  const { data } = openAiList.parse(await askJson(access, '/models', options))
  return data
    .filter(({ id, architecture }) => chats(id) && (architecture?.output_modalities?.includes('text') ?? true))
    .map(({ id, name, context_length, max_model_len, supported_parameters: parameters, architecture }) =>
      modelInfo(
        id,
        {
          ...(name ? { name } : {}),
          contextWindow: context_length ?? max_model_len ?? null,
          ...(parameters
            ? {
                supportsTools: parameters.includes('tools'),
                reasons: parameters.includes('reasoning') || parameters.includes('include_reasoning'),
              }
            : {}),
          ...(architecture?.input_modalities
            ? { supportsImages: architecture.input_modalities.includes('image') }
            : {}),
        },
        access.wire,
      ),
    )
}

const lmStudioList = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      type: z.string().nullish(),
      max_context_length: z.number().nullish().catch(null),
      loaded_context_length: z.number().nullish().catch(null),
      capabilities: z.array(z.string()).nullish().catch(null),
    }),
  ),
})

/** LM Studio's own list says which kind a model is; older ones have only the compatible list. */
async function lmStudioModels(access: ProviderAccess, options: ListingOptions): Promise<ModelInfo[]> {
  const own = { ...access, baseUrl: access.baseUrl.replace(/\/v1$/, '') }
  let answer: unknown
  try {
    answer = await askJson(own, '/api/v0/models', options)
  } catch (error) {
    if (error instanceof AnswerError && error.status === 404) return openAiModels(access, options)
    throw error
  }
  const list = lmStudioList.safeParse(answer)
  // Whatever it does not know it answers with 200 and an error.
  if (!list.success) return openAiModels(access, options)
  return list.data.data
    .filter(({ id, type }) => (type === 'llm' || type === 'vlm' || type == null) && chats(id))
    .map(({ id, type, max_context_length, loaded_context_length, capabilities }) =>
      modelInfo(
        id,
        {
          contextWindow: loaded_context_length ?? max_context_length ?? null,
          supportsImages: type === 'vlm',
          ...(capabilities ? { supportsTools: capabilities.includes('tool_use') } : {}),
        },
        access.wire,
      ),
    )
}

const supported = z.looseObject({ supported: z.boolean() }).nullish().catch(null)
const anthropicList = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string(),
      display_name: z.string().nullish(),
      lifecycle: z.string().nullish(),
      max_input_tokens: z.number().nullish().catch(null),
      capabilities: z
        .looseObject({ image_input: supported, pdf_input: supported, thinking: supported })
        .nullish()
        .catch(null),
    }),
  ),
})

async function anthropicModels(access: ProviderAccess, options: ListingOptions): Promise<ModelInfo[]> {
  const { data } = anthropicList.parse(await askJson(access, '/v1/models?limit=1000', options))
  return data
    .filter(({ id, lifecycle }) => chats(id) && lifecycle !== 'retired')
    .map(({ id, display_name: name, max_input_tokens, capabilities }) =>
      modelInfo(
        id,
        {
          ...(name ? { name } : {}),
          contextWindow: max_input_tokens ?? null,
          supportsTools: true,
          supportsPdf: capabilities?.pdf_input?.supported ?? true,
          ...(capabilities?.image_input ? { supportsImages: capabilities.image_input.supported } : {}),
          ...(capabilities?.thinking ? { reasons: capabilities.thinking.supported } : { reasons: thinks(id) }),
        },
        access.wire,
      ),
    )
}

/** Claude thinks since 3.7. */
const thinks = (id: string): boolean => !/^claude-(instant|2|3-(opus|sonnet|haiku|5))/.test(id)

const googleList = z.looseObject({
  models: z
    .array(
      z.looseObject({
        name: z.string(),
        displayName: z.string().nullish(),
        inputTokenLimit: z.number().nullish(),
        supportedGenerationMethods: z.array(z.string()).nullish(),
        thinking: z.boolean().nullish(),
      }),
    )
    .default([]),
  nextPageToken: z.string().nullish(),
})

async function googleModels(access: ProviderAccess, options: ListingOptions): Promise<ModelInfo[]> {
  const found: ModelInfo[] = []
  let page: string | null = null
  do {
    const at: string = page === null ? '' : `&pageToken=${encodeURIComponent(page)}`
    const { models, nextPageToken } = googleList.parse(
      await askJson(access, `/v1beta/models?pageSize=1000${at}`, options),
    )
    for (const model of models) {
      const id = model.name.replace(/^models\//, '')
      if (!(model.supportedGenerationMethods ?? []).includes('generateContent') || !chats(id)) continue
      const isGemma = id.startsWith('gemma')
      found.push(
        modelInfo(
          id,
          {
            ...(model.displayName ? { name: model.displayName } : {}),
            contextWindow: model.inputTokenLimit ?? null,
            supportsTools: !isGemma,
            supportsPdf: !isGemma,
            ...(model.thinking === null || model.thinking === undefined ? {} : { reasons: model.thinking }),
          },
          access.wire,
        ),
      )
    }
    page = nextPageToken || null
  } while (page !== null && found.length < MAX_MODELS)
  return found
}

const ollamaList = z.looseObject({ models: z.array(z.looseObject({ name: z.string() })) })
const ollamaShow = z.looseObject({
  capabilities: z.array(z.string()).nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
})

async function ollamaModels(access: ProviderAccess, options: ListingOptions): Promise<ModelInfo[]> {
  const names = ollamaList
    .parse(await askJson(access, '/api/tags', options))
    .models.map(({ name }) => name)
    .slice(0, MAX_MODELS)
  const found: (ModelInfo | null)[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    found.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map((name) => ollamaModel(access, name, options)))))
  }
  return found.filter((model) => model !== null)
}

/** What Ollama says of one; a model that it cannot tell of is listed by its name. */
async function ollamaModel(access: ProviderAccess, name: string, options: ListingOptions): Promise<ModelInfo | null> {
  let shown: unknown
  try {
    shown = await askJson(access, '/api/show', { ...options, body: { model: name } })
  } catch (error) {
    if (error instanceof AnswerError) return chats(name) ? modelInfo(name, {}, access.wire) : null
    throw error
  }
  const { capabilities, model_info: info } = ollamaShow.parse(shown)
  if (capabilities ? !capabilities.includes('completion') : !chats(name)) return null
  const context = Object.entries(info ?? {}).find(([key]) => key.endsWith('.context_length'))?.[1]
  return modelInfo(
    name,
    {
      contextWindow: typeof context === 'number' ? context : null,
      ...(capabilities
        ? {
            supportsTools: capabilities.includes('tools'),
            supportsImages: capabilities.includes('vision'),
            reasons: capabilities.includes('thinking'),
          }
        : {}),
    },
    access.wire,
  )
}
