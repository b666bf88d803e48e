/** What a check of the public address found, in words. Written for each language on its own. Pure. */
import type { Bilingual } from '../config/bilingual.ts'

/** What a step found, and what to do about it; an empty hint where it went well. */
interface Told {
  readonly detail: string
  readonly hint: string
}

/** How the check of a step ended well. */
export type Good =
  | { readonly code: 'encrypted' | 'this-computer'; readonly origin: string }
  | { readonly code: 'is-address'; readonly host: string }
  | { readonly code: 'name-found'; readonly host: string; readonly addresses: readonly string[] }
  | { readonly code: 'port-open'; readonly port: number }
  /** A calendar date, `YYYY-MM-DD`. */
  | { readonly code: 'certificate-good'; readonly untilDate: string }
  | { readonly code: 'answers' | 'asks-for-token'; readonly address: string }
  | { readonly code: 'this-hub' }

/** Why the check of a step failed. `reason` is node's error code, empty where it gave none. */
export type Fault =
  | { readonly code: 'address-has-more' }
  | { readonly code: 'address-has-path'; readonly origin: string; readonly path: string }
  | { readonly code: 'not-encrypted'; readonly origin: string }
  | { readonly code: 'name'; readonly host: string; readonly reason: string }
  | { readonly code: 'connection'; readonly port: number; readonly reason: string }
  | { readonly code: 'certificate'; readonly host: string; readonly reason: string }
  | {
      readonly code: 'no-answer'
      readonly address: string
      readonly why: 'late' | 'cut' | 'failed'
      readonly said: string
    }
  | { readonly code: 'other-host'; readonly host: string }
  | { readonly code: 'redirect'; readonly address: string; readonly status: number; readonly to: string | null }
  | { readonly code: 'bad-gateway' | 'other-answer'; readonly address: string; readonly status: number }
  | { readonly code: 'other-hub' | 'unproven' }

/** Without MCP_PUBLIC_URL there is nothing to check. */
export const noPublicUrl: Bilingual<string> = {
  en: 'Set MCP_PUBLIC_URL in config.yaml to the address and start Mirohub again.',
  zh: '请在 config.yaml 中将 MCP_PUBLIC_URL 设为这个地址，然后重新启动 Mirohub。',
}

export function goodWords(good: Good): Bilingual<string> {
  switch (good.code) {
    case 'encrypted':
      return { en: `${good.origin} is encrypted.`, zh: `${good.origin} 已加密。` }
    case 'this-computer':
      return {
        en: `${good.origin} is this computer itself; nobody else reaches it.`,
        zh: `${good.origin} 就是这台电脑，其他设备无法访问。`,
      }
    case 'is-address':
      return { en: `${good.host} is an address already.`, zh: `${good.host} 本身就是 IP 地址。` }
    case 'name-found':
      return {
        en: `${good.host} is ${good.addresses.join(', ')}.`,
        zh: `${good.host} 的 IP 地址是 ${good.addresses.join('、')}。`,
      }
    case 'port-open':
      return { en: `Port ${good.port} takes connections.`, zh: `端口 ${good.port} 可以连接。` }
    case 'certificate-good':
      return { en: `The certificate is good until ${good.untilDate}.`, zh: `证书有效期至 ${good.untilDate}。` }
    case 'answers':
      return { en: `${good.address} answers MCP.`, zh: `${good.address} 有 MCP 响应。` }
    case 'asks-for-token':
      return {
        en: `${good.address} answers MCP and asks for a token.`,
        zh: `${good.address} 有 MCP 响应，并要求提供令牌。`,
      }
    case 'this-hub':
      return { en: 'It is this very Mirohub that answers.', zh: '响应的正是这个 Mirohub。' }
  }
}

export function faultWords(fault: Fault): Bilingual<Told> {
  switch (fault.code) {
    case 'address-has-more':
      return {
        en: {
          detail: 'The address carries more than a scheme, a name and a port.',
          hint: 'Write MCP_PUBLIC_URL as https://name, without a user, a query or a fragment.',
        },
        zh: {
          detail: '除了协议、域名和端口，地址里还有其他内容。',
          hint: '请将 MCP_PUBLIC_URL 写成“https://域名”，不带用户名、查询参数或 # 片段。',
        },
      }
    case 'address-has-path': {
      const { origin, path } = fault
      return {
        en: {
          detail: `The address has a path (${path}), which sign-in cannot be found under.`,
          hint: `Set MCP_PUBLIC_URL to ${origin}, and HTTP_URI_PREFIX where the paths of Mirohub are to begin with ${path}.`,
        },
        zh: {
          detail: `地址中有路径（${path}），客户端在这个路径下找不到登录入口。`,
          hint: `请将 MCP_PUBLIC_URL 设为 ${origin}；如果 Mirohub 的路径要以 ${path} 开头，请设置 HTTP_URI_PREFIX。`,
        },
      }
    }
    case 'not-encrypted':
      return {
        en: {
          detail: `${fault.origin} is not encrypted: tokens and health data would travel in the clear.`,
          hint: 'Use an https address: a reverse proxy or a tunnel in front of Mirohub gives you one.',
        },
        zh: {
          detail: `${fault.origin} 没有加密，令牌和健康数据会以明文传输。`,
          hint: '请使用 https 地址：在 Mirohub 前面加一个反向代理或隧道即可。',
        },
      }
    case 'name':
      return nameWords(fault.host, fault.reason)
    case 'connection':
      return connectionInWords(fault.reason, fault.port)
    case 'certificate':
      return certificateInWords(fault.reason, fault.host)
    case 'no-answer': {
      const en = { late: 'it took too long', cut: 'the connection was cut', failed: fault.said }[fault.why]
      const zh = { late: '等待超时', cut: '连接中断', failed: fault.said }[fault.why]
      return {
        en: {
          detail: `${fault.address} did not answer: ${en}.`,
          hint: 'Look whether the proxy or tunnel is connected to Mirohub on this computer.',
        },
        zh: {
          detail: `${fault.address} 没有响应：${zh}。`,
          hint: '请检查代理或隧道是否连到了这台电脑上的 Mirohub。',
        },
      }
    }
    case 'other-host':
      return {
        en: {
          detail: 'Mirohub got the request under another name.',
          hint: `Tell the proxy to pass the Host header on as it came (${fault.host}).`,
        },
        zh: {
          detail: 'Mirohub 收到的请求用的是另一个主机名。',
          hint: `请让代理原样转发 Host 标头（${fault.host}）。`,
        },
      }
    case 'redirect':
      return {
        en: {
          ...otherAnswer(fault).en,
          hint: `It sends clients on to ${fault.to ?? 'another address'}; use that address, or take the redirect away.`,
        },
        zh: {
          ...otherAnswer(fault).zh,
          hint: `它会跳转到${fault.to === null ? '其他地址' : ` ${fault.to}`}。请改用该地址，或取消跳转。`,
        },
      }
    case 'bad-gateway':
      return {
        en: {
          ...otherAnswer(fault).en,
          hint: 'The proxy does not reach Mirohub: let it point at the address and port that Settings shows.',
        },
        zh: {
          ...otherAnswer(fault).zh,
          hint: '代理无法连到 Mirohub：请让它指向设置中显示的地址和端口。',
        },
      }
    case 'other-answer':
      return {
        en: {
          ...otherAnswer(fault).en,
          hint: 'Something else answers there: check where the proxy sends this path, and HTTP_URI_PREFIX.',
        },
        zh: {
          ...otherAnswer(fault).zh,
          hint: '响应的是其他程序：请检查代理把这个路径转发到哪里，以及 HTTP_URI_PREFIX。',
        },
      }
    case 'other-hub':
      return {
        en: {
          detail: 'A Mirohub answers there, but not this one.',
          hint: 'Another computer or another data directory has this address; let the proxy point here.',
        },
        zh: {
          detail: '响应的是另一个 Mirohub，不是这一个。',
          hint: '这个地址属于另一台电脑或另一个数据文件夹；请让代理指向这里。',
        },
      }
    case 'unproven':
      return {
        en: {
          detail: 'An MCP server answers there, but it could not prove to be this Mirohub.',
          hint: 'Let the proxy pass on every path, not /mcp alone: sign-in needs /.well-known and /oauth too.',
        },
        zh: {
          detail: '有 MCP 服务器响应，但无法证明它就是这个 Mirohub。',
          hint: '请让代理转发所有路径，而不只是 /mcp：登录还需要 /.well-known 和 /oauth。',
        },
      }
  }
}

const otherAnswer = ({ address, status }: { address: string; status: number }) => ({
  en: { detail: `${address} answered ${status}, which is not Mirohub's answer.` },
  zh: { detail: `${address} 返回了 ${status}，这不是 Mirohub 的响应。` },
})

function nameWords(host: string, reason: string): Bilingual<Told> {
  const isUnknown = reason === 'ENOTFOUND'
  const en = isUnknown ? 'is not known to the name service' : 'could not be looked up'
  const zh = isUnknown ? '在域名服务中查不到' : '无法查询'
  return {
    en: {
      detail: `${host} ${en}${reason === '' ? '' : ` (${reason})`}.`,
      hint: 'Check the spelling, and that this computer is online. A new name can take some minutes to be known.',
    },
    zh: {
      detail: `${host} ${zh}${reason === '' ? '' : `（${reason}）`}。`,
      hint: '请检查拼写，并确认这台电脑已联网。新域名可能要等几分钟才能生效。',
    },
  }
}

/** Node's error codes of sockets. */
function connectionInWords(code: string, port: number): Bilingual<Told> {
  // Some routers do not lead a connection from inside to their own outer address.
  const fromInside = {
    en: 'From inside the same network some routers never answer under their outer address; try it from a phone without Wi-Fi.',
    zh: '有些路由器不允许从内部网络访问自己的外部地址，可以用关闭 Wi-Fi 的手机再试。',
  }
  switch (code) {
    case 'ECONNREFUSED':
      return {
        en: { detail: `Nobody listens on port ${port} there.`, hint: 'Start the proxy or tunnel, and check the port.' },
        zh: { detail: `那里没有程序监听端口 ${port}。`, hint: '请启动代理或隧道，并检查端口。' },
      }
    case 'ETIMEDOUT':
      return {
        en: {
          detail: `Port ${port} does not answer.`,
          hint: `Open the port in the firewall or router. ${fromInside.en}`,
        },
        zh: { detail: `端口 ${port} 没有响应。`, hint: `请在防火墙或路由器中开放这个端口。${fromInside.zh}` },
      }
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return {
        en: {
          detail: 'There is no way to that address from here.',
          hint: `Check that this computer is online. ${fromInside.en}`,
        },
        zh: { detail: '从这里无法到达该地址。', hint: `请确认这台电脑已联网。${fromInside.zh}` },
      }
    default:
      return {
        en: {
          detail: `The connection to port ${port} failed (${code || 'no reason given'}).`,
          hint: fromInside.en,
        },
        zh: { detail: `连接端口 ${port} 失败（${code || '未说明原因'}）。`, hint: fromInside.zh },
      }
  }
}

/** Codes of OpenSSL as node passes them on: nodejs.org/api/tls.html#x509-certificate-error-codes. */
function certificateInWords(code: string, host: string): Bilingual<Told> {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return {
        en: { detail: 'The certificate has expired.', hint: 'Renew it, or let the proxy renew it by itself.' },
        zh: { detail: '证书已过期。', hint: '请更新证书，或让代理自动更新。' },
      }
    case 'CERT_NOT_YET_VALID':
      return {
        en: {
          detail: 'The certificate is not valid yet.',
          hint: 'Check the clock of this computer and the dates of the certificate.',
        },
        zh: { detail: '证书尚未生效。', hint: '请检查这台电脑的时间和证书的有效期。' },
      }
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        en: {
          detail: `The certificate is for another name than ${host}.`,
          hint: `Get a certificate for ${host}, or use the name that it is for.`,
        },
        zh: {
          detail: `证书不是签发给 ${host} 的。`,
          hint: `请为 ${host} 申请证书，或改用证书上的域名。`,
        },
      }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return {
        en: {
          detail: 'The certificate is signed by itself, so no client trusts it.',
          hint: 'Use a certificate of a public authority; Let’s Encrypt gives them for nothing.',
        },
        zh: {
          detail: '这是自签名证书，客户端不会信任它。',
          hint: '请使用公共机构签发的证书，例如免费的 Let’s Encrypt。',
        },
      }
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return {
        en: {
          detail: 'The server does not send the certificates between its own and the authority’s.',
          hint: 'Give the proxy the full chain (often called fullchain.pem), not the certificate alone.',
        },
        zh: {
          detail: '服务器没有发送中间证书。',
          hint: '请为代理配置完整的证书链（通常名为 fullchain.pem），而不只是证书本身。',
        },
      }
    case 'CERT_REVOKED':
      return {
        en: { detail: 'The certificate was revoked.', hint: 'Get a new one.' },
        zh: { detail: '证书已被吊销。', hint: '请申请新的证书。' },
      }
    case 'ETIMEDOUT':
      return {
        en: { detail: 'The server does not begin the encryption.', hint: 'Check that this port speaks https.' },
        zh: { detail: '服务器没有开始加密握手。', hint: '请确认这个端口使用 https。' },
      }
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ECONNRESET':
      return {
        en: {
          detail: 'What answers there does not speak https.',
          hint: 'Check the port, and that the proxy has https turned on.',
        },
        zh: { detail: '那里的响应不是 https。', hint: '请检查端口，并确认代理已启用 https。' },
      }
    default:
      return {
        en: {
          detail: `The certificate was refused (${code || 'no reason given'}).`,
          hint: 'Look at it in a browser.',
        },
        zh: { detail: `证书未被接受（${code || '未说明原因'}）。`, hint: '请在浏览器中查看这个证书。' },
      }
  }
}
