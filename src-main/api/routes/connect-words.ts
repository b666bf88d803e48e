/** What the Connect page is told by services that speak in codes, in the language of the person who acts. */
import { ORPCError } from '@orpc/server'
import { inLanguage } from '../../config/bilingual.ts'
import { type EntryFinding, entryFindingWords } from '../../mcp-client/client-apps/entry-finding.ts'
import { SettingsError } from '../../mcp-client/client-apps/settings-error.ts'
import { settingsFaultWords } from '../../mcp-client/client-apps/settings-words.ts'
import type { ReachabilityReport } from '../../mcp-server/reachability.ts'
import { faultWords, goodWords, noPublicUrl } from '../../mcp-server/reachability-words.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import type { RpcContext } from '../context.ts'

export const languageOf = ({ profile }: RpcContext): string => callerUser(profile).language

/** Runs what may refuse a settings file; the refusal is worded for the person. */
export async function toldSettings<T>(context: RpcContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const { message, hint } = inLanguage(settingsFaultWords(error.fault), languageOf(context))
    throw new ORPCError('BAD_REQUEST', { message, data: { code: error.code, hint }, cause: error })
  }
}

export function toldEntry(finding: EntryFinding, language: string) {
  const isListed = finding.code === 'listed'
  return { ok: isListed, tools: isListed ? finding.tools : null, ...inLanguage(entryFindingWords(finding), language) }
}

export function toldReachability({ publicUrl, ok, steps }: ReachabilityReport, language: string) {
  let hint = publicUrl === null ? inLanguage(noPublicUrl, language) : ''
  const told = steps.map((checked) => {
    if (checked.ok) return { step: checked.step, ok: true, detail: inLanguage(goodWords(checked.found), language) }
    const words = inLanguage(faultWords(checked.found), language)
    hint = words.hint
    return { step: checked.step, ok: false, detail: words.detail }
  })
  return { publicUrl, ok, steps: told, hint }
}
