/** The address of a provider as a person types it, checked: what is sent there is a key and what someone's tools read. Pure. */
import { isIP } from 'node:net'
import { classOfAddress } from '../../config/address-class.ts'
import { type Bilingual, inLanguage } from '../../config/bilingual.ts'
import { ModelFault } from './types.ts'

const words = {
  none: { en: 'The address is missing.', zh: '缺少地址。' },
  shape: { en: 'This is not an address of a model service.', zh: '这不是模型服务的地址。' },
  credentials: {
    en: 'The address holds a name, a password or a key.',
    zh: '地址中带有用户名、密码或密钥。',
  },
  plain: {
    en: 'Over http everybody on the way could read along.',
    zh: '通过 http 发送时，途中的任何人都能看到内容。',
  },
} as const satisfies Record<string, Bilingual<string>>

const hints = {
  shape: {
    en: 'It begins with https:// and mostly ends in /v1, for example https://models.example.org/v1.',
    zh: '它以 https:// 开头，通常以 /v1 结尾，例如 https://models.example.org/v1。',
  },
  credentials: {
    en: 'Leave it out here, and put a key into the field for keys.',
    zh: '请从地址中去掉，密钥填到密钥栏里。',
  },
  plain: {
    en: 'Use https. http is for this computer and your own network.',
    zh: '请使用 https；http 只用于本机和你自己的网络。',
  },
} as const satisfies Record<string, Bilingual<string>>

/** Parts of a route that people copy along from an example. */
const routes = /\/+(chat\/completions|completions|responses|models|messages|api\/(chat|tags|generate))\/*$/

/**
 * The address without what people copy along.
 * @throws ModelFault 'wrong_address' in the person's language.
 */
export function checkedAddress(typed: string, language: string): string {
  const fault = (word: Bilingual<string>, hint: Bilingual<string>) =>
    new ModelFault('wrong_address', inLanguage(word, language), inLanguage(hint, language))
  const text = typed.trim()
  if (text === '') throw fault(words.none, hints.shape)
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw fault(words.shape, hints.shape)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw fault(words.credentials, hints.credentials)
  // What a server listens on is no address to reach it at everywhere.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.protocol === 'http:' && !isNear(url)) throw fault(words.plain, hints.plain)
  return url.href.replace(routes, '').replace(/\/+$/, '')
}

/** On this computer: nothing that goes there leaves it. */
export function isLoopback(address: string): boolean {
  const host = hostOf(URL.parse(address))
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  return isIP(host) !== 0 && classOfAddress(host) === 'loopback'
}

/** This computer or the person's own network. */
function isNear(url: URL): boolean {
  if (isLoopback(url.href)) return true
  const host = hostOf(url)
  if (isIP(host) !== 0) return ['private', 'link-local'].includes(classOfAddress(host))
  return !host.includes('.') || /\.(local|lan|home|internal|home\.arpa)$/.test(host)
}

const hostOf = (url: URL | null): string =>
  (url?.hostname ?? '')
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
