/** What the SDK, the transport or the network threw, as a fault a person can act on. */
import {
  InsufficientScopeError,
  OAuthError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { ServerError, type ServerFault } from '../model/server-status.ts'
import { causes } from './fetch-faults.ts'
import { ResponseSilent, ResponseTooLarge } from './response-limits.ts'
import { NoAnswer } from './watched-transport.ts'

/** What may be said of the server that failed. */
export interface FaultSource {
  /** As the person named it. */
  readonly name: string
  /** Scheme, host and port of a remote server. */
  readonly origin: string | null
  /** Taken out of whatever a server answered: it may send back what it was sent. */
  readonly secrets: readonly string[]
}

const MAX_DETAIL = 400

/** The fault an error stands for; the error is its cause. */
export function toServerError(error: unknown, source: FaultSource): ServerError {
  for (const cause of causes(error)) if (cause instanceof ServerError) return cause
  return new ServerError(faultOf(error, source), { cause: error })
}

/** The server's wish for more scopes than the token has, wherever in the chain it is. */
export function insufficientScope(error: unknown): InsufficientScopeError | null {
  for (const cause of causes(error)) if (cause instanceof InsufficientScopeError) return cause
  return null
}

/** The innermost cause says most. */
function faultOf(error: unknown, source: FaultSource): ServerFault {
  for (const cause of causes(error).reverse()) {
    if (cause instanceof ResponseTooLarge) return tooLargeFault(source, cause.maxBytes)
    if (cause instanceof ResponseSilent) return timeoutFault(source, 'stream', cause.silentMs)
    if (cause instanceof UnauthorizedError || cause instanceof InsufficientScopeError) {
      return unauthorizedFault(source, null)
    }
    if (cause instanceof OAuthError) return loginFault(source, cause.code)
    if (cause instanceof SdkHttpError) return httpFault(source, cause)
    if (cause instanceof ProtocolError && cause.data instanceof NoAnswer) {
      return cause.data.cause ? faultOf(cause.data.cause, source) : closedFault(source)
    }
    if (cause instanceof ProtocolError) return answeredErrorFault(source, cause.code, cause.message)
    // Of AbortSignal.timeout: a session was to be opened again.
    if (cause.name === 'TimeoutError') return timeoutFault(source, 'connect', null)
    if (cause instanceof SyntaxError) return notMcpFault(source, 'the body is not JSON')
    if (cause instanceof SdkError) return sdkFault(source, cause)
  }
  return {
    code: 'protocol',
    message: {
      en: `${source.name} answered something that is not MCP as it should be.`,
      zh: `“${source.name}”的应答不符合 MCP 规范。`,
    },
    hint: { en: 'Look at its log, or look for a newer version of it.', zh: '请查看其日志，或检查是否有新版本。' },
    details: [error instanceof Error ? error.constructor.name : typeof error],
  }
}

function sdkFault(source: FaultSource, error: SdkError): ServerFault {
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return timeoutFault(source, 'request', timeoutOf(error.data))
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
    case SdkErrorCode.SendFailed:
      return closedFault(source)
    case SdkErrorCode.ClientHttpUnexpectedContent:
      return notMcpFault(source, error.message)
    default:
      return {
        code: 'protocol',
        message: {
          en: `${source.name} does not keep to the protocol.`,
          zh: `“${source.name}”没有遵守 MCP 协议。`,
        },
        hint: { en: 'Look at its log, or look for a newer version of it.', zh: '请查看其日志，或检查是否有新版本。' },
        details: [detail(source, `${error.code}: ${error.message}`)],
      }
  }
}

function timeoutOf(data: unknown): number | null {
  return typeof data === 'object' && data !== null && 'timeout' in data && typeof data.timeout === 'number'
    ? data.timeout
    : null
}

function httpFault(source: FaultSource, error: SdkHttpError): ServerFault {
  const { status } = error.data
  const text = typeof error.data.text === 'string' ? detail(source, withoutMarkup(error.data.text)) : ''
  const details = [`HTTP ${status}`, ...(text ? [text] : [])]
  if (status === 401) return unauthorizedFault(source, text)
  if (status >= 300 && status < 400) return redirectFault(source, error.message)
  const hint =
    status === 403
      ? { en: 'Check its token and headers, and what they allow.', zh: '请检查其令牌、请求头及其权限。' }
      : status === 404
        ? { en: 'Check the path of its address; /mcp is usual.', zh: '请检查地址中的路径，通常是 /mcp。' }
        : status >= 500
          ? {
              en: 'The fault is on the side of the server; it is tried again.',
              zh: '问题出在服务器一侧；稍后会自动重试。',
            }
          : { en: 'Check its address and headers.', zh: '请检查其地址和请求头。' }
  return {
    code: 'http_status',
    message: {
      en: `${source.name} refused the request with HTTP ${status}.`,
      zh: `“${source.name}”拒绝了请求（HTTP ${status}）。`,
    },
    hint,
    details,
  }
}

function redirectFault(source: FaultSource, message: string): ServerFault {
  return {
    code: 'refused_address',
    message: {
      en: `${source.name} sent us on to another address, which was not followed.`,
      zh: `“${source.name}”要求转到其他地址，已拒绝跟随。`,
    },
    hint: {
      en: 'If the other address is right, put it into the settings of this server.',
      zh: '如果新地址无误，请把它填入此服务器的设置。',
    },
    details: [detail(source, message)],
  }
}

export function unauthorizedFault(source: FaultSource, text: string | null): ServerFault {
  return {
    code: 'unauthorized',
    message: {
      en: `${source.name} wants to know who asks (HTTP 401).`,
      zh: `“${source.name}”要求身份验证（HTTP 401）。`,
    },
    hint: { en: 'Log in to it, or give it the token it asks for.', zh: '请登录该服务器，或填写它要求的令牌。' },
    details: text ? [text] : [],
  }
}

function loginFault(source: FaultSource, code: string): ServerFault {
  return {
    code: 'login_failed',
    message: { en: `The login to ${source.name} failed.`, zh: `登录“${source.name}”失败。` },
    hint: { en: 'Log in again.', zh: '请重新登录。' },
    details: [code],
  }
}

function answeredErrorFault(source: FaultSource, code: number, message: string): ServerFault {
  return {
    code: 'protocol',
    message: {
      en: `${source.name} answered with an error: ${detail(source, message)}`,
      zh: `“${source.name}”返回错误：${detail(source, message)}`,
    },
    hint: { en: 'Check what was asked for.', zh: '请检查请求内容。' },
    details: [`JSON-RPC ${code}`],
  }
}

function notMcpFault(source: FaultSource, reason: string): ServerFault {
  return {
    code: 'not_mcp',
    message: { en: `What answers for ${source.name} is no MCP server.`, zh: `应答“${source.name}”的不是 MCP 服务器。` },
    hint: {
      en: 'Check its address: a web page may be at this path.',
      zh: '请检查地址：此路径可能是一个网页。',
    },
    details: [detail(source, reason)],
  }
}

/** The connection was there and is gone, and nobody said why. */
export function closedFault(source: FaultSource): ServerFault {
  return {
    code: source.origin === null ? 'exited' : 'unreachable',
    message: { en: `The connection to ${source.name} ended.`, zh: `与“${source.name}”的连接已断开。` },
    hint: { en: 'Start it again.', zh: '请重新启动它。' },
    details: source.origin === null ? [] : [source.origin],
  }
}

export type Wait = 'connect' | 'request' | 'total' | 'stream'

/** `ms` null: it is not known how long it was. */
export function timeoutFault(source: FaultSource, wait: Wait, ms: number | null): ServerFault {
  const seconds = ms === null ? null : Math.round(ms / 100) / 10
  const en = seconds === null ? 'in time' : `within ${seconds} s`
  const zh = seconds === null ? '规定时间' : ` ${seconds} 秒`
  const words: Record<Wait, { en: string; zh: string }> = {
    connect: { en: `${source.name} was not ready ${en}.`, zh: `“${source.name}”未能在${zh}内就绪。` },
    request: { en: `${source.name} gave no sign of life ${en}.`, zh: `“${source.name}”在${zh}内没有任何响应。` },
    total: { en: `${source.name} did not finish ${en}.`, zh: `“${source.name}”未能在${zh}内完成。` },
    stream: {
      en: `${source.name} fell silent in the middle of its answer.`,
      zh: `“${source.name}”在应答中途不再发送数据。`,
    },
  }
  return {
    code: 'timeout',
    message: words[wait],
    hint: {
      en: 'If it needs longer, raise its limit in the settings of this server.',
      zh: '如果它需要更长时间，请在此服务器的设置中提高时限。',
    },
    details: seconds === null ? [] : [`${wait}: ${seconds} s`],
  }
}

export function tooLargeFault(source: FaultSource, maxBytes: number): ServerFault {
  const mib = Math.round(maxBytes / 1024 / 1024)
  return {
    code: 'too_large',
    message: {
      en: `${source.name} answered with more than ${mib} MiB at once.`,
      zh: `“${source.name}”一次返回的数据超过 ${mib} MiB。`,
    },
    hint: { en: 'Ask it for less.', zh: '请缩小请求范围。' },
    details: [],
  }
}

/** Text of a server, bounded, without control characters and secrets. */
function detail(source: FaultSource, text: string): string {
  let clean = text
  for (const secret of source.secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '•••')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  clean = clean.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return clean.length > MAX_DETAIL ? `${clean.slice(0, MAX_DETAIL)}…` : clean
}

/** A page of HTML says what it has to say in its title. */
function withoutMarkup(text: string): string {
  const start = text.slice(0, 4000)
  return /<title[^>]*>([^<]{1,200})/i.exec(start)?.[1] ?? start.replace(/<[^>]*>/g, ' ')
}
