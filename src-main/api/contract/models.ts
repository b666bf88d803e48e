/** Model providers, their keys and models, and what they may be sent. */
import { oc } from '@orpc/contract'
import * as z from 'zod'
import { modelRef } from './chat.ts'

export const presetId = z.enum([
  'openai',
  'anthropic',
  'gemini',
  'ollama',
  'lmstudio',
  'deepseek',
  'qwen',
  'openrouter',
  'custom',
])

const faultCode = z.enum([
  'no_key',
  'bad_key',
  'no_credit',
  'rate_limited',
  'unreachable',
  'wrong_address',
  'unknown_model',
  'context_overflow',
  'refused',
  'overloaded',
  'bad_request',
  'timeout',
  'bad_answer',
])

export const modelInfo = z.object({
  id: z.string(),
  name: z.string(),
  contextWindow: z.number().nullable(),
  supportsTools: z.boolean().nullable(),
  supportsImages: z.boolean().nullable(),
  supportsPdf: z.boolean().nullable(),
  reasons: z.boolean().nullable(),
  isManual: z.boolean(),
})

const options = z.object({
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().min(1).max(1_000_000).optional(),
  reasoningEffort: z.enum(['low', 'medium', 'high']).optional(),
  headers: z.record(z.string(), z.string()).optional(),
})

export const providerView = z.object({
  id: z.string(),
  preset: presetId,
  name: z.string(),
  wire: z.enum(['openai', 'anthropic', 'google', 'ollama', 'openai-compatible']),
  baseUrl: z.string(),
  host: z.string(),
  isLocal: z.boolean(),
  needsKey: z.boolean(),
  hasKey: z.boolean(),
  origin: z.enum(['person', 'config', 'found']),
  agents: z.array(z.string()).nullable(),
  models: z.array(modelInfo),
  listedAt: z.string().nullable(),
  options: options.omit({ headers: true }),
  /** Names added by hand. */
  manual: z.array(z.string()),
  problem: z.object({ code: faultCode, message: z.string(), hint: z.string() }).nullable(),
})
export type ProviderView = z.infer<typeof providerView>

const one = z.object({ id: z.string() })

export const modelsContract = {
  /** What a person can choose from when adding one, with where its keys are made. */
  presets: oc.output(
    z.array(
      z.object({
        id: presetId,
        name: z.string(),
        baseUrl: z.string(),
        needsKey: z.boolean(),
        isLocal: z.boolean(),
        keyUrl: z.string().nullable(),
        /** Agents that can use it. */
        agents: z.array(z.enum(['deep', 'base'])),
      }),
    ),
  ),
  providers: oc.output(z.array(providerView)),
  /** id null adds one. Returns its id. Options that are not said stay as they are, and so do headers. */
  save: oc
    .input(
      z.object({
        id: z.string().nullable(),
        preset: presetId,
        name: z.string().trim().max(80).optional(),
        baseUrl: z.string().trim().max(500).optional(),
        options: options.optional(),
        models: z.array(z.string().trim().min(1).max(200)).max(200).optional(),
      }),
    )
    .output(one),
  remove: oc.input(one).output(z.object({ removed: z.boolean() })),
  /** Null takes it away. Keys go in and never come out. */
  setKey: oc.input(one.extend({ key: z.string().trim().min(1).max(4000).nullable() })).output(z.object({})),
  test: oc.input(one).output(
    z.object({
      ok: z.boolean(),
      message: z.string(),
      hint: z.string(),
      code: faultCode.nullable(),
      durationMs: z.number(),
    }),
  ),
  refresh: oc.input(one).output(z.array(modelInfo)),
  discover: oc.output(z.array(providerView)),
  /** For each agent what is chosen when a conversation says nothing, and whether it can answer now. */
  agents: oc.output(
    z.array(
      z.object({
        id: z.enum(['quick', 'deep', 'base']),
        model: modelRef.nullable(),
        /** Null when it can answer; else why not, in the person's language. */
        problem: z.object({ message: z.string(), hint: z.string() }).nullable(),
        /** For base: 'mcp' (the provider fetches) or 'local' (the same SDK, tools run here). */
        way: z.enum(['mcp', 'local']).nullable(),
      }),
    ),
  ),
  setDefault: oc.input(z.object({ agent: z.enum(['deep', 'base']), model: modelRef.nullable() })).output(z.object({})),
  /** Providers that may have conversations, to be taken back. */
  consents: oc.output(
    z.array(
      z.object({
        provider: z.string(),
        name: z.string(),
        host: z.string(),
        way: z.enum(['sends', 'fetches']),
        grantedAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  ),
  revokeConsent: oc
    .input(z.object({ provider: z.string(), host: z.string(), way: z.enum(['sends', 'fetches']) }))
    .output(z.object({ revoked: z.boolean() })),
  /** The person's own words to the agents, put under the safety rules. */
  prompt: oc.output(z.object({ text: z.string() })),
  setPrompt: oc.input(z.object({ text: z.string().max(8000) })).output(z.object({})),
  /** With `isOn` no agent talks to a model that is not on this computer. */
  localOnly: oc.output(z.object({ isOn: z.boolean() })),
  setLocalOnly: oc.input(z.object({ isOn: z.boolean() })).output(z.object({})),
  /** The shell tool and sub-agents are off until they are turned on. */
  abilities: oc.output(z.object({ shell: z.boolean(), subagents: z.boolean() })),
  setAbilities: oc
    .input(z.object({ shell: z.boolean().optional(), subagents: z.boolean().optional() }))
    .output(z.object({})),
}
