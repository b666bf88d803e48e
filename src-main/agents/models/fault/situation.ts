/** Which situation the facts of an error tell of: one of a closed list, each with words of its own (fault-words.ts). Pure. */
import type { ProviderFaultCode, Wire } from '../types.ts'
import type { ErrorFacts } from './error-facts.ts'

export type Situation =
  | 'stopped'
  | 'context_overflow'
  | 'no_credit'
  | 'bad_key'
  | 'no_key'
  | 'region'
  | 'content'
  | 'no_tools'
  | 'unknown_model'
  | 'wrong_address'
  | 'not_an_api'
  | 'rate_limited'
  | 'no_memory'
  | 'overloaded'
  | 'timeout'
  | 'not_running'
  | 'no_such_host'
  | 'not_tls'
  | 'certificate'
  | 'unreachable'
  | 'cut'
  | 'bad_request'
  | 'bad_answer'

export const codeOf: Readonly<Record<Situation, ProviderFaultCode>> = {
  stopped: 'unreachable',
  context_overflow: 'context_overflow',
  no_credit: 'no_credit',
  bad_key: 'bad_key',
  no_key: 'no_key',
  region: 'refused',
  content: 'refused',
  no_tools: 'bad_request',
  unknown_model: 'unknown_model',
  wrong_address: 'wrong_address',
  not_an_api: 'wrong_address',
  rate_limited: 'rate_limited',
  no_memory: 'overloaded',
  overloaded: 'overloaded',
  timeout: 'timeout',
  not_running: 'unreachable',
  no_such_host: 'unreachable',
  not_tls: 'wrong_address',
  certificate: 'unreachable',
  unreachable: 'unreachable',
  cut: 'unreachable',
  bad_request: 'bad_request',
  bad_answer: 'bad_answer',
}

export interface Asked {
  readonly wire: Wire
  readonly isLocal: boolean
  readonly hasKey: boolean
}

/** Each provider's words for a question that is too long. */
const overflow =
  /context_length_exceeded|exceed_context_size|maximum context length|exceeds? the (available |model'?s? )?context|context (window|limit|size)|greater than the context length|longer than the context length|context the overflows|prompt is too long|input token(s| count)?[^.\n]{0,60}exceed|input tokens exceed|range of input length should be|reduce the length of the (messages|prompt|input)|input is too long|request_too_large|too many (input )?tokens/

const credit =
  /insufficient[_ ]?(quota|balance|credit|funds)|credit balance is too low|more credits|arrearage|overdue[- ]?payment|billing_hard_limit|billing_not_active|payment required|out of credits?/

const unknownModel =
  /model_not_found|model not exist|not a valid model|model [^\n]{0,80}(not found|does not exist|is not found|doesn't exist)|(no|unknown|invalid) (such )?model|no endpoints found for|try pulling it|unsupported model|models\/\S+ is not found/

const noTools =
  /(does not|doesn't|do not) support tools|support tool use|tools? (is|are) not supported|function calling is not (supported|enabled)/

const badKey =
  /(invalid|incorrect|wrong|bad|expired|missing)[_ -]?(x-)?api[_ -]?key|api[_ -]?key[_ -]?(not valid|invalid|is invalid|expired)|authentication|unauthori[sz]ed|invalid token|user not found/

const region =
  /unsupported_country|country, region, or territory|location is not supported|not available in your (country|region)/

const content =
  /content_filter|content_policy|content management policy|data_inspection_failed|prompt was blocked|flagged|safety (system|filter)|promptblocked/

const isNotJson = /unexpected token '?<|<!doctype html|<html|is not valid json|unexpected end of json/

const certificates = /^(CERT_|DEPTH_ZERO_|UNABLE_TO_|SELF_SIGNED_|ERR_TLS_|HOSTNAME_MISMATCH)/

export function situationOf(facts: ErrorFacts, asked: Asked): Situation {
  const { status, codes, names, text } = facts
  const has = (...wanted: string[]) => wanted.some((code) => codes.has(code))
  const signs = `${[...codes].join(' ').toLowerCase()}\n${text}`

  if (isStop(facts)) return 'stopped'
  if (
    names.has('ContextOverflowError') ||
    has('CONTEXT_OVERFLOW') ||
    status === 413 ||
    (isAsking(status) && overflow.test(signs))
  )
    return 'context_overflow'
  if (names.has('PromptBlockedError') || names.has('ModelRefusalError')) return 'content'
  const network = networkSituation(facts, asked)
  if (network !== null) return network
  if (status === 402 || (isAsking(status) && credit.test(signs))) return 'no_credit'
  if (region.test(signs)) return 'region'
  if (isAsking(status) && noTools.test(signs)) return 'no_tools'
  if (status === 401) return asked.hasKey ? 'bad_key' : 'no_key'
  if (isAsking(status) && content.test(signs)) return 'content'
  if (status === 403) return asked.hasKey ? 'bad_key' : 'no_key'
  if (status === 400 && badKey.test(signs)) return asked.hasKey ? 'bad_key' : 'no_key'
  if (status === 429 || has('rate_limit_error', 'rate_limit_exceeded')) return 'rate_limited'
  if (isAsking(status) && unknownModel.test(signs)) return 'unknown_model'
  if (status === 404 || status === 405) return 'wrong_address'
  if (/more system memory|out of memory|insufficient memory|failed to load model/.test(signs)) return 'no_memory'
  if (status === 408 || status === 504 || status === 524) return 'timeout'
  if ((status !== null && status >= 500) || has('overloaded_error', 'api_error', 'server_error', 'UNAVAILABLE'))
    return 'overloaded'
  if (isNotJson.test(text)) return 'not_an_api'
  if (status !== null && status >= 400) return 'bad_request'
  return 'bad_answer'
}

/** The provider said no to what was asked, or said so in the middle of a stream; a 5xx may quote anything. */
const isAsking = (status: number | null): boolean => status === null || status < 500

/** Whether somebody ended the request: the person's Stop, or the end of the hub. */
export function isStop({ names, codes }: Pick<ErrorFacts, 'names' | 'codes'>): boolean {
  return (
    names.has('AbortError') || names.has('APIUserAbortError') || names.has('ModelAbortError') || codes.has('ABORT_ERR')
  )
}

function networkSituation({ status, codes, names, text }: ErrorFacts, { isLocal }: Asked): Situation | null {
  if (status !== null) return null
  const has = (...wanted: string[]) => wanted.some((code) => codes.has(code))
  if (names.has('TimeoutError') || names.has('APIConnectionTimeoutError')) return 'timeout'
  if (has('ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT')) return 'timeout'
  if (has('ECONNREFUSED')) return isLocal ? 'not_running' : 'unreachable'
  if (has('ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA')) return 'no_such_host'
  if (has('ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO', 'HPE_INVALID_CONSTANT'))
    return 'not_tls'
  if ([...codes].some((code) => certificates.test(code))) return 'certificate'
  if (has('ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE') || /\bterminated\b/.test(text))
    return 'cut'
  if (has('EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN')) return 'unreachable'
  if (names.has('BrokenStreamError')) return text.includes('broke off') ? 'cut' : 'not_an_api'
  if (/fetch failed|connection error/.test(text)) return 'unreachable'
  return null
}
