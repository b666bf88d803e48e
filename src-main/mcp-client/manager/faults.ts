/** Faults that the manager itself has to tell. */
import { redactText } from '../../log/redact.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import { ServerError, type ServerFault, type ServerState } from '../model/server-status.ts'

const seconds = (ms: number): string => String(Math.round(ms / 100) / 10)

export function valuesMissing(name: string, missing: readonly string[]): ServerFault {
  return {
    code: 'values_missing',
    message: {
      en: `${name} cannot start: values that it needs are not filled in.`,
      zh: `“${name}”无法启动：有必需的值尚未填写。`,
    },
    hint: { en: 'Fill them in on the page of the server.', zh: '请在服务器页面中填写。' },
    details: missing,
  }
}

export function valuesOutOfReach(name: string): ServerFault {
  return {
    code: 'values_sealed',
    message: {
      en: `The secret store does not give the values of ${name}: it has not answered for a minute.`,
      zh: `密钥存储在一分钟内没有响应，无法取得“${name}”所需的值。`,
    },
    hint: { en: 'Unlock the keychain, then start the server.', zh: '请解锁钥匙串，然后启动此服务器。' },
    details: [],
  }
}

export function startTimedOut(name: string, phase: 'connect' | 'list', ms: number): ServerFault {
  const words =
    phase === 'connect'
      ? {
          en: `${name} did not finish its handshake within ${seconds(ms)} s.`,
          zh: `“${name}”在 ${seconds(ms)} 秒内未完成握手。`,
        }
      : {
          en: `${name} did not say within ${seconds(ms)} s what it offers.`,
          zh: `“${name}”在 ${seconds(ms)} 秒内未返回工具列表。`,
        }
  return {
    code: 'timeout',
    message: words,
    hint: {
      en: 'Look at its log. If it is only slow, give it more time in its settings.',
      zh: '请查看其日志；如果只是较慢，可在设置中延长时限。',
    },
    details: [],
  }
}

export function callTimedOut(name: string, ms: number): ServerFault {
  return {
    code: 'timeout',
    message: { en: `${name} did not answer within ${seconds(ms)} s.`, zh: `“${name}”在 ${seconds(ms)} 秒内没有回应。` },
    hint: {
      en: 'Try again, or give this server more time in its settings.',
      zh: '请重试，或在设置中为此服务器延长时限。',
    },
    details: [],
  }
}

export function silent(name: string): ServerFault {
  return {
    code: 'unreachable',
    message: { en: `${name} does not answer any more.`, zh: `“${name}”已不再响应。` },
    hint: { en: 'It is connected again by itself.', zh: '将自动重新连接。' },
    details: [],
  }
}

export function cancelled(): ServerFault {
  return {
    code: 'cancelled',
    message: { en: 'The call was cancelled.', zh: '调用已取消。' },
    hint: { en: 'Call again when it is wanted.', zh: '需要时请重新调用。' },
    details: [],
  }
}

export function busy(name: string, most: number): ServerFault {
  return {
    code: 'busy',
    message: {
      en: `${name} has ${most} calls to answer, and takes no more at the moment.`,
      zh: `“${name}”已有 ${most} 个调用在处理，暂不接受新的调用。`,
    },
    hint: { en: 'Try again when some have ended.', zh: '请等部分调用结束后再试。' },
    details: [],
  }
}

/** It ended, or was ended, while a call ran: whether the call did its work is not known. */
export function endedMeanwhile(name: string): ServerFault {
  return {
    code: 'not_running',
    message: {
      en: `${name} was stopped while the call ran.`,
      zh: `调用进行期间，“${name}”被停止。`,
    },
    hint: {
      en: 'Whether the call has done its work is not known. Look before calling again.',
      zh: '无法确定该调用是否已生效；再次调用前请先确认。',
    },
    details: [],
  }
}

export function unknownServer(): ServerFault {
  return {
    code: 'not_running',
    message: { en: 'There is no such server any more.', zh: '该服务器已不存在。' },
    hint: { en: 'Look at the list of servers.', zh: '请查看服务器列表。' },
    details: [],
  }
}

/** Why a call cannot be made now. What made the server fail says more than its state does. */
export function notReady(name: string, state: ServerState, fault: ServerFault | null): ServerFault {
  if (state === 'parked' && fault !== null) {
    const hint = {
      en: 'It failed five times in five minutes and is left alone now. Start it by hand on the Servers page.',
      zh: '该服务器在五分钟内失败了五次，已暂停自动重试。请在“服务器”页面手动启动。',
    }
    return { ...fault, hint }
  }
  if (fault !== null) return fault
  const words = stateWords[state]
  return {
    code: 'not_running',
    message: { en: `${name} ${words.en}`, zh: `“${name}”${words.zh}` },
    hint: {
      en: 'A person can change that in Mirohub on the Servers page.',
      zh: '可由用户在 Mirohub 的“服务器”页面处理。',
    },
    details: [],
  }
}

const stateWords: Readonly<Record<ServerState, { en: string; zh: string }>> = {
  starting: { en: 'is still starting.', zh: '仍在启动。' },
  ready: { en: 'has just been replaced.', zh: '刚刚被替换。' },
  'needs-login': { en: 'waits for a login.', zh: '需要登录。' },
  'needs-approval': { en: 'has not been approved as it is now.', zh: '当前内容尚未获得批准。' },
  failed: { en: 'has failed.', zh: '已失败。' },
  stopped: { en: 'is stopped.', zh: '已停止。' },
  parked: { en: 'is parked.', zh: '已暂停。' },
}

/** Whatever was thrown, as a fault. */
export function faultOf(error: unknown, name: string): ServerFault {
  if (error instanceof ServerError) return error.fault
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    code: 'internal',
    message: { en: `Mirohub failed to talk to ${name}.`, zh: `Mirohub 与“${name}”通信时出错。` },
    hint: {
      en: 'Restart the server. If it happens again, report it with the details.',
      zh: '请重启该服务器；若再次发生，请附上详情反馈。',
    },
    details: [redactText(text)],
  }
}

/** A server may send back what it was sent: its own secrets stay out of what is shown of it. */
export function withoutSecrets(fault: ServerFault, mask: (text: string) => string): ServerFault {
  const both = ({ en, zh }: ServerFault['message']) => ({ en: mask(en), zh: mask(zh) })
  return { ...fault, message: both(fault.message), hint: both(fault.hint), details: fault.details.map(mask) }
}

/** Only a login mends it. */
export function needsLogin(entry: ServerEntry, fault: ServerFault): boolean {
  const isOauth = entry.target.kind !== 'stdio' && entry.target.auth === 'oauth'
  return isOauth && (fault.code === 'unauthorized' || fault.code === 'login_failed')
}
