/** Whether a model's provider can reach this hub under MCP_PUBLIC_URL, asked before the hub hands it an address. */
import type { Bilingual } from '../config/bilingual.ts'
import { isLoopbackHostname } from './loopback.ts'
import type { Reachability } from './reachability.ts'
import { faultWords, noPublicUrl } from './reachability-words.ts'

export interface ProviderReachOptions {
  readonly reachability: Pick<Reachability, 'check'>
  readonly publicUrl: string | null
}

type Reach = { readonly ok: true } | { readonly ok: false; readonly why: Bilingual<string> }

/** Never rejects. A model on this computer reaches a loopback address too; nobody else does. */
export function createProviderReach({ reachability, publicUrl }: ProviderReachOptions) {
  return async ({ isLocal }: { readonly isLocal: boolean }): Promise<Reach> => {
    if (publicUrl === null) return { ok: false, why: noPublicUrl }
    if (!isLocal && isLoopbackHostname(new URL(publicUrl).hostname)) return { ok: false, why: onlyHere(publicUrl) }
    const { ok, steps } = await reachability.check()
    if (ok) return { ok: true }
    const last = steps.at(-1)
    if (last === undefined || last.ok) return { ok: false, why: noPublicUrl }
    const words = faultWords(last.found)
    return { ok: false, why: { en: `${words.en.detail} ${words.en.hint}`, zh: `${words.zh.detail}${words.zh.hint}` } }
  }
}

const onlyHere = (url: string): Bilingual<string> => ({
  en: `${url} is this computer itself, which nobody else reaches.`,
  zh: `${url} 就是这台电脑本身，其他设备无法访问。`,
})
