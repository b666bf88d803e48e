/** Which wire a model is spoken to over, and whether its provider can call MCP servers by itself. */
import type { Provider } from '../../../mcp-client/toolkit/provider-dialects.ts'
import type { ResolvedModel } from '../../models/types.ts'
import type { OpenWire } from '../wire.ts'
import { openMessages } from './anthropic-messages.ts'
import { openChatCompletions } from './chat-completions.ts'
import { openInteractions } from './gemini-interactions.ts'
import { openResponses } from './openai-responses.ts'

interface Choice {
  readonly open: OpenWire
  /** How schemas of tools have to be written for it. */
  readonly dialect: Provider
  /** The provider connects to MCP servers. */
  readonly takesMcp: boolean
}

const choices: Readonly<Record<ResolvedModel['wire'], Choice>> = {
  openai: { open: openResponses, dialect: 'openai', takesMcp: true },
  anthropic: { open: openMessages, dialect: 'anthropic', takesMcp: true },
  google: { open: openInteractions, dialect: 'gemini', takesMcp: true },
  ollama: { open: openChatCompletions, dialect: 'generic', takesMcp: false },
  'openai-compatible': { open: openChatCompletions, dialect: 'generic', takesMcp: false },
}

/** SDKs are loaded when a wire is opened, not before. */
export function wireOf({ wire }: Pick<ResolvedModel, 'wire'>): Choice {
  return choices[wire]
}
