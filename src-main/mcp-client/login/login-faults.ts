/** What goes wrong in a login and with its tokens, in words for the person. Nothing here quotes a secret. */
import type { Bilingual } from '../../config/bilingual.ts'
import { ServerError, type ServerFaultCode } from '../model/server-status.ts'

interface Words {
  readonly message: Bilingual<string>
  readonly hint: Bilingual<string>
}

function fault(code: ServerFaultCode, words: Words, details: readonly string[] = [], cause?: unknown): ServerError {
  return new ServerError({ code, ...words, details: details.map(plain) }, { cause })
}

/** Texts of strangers in details: one line, no control characters, not endless. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out.
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

const tellServer: Bilingual<string> = {
  en: 'Nothing was sent and nothing was opened. If you trust this server, tell those who run it.',
  zh: '没有发送任何凭据，也没有打开任何页面。如果您信任此服务器，请联系其运营者。',
}
const tryAgain: Bilingual<string> = {
  en: 'Log in again. If it happens again, check the address of the server, or ask those who run it.',
  zh: '请重新登录。如果再次出现，请检查服务器地址，或联系其运营者。',
}

export const loginFaults = {
  needsLogin: (details: readonly string[] = []) =>
    fault(
      'unauthorized',
      {
        message: { en: 'The server wants you to log in.', zh: '服务器要求登录。' },
        hint: { en: 'Choose Log in; your browser opens the page for it.', zh: '请点击“登录”，浏览器会打开登录页面。' },
      },
      details,
    ),
  expired: (details: readonly string[] = []) =>
    fault(
      'unauthorized',
      {
        message: { en: 'Your login to this server has ended.', zh: '此服务器的登录已失效。' },
        hint: { en: 'Log in again.', zh: '请重新登录。' },
      },
      details,
    ),
  moved: (before: string, now: string) =>
    fault(
      'unauthorized',
      {
        message: {
          en: 'The server names another login service than the one you logged in to. The old login is not sent there.',
          zh: '服务器指定的登录服务与您之前使用的不同，原有登录信息不会发送给它。',
        },
        hint: {
          en: 'Look at both addresses below. If the new one is right, log in again.',
          zh: '请核对下方两个地址。如果新地址无误，请重新登录。',
        },
      },
      [before, now],
    ),
  moreScopes: (scopes: readonly string[]) =>
    fault(
      'unauthorized',
      {
        message: { en: 'The server wants more permissions than your login has.', zh: '服务器需要更多权限。' },
        hint: { en: 'Log in again; you will be asked for them.', zh: '请重新登录，届时会征求您的同意。' },
      },
      scopes,
    ),
  forbidden: (scopes: readonly string[]) =>
    fault(
      'http_status',
      {
        message: {
          en: 'The server refuses this for want of permissions, although you logged in with them.',
          zh: '您已用所需权限登录，但服务器仍以权限不足为由拒绝。',
        },
        hint: {
          en: 'Your account there may not be allowed to do it. Ask those who run the server.',
          zh: '您的账号可能无权执行此操作，请联系服务器运营者。',
        },
      },
      scopes,
    ),
  refusedAddress: (url: string) =>
    fault(
      'refused_address',
      {
        message: {
          en: 'The server names an address for the login that Mirohub does not use.',
          zh: '服务器为登录指定了 Mirohub 不会使用的地址。',
        },
        hint: tellServer,
      },
      [url],
    ),
  unreachable: (place: string, cause?: unknown) =>
    fault(
      'unreachable',
      {
        message: { en: 'The login service of this server does not answer.', zh: '此服务器的登录服务没有响应。' },
        hint: { en: 'Check the network and try again.', zh: '请检查网络后重试。' },
      },
      [place],
      cause,
    ),
  tooLarge: (place: string) =>
    fault(
      'too_large',
      {
        message: {
          en: 'The login service sends far more than a login needs.',
          zh: '登录服务返回的数据远超登录所需。',
        },
        hint: tellServer,
      },
      [place],
    ),
  portBusy: (port: number) =>
    fault(
      'port_busy',
      {
        message: {
          en: `Port ${port}, which the login has to return to, cannot be used: another program has it, or the system forbids it.`,
          zh: `无法使用登录需要返回的端口 ${port}：它被其他程序占用，或系统不允许使用。`,
        },
        hint: {
          en: 'End that program, or set another port for this server (it must be registered with the login service too).',
          zh: '请关闭该程序，或为此服务器设置其他端口（登录服务中也须登记该端口）。',
        },
      },
      [`127.0.0.1:${port}`],
    ),
  badMetadata: (what: Bilingual<string>, details: readonly string[] = [], cause?: unknown) =>
    fault('login_failed', { message: what, hint: tellServer }, details, cause),
  refused: (details: readonly string[] = []) =>
    fault(
      'login_failed',
      {
        message: { en: 'The login service did not let you in.', zh: '登录服务拒绝了登录。' },
        hint: tryAgain,
      },
      details,
    ),
  untrustedAnswer: (cause?: unknown) =>
    fault(
      'login_failed',
      {
        message: {
          en: 'The answer to the login came from another service than the one that was asked. It was thrown away.',
          zh: '登录的应答来自另一个服务，而不是所请求的服务，已被丢弃。',
        },
        hint: tryAgain,
      },
      [],
      cause,
    ),
  noClient: (issuer: string) =>
    fault(
      'login_failed',
      {
        message: {
          en: 'The login service does not let Mirohub register itself.',
          zh: '登录服务不允许 Mirohub 自行注册。',
        },
        hint: {
          en: 'Register a client with the service by hand and enter its client id (and secret) in the settings of this server.',
          zh: '请在该服务手动注册一个客户端，并在此服务器的设置中填写其客户端 ID（和密钥）。',
        },
      },
      [issuer],
    ),
  otherIssuer: (before: string, now: string) =>
    fault(
      'login_failed',
      {
        message: {
          en: 'The server names another login service than the one your client id is registered with. The client secret is not sent there.',
          zh: '服务器指定的登录服务与您登记客户端 ID 的服务不同，客户端密钥不会发送给它。',
        },
        hint: {
          en: 'Look at both addresses below. If the new one is right, log out first, then enter the client id for it.',
          zh: '请核对下方两个地址。如果新地址无误，请先退出登录，再填写对应的客户端 ID。',
        },
      },
      [before, now],
    ),
  registration: (issuer: string, details: readonly string[], cause?: unknown) =>
    fault(
      'login_failed',
      {
        message: { en: 'The login service refused to register Mirohub.', zh: '登录服务拒绝注册 Mirohub。' },
        hint: {
          en: 'Register a client by hand and enter its client id in the settings of this server, or ask those who run it.',
          zh: '请手动注册客户端并在此服务器的设置中填写其客户端 ID，或联系其运营者。',
        },
      },
      [issuer, ...details],
      cause,
    ),
  timedOut: () =>
    fault('timeout', {
      message: { en: 'Nobody finished the login within ten minutes.', zh: '登录未在十分钟内完成。' },
      hint: { en: 'Choose Log in to begin anew.', zh: '请点击“登录”重新开始。' },
    }),
  cancelled: () =>
    fault('login_failed', {
      message: { en: 'The login was cancelled.', zh: '登录已取消。' },
      hint: { en: 'Choose Log in to begin anew.', zh: '请点击“登录”重新开始。' },
    }),
  notRemote: () =>
    fault('bad_entry', {
      message: { en: 'This server has no login.', zh: '此服务器不使用登录。' },
      hint: {
        en: 'Only servers with a web address and OAuth have one.',
        zh: '只有使用网址和 OAuth 的服务器才需要登录。',
      },
    }),
} as const
