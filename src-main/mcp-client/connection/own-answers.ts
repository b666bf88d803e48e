/** Answers that no MCP client gives: the person's in the app, and the folders of the settings for `roots/list`. */

import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConnectHooks } from '../model/connection.ts'
import { isObject } from '../model/json-value.ts'
import type { ServerSettings } from '../model/server-entry.ts'
import { ServerError } from '../model/server-status.ts'
import type { Question } from './question.ts'

export type OwnAnswers = (question: Question, signal: AbortSignal) => Promise<Record<string, unknown>>

export interface OwnAnswersOptions {
  readonly settings: Pick<ServerSettings, 'asks' | 'roots'>
  readonly askPerson: ConnectHooks['askPerson']
  /** As the person named the server. */
  readonly name: string
}

/** Rejects with ServerError where there is no answer that says no: sampling has none (spec: client/sampling). */
export function createOwnAnswers({ settings, askPerson, name }: OwnAnswersOptions): OwnAnswers {
  return async (question, signal) => {
    const { kind, params } = question
    if (kind === 'roots') {
      const folders = settings.asks.roots ? settings.roots : []
      return { roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) || folder })) }
    }
    const allowed = kind === 'sampling' ? settings.asks.sampling : settings.asks.elicitation
    const declined = kind === 'sampling' ? null : { action: 'decline' }
    const answer = allowed ? await askPerson({ kind, params }, signal).catch(() => null) : declined
    if (isObject(answer)) return answer
    // Nobody was there to answer a form or an address: dismissed, neither accepted nor declined.
    if (kind !== 'sampling') return { action: 'cancel' }
    throw new ServerError({
      code: 'protocol',
      message: {
        en: `${name} asked for the answer of a model (sampling), and did not get one.`,
        zh: `“${name}”请求调用模型（sampling），但未获同意。`,
      },
      hint: {
        en: 'Allow it in the settings of this server, and answer its question.',
        zh: '请在此服务器的设置中允许，并回答它的请求。',
      },
      details: [],
    })
  }
}
