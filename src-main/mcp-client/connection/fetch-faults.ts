/** Why a request got no answer: the codes of Node, TLS and undici in words. */
import type { ServerError, ServerFault } from '../model/server-status.ts'

/** No part of it is a secret: scheme, host and port; a path may carry a key. */
export function shownOrigin(url: URL): string {
  return url.origin
}

type Words = Pick<ServerFault, 'message' | 'hint'>

const certificateCodes =
  /^(?:CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/

/** By code of the innermost cause that has one. */
const reasons: Readonly<Record<string, (where: string) => Words>> = {
  ECONNREFUSED: (where) => ({
    message: { en: `Nothing answers at ${where}.`, zh: `${where} 没有程序在应答。` },
    hint: { en: 'Start the server there, or correct the port.', zh: '请先启动该处的服务器，或更正端口。' },
  }),
  ENOTFOUND: (where) => ({
    message: { en: `The name in ${where} is not known.`, zh: `找不到 ${where} 中的主机名。` },
    hint: { en: 'Check the spelling of the address and the network.', zh: '请检查地址拼写和网络连接。' },
  }),
  EAI_AGAIN: (where) => ({
    message: { en: `The name in ${where} could not be looked up just now.`, zh: `暂时无法解析 ${where} 中的主机名。` },
    hint: { en: 'Check the network; it is tried again.', zh: '请检查网络连接；稍后会自动重试。' },
  }),
  ECONNRESET: (where) => ({
    message: { en: `${where} broke off the connection.`, zh: `${where} 中断了连接。` },
    hint: {
      en: 'If this network needs a proxy, set it for this server.',
      zh: '如果当前网络需要代理，请为此服务器设置代理。',
    },
  }),
  ETIMEDOUT: (where) => ({
    message: { en: `${where} did not take the connection in time.`, zh: `连接 ${where} 超时。` },
    hint: {
      en: 'Check the network, or set the proxy that it needs.',
      zh: '请检查网络，或设置所需的代理。',
    },
  }),
  EHOSTUNREACH: (where) => ({
    message: { en: `There is no way to ${where} from here.`, zh: `从本机无法到达 ${where}。` },
    hint: { en: 'Check the network or the VPN.', zh: '请检查网络或 VPN。' },
  }),
  ERR_SSL_WRONG_VERSION_NUMBER: (where) => ({
    message: { en: `${where} does not speak TLS.`, zh: `${where} 不支持 TLS。` },
    hint: {
      en: 'If it is a server without TLS, write http:// in its address.',
      zh: '如果该服务器未启用 TLS，请把地址改为 http://。',
    },
  }),
  UND_ERR_PRX_TLS: (where) => ({
    message: {
      en: `The proxy's TLS could not be set up on the way to ${where}.`,
      zh: `连接 ${where} 时无法与代理建立 TLS。`,
    },
    hint: { en: 'Check the address of the proxy.', zh: '请检查代理地址。' },
  }),
}

const sameReason: Readonly<Record<string, string>> = {
  ENETUNREACH: 'EHOSTUNREACH',
  EPIPE: 'ECONNRESET',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  EPROTO: 'ERR_SSL_WRONG_VERSION_NUMBER',
}

/** `error` is what fetch rejected with; its causes are looked through. */
export function fetchFault(error: unknown, url: URL): ServerFault {
  const where = shownOrigin(url)
  const codes = errorCodes(error)
  const certificate = codes.find((code) => certificateCodes.test(code))
  if (certificate !== undefined) return certificateFault(certificate, where)
  for (const code of codes) {
    const words = reasons[sameReason[code] ?? code]
    if (words) return { code: 'unreachable', ...words(where), details: [`${where}: ${code}`] }
  }
  const proxyStatus = proxyAnswer(error)
  if (proxyStatus !== null) return proxyFault(proxyStatus, where)
  return {
    code: 'unreachable',
    message: { en: `${where} could not be reached.`, zh: `无法访问 ${where}。` },
    hint: { en: 'Check the address, the network and the proxy.', zh: '请检查地址、网络和代理设置。' },
    details: [`${where}: ${codes[0] ?? 'no code'}`],
  }
}

function certificateFault(code: string, where: string): ServerFault {
  return {
    code: 'certificate',
    message: { en: `The certificate of ${where} is not trusted.`, zh: `${where} 的证书不受信任。` },
    hint: {
      en: 'If your organisation has a certificate of its own, choose its file (PEM) in the settings of this server.',
      zh: '如果贵单位使用自己的证书，请在此服务器的设置中选择证书文件（PEM）。',
    },
    details: [`${where}: ${code}`],
  }
}

function proxyFault(status: string, where: string): ServerFault {
  return {
    code: 'unreachable',
    message: {
      en: `The proxy did not let the connection to ${where} through.`,
      zh: `代理拒绝了到 ${where} 的连接。`,
    },
    hint: {
      en:
        status === '407'
          ? 'Give the name and password of the proxy in its address.'
          : 'Check the address of the proxy.',
      zh: status === '407' ? '请在代理地址中填写用户名和密码。' : '请检查代理地址。',
    },
    details: [`${where}: proxy ${status}`],
  }
}

/** undici says it in a sentence and nowhere else. */
function proxyAnswer(error: unknown): string | null {
  for (const cause of causes(error)) {
    const found = /^Proxy response \((\d{3})\)/.exec(cause.message)
    if (found?.[1]) return found[1]
  }
  return null
}

/** The file of certificates that was chosen cannot be read. */
export function caFileFault(file: string, error: unknown): ServerFault {
  return {
    code: 'bad_entry',
    message: { en: `The certificate file ${file} cannot be read.`, zh: `无法读取证书文件 ${file}。` },
    hint: { en: 'Choose another file, or none.', zh: '请选择其他文件，或不使用证书文件。' },
    details: [`${file}: ${errorCodes(error)[0] ?? 'unreadable'}`],
  }
}

function errorCodes(error: unknown): string[] {
  return causes(error).flatMap((cause) => ('code' in cause && typeof cause.code === 'string' ? [cause.code] : []))
}

/** An error and what it says was its cause; of several tries (one for each address) the first. */
export function causes(error: unknown): Error[] {
  const found: Error[] = []
  let next = error
  while (next instanceof Error && found.length < 8) {
    found.push(next)
    next = next instanceof AggregateError && next.cause === undefined ? next.errors[0] : next.cause
  }
  return found
}

/** Codes of failures before anything was sent: there is no server to speak of. */
const nobodyThere: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether a failed request means that the whole connection is of no use: nobody there, not trusted, or not let in. */
export function endsConnection(failed: ServerError, error: unknown): boolean {
  if (failed.code === 'unauthorized' || failed.code === 'certificate') return true
  return failed.code === 'unreachable' && errorCodes(error).some((code) => nobodyThere.has(code))
}
