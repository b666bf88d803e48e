/** The smallest real question to a model: it proves key, credit, address and model at once. */
import { createChatModel } from '../chat-model/create-chat-model.ts'
import type { ResolvedModel } from '../types.ts'

/** OpenAI takes no less. */
const MAX_TOKENS = 16

/** Settles at the first piece of an answer. @throws what the model's library throws. */
export async function askTinyQuestion(resolved: ResolvedModel, signal: AbortSignal): Promise<void> {
  const model = await createChatModel({
    ...resolved,
    // Claude would be given room to think in first.
    ...(resolved.wire === 'anthropic' ? { info: { ...resolved.info, reasons: false } } : {}),
    options: { ...resolved.options, maxTokens: MAX_TOKENS },
  })
  for await (const _piece of await model.stream('Answer with: OK', { signal })) return
}
