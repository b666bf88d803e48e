/** Why a target cannot be added at all; what is merely odd is a warning (trust/target-warnings.ts). Pure. */
import { posix, win32 } from 'node:path'
import type { Bilingual } from '../../config/bilingual.ts'
import type { ServerTarget } from '../model/server-entry.ts'

const MAX_COMMAND = 4_096
const MAX_TEXT = 65_536
const MAX_ITEMS = 256
const MAX_URL = 8_192

/** RFC 9110 section 5.6.2. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

export function targetProblem(target: ServerTarget): Bilingual<string> | null {
  return target.kind === 'stdio' ? programProblem(target) : addressProblem(target)
}

function programProblem({ command, args, cwd, envNames }: Extract<ServerTarget, { kind: 'stdio' }>) {
  if (command.trim() === '') return told('It says no command to start.', '没有写要启动的命令。')
  if (command.length > MAX_COMMAND) {
    return told(`Its command is longer than ${MAX_COMMAND} characters.`, `命令超过了 ${MAX_COMMAND} 个字符。`)
  }
  if (args.length > MAX_ITEMS || args.some((text) => text.length > MAX_TEXT)) {
    return told(
      `It has more than ${MAX_ITEMS} arguments, or one of more than ${MAX_TEXT} characters.`,
      `参数超过 ${MAX_ITEMS} 个，或某个参数超过 ${MAX_TEXT} 个字符。`,
    )
  }
  if (cwd !== null && !posix.isAbsolute(cwd) && !win32.isAbsolute(cwd)) {
    return told(`Its working directory “${cwd}” is not a full path.`, `工作目录“${cwd}”不是完整路径。`)
  }
  const badName = envNames.find((name) => name === '' || /[=\0]/.test(name))
  if (badName !== undefined) {
    return told(`“${badName}” cannot be the name of an environment variable.`, `“${badName}”不能用作环境变量名。`)
  }
  if (envNames.length > MAX_ITEMS) return told('It has too many environment variables.', '环境变量太多。')
  if ([command, cwd ?? '', ...args, ...envNames].some((text) => text.includes('\0') || !text.isWellFormed())) {
    return told('There is a character in it that no program can be given.', '其中有程序无法接收的字符。')
  }
  return null
}

function addressProblem({ url, headerNames }: Extract<ServerTarget, { kind: 'http' | 'sse' }>) {
  const parsed = URL.parse(url)
  if (parsed === null || url.length > MAX_URL) return told('Its address is no URL.', '地址不是有效的 URL。')
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    return told(
      `Its address begins with ${parsed.protocol}; only https: and http: are spoken.`,
      `地址以 ${parsed.protocol} 开头，这里只支持 https: 和 http:。`,
    )
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return told(
      'Its address carries a user name or password. Addresses are shown; put it into a header instead.',
      '地址里带有用户名或密码。地址会显示出来，请改放到请求头中。',
    )
  }
  if (url.includes('\0') || !url.isWellFormed()) return told('Its address is no URL.', '地址不是有效的 URL。')
  const badName = headerNames.find((name) => !headerName.test(name))
  if (badName !== undefined) {
    return told(`“${badName}” cannot be the name of a header.`, `“${badName}”不能用作请求头名。`)
  }
  const hopByHop = headerNames.find((name) =>
    /^(host|content-length|connection|transfer-encoding|upgrade|te)$/i.test(name),
  )
  if (hopByHop !== undefined) {
    return told(`The header “${hopByHop}” is set by the connection itself.`, `请求头“${hopByHop}”由连接自己设置。`)
  }
  return headerNames.length > MAX_ITEMS ? told('It has too many headers.', '请求头太多。') : null
}

const told = (en: string, zh: string): Bilingual<string> => ({ en, zh })
