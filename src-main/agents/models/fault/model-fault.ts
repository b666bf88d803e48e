/** Any error of a model's library as one of our faults: a code for the loop, plain words and a way out for the person. */
import { inLanguage } from '../../../config/bilingual.ts'
import { redactText } from '../../../log/redact.ts'
import { ModelFault, type ResolvedModel } from '../types.ts'
import { errorFacts } from './error-facts.ts'
import { faultWords } from './fault-words.ts'
import { codeOf, isStop, type Situation, situationOf } from './situation.ts'

const MAX_DETAIL = 240

/** Where it happened, as far as a fault tells of it. */
export type FaultSource = Pick<
  ResolvedModel,
  'providerName' | 'wire' | 'preset' | 'host' | 'isLocal' | 'apiKey' | 'ref' | 'options'
>

/**
 * @param language The person's, a BCP 47 tag.
 * A fault that was told already comes back as it is. The provider's own words are in it only where there is nothing
 * better, without the key; the error itself is not, since libraries put requests into theirs.
 */
export function modelFault(error: unknown, source: FaultSource, language: string): ModelFault {
  const told = toldFault(error)
  if (told !== null) return told
  const facts = errorFacts(error)
  const { wire, isLocal, apiKey } = source
  const situation = situationOf(facts, { wire, isLocal, hasKey: apiKey !== null })
  const detail = cleaned(facts.detail, source)
  return faultOf(situation, source, language, { detail, retryAfterMs: facts.retryAfterMs })
}

/** A fault that no error tells of. */
export function faultOf(
  situation: Situation,
  source: FaultSource,
  language: string,
  { detail = '', retryAfterMs = null }: { detail?: string; retryAfterMs?: number | null } = {},
): ModelFault {
  const { message, hint } = inLanguage(
    faultWords[situation],
    language,
  )({
    provider: source.providerName,
    host: source.host,
    preset: source.preset,
    isLocal: source.isLocal,
    model: source.ref.model,
    detail,
    waitSeconds: retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1000)),
  })
  return new ModelFault(codeOf[situation], message, hint, {
    retryAfterMs,
    ...(detail === '' ? {} : { cause: new Error(detail) }),
  })
}

/** Whether the error is a Stop and not a fault. */
export const isStopped = (error: unknown): boolean => isStop(errorFacts(error))

function toldFault(error: unknown): ModelFault | null {
  for (let layer = error, depth = 0; layer instanceof Error && depth < 5; layer = layer.cause, depth++)
    if (layer instanceof ModelFault) return layer
  return null
}

/** The provider's words in one line, without the key and what looks like one, and without pages of HTML. */
function cleaned(detail: string, { apiKey, options }: FaultSource): string {
  let text = detail
  for (const secret of [apiKey, ...Object.values(options.headers ?? {})])
    if (secret !== null && secret.length > 3) text = text.replaceAll(secret, '…')
  if (/<\/?[a-z!][^>]*>/i.test(text)) return ''
  text = redactText(text).replace(/\s+/g, ' ').trim()
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL)}…` : text
}
