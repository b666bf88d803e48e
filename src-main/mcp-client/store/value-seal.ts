/** Seals the values of servers (environment, headers, tokens) under the key that is in the secret store. */
import { createSeal, type SealFault } from '../../secrets/seal.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import { noValues, type ServerValues } from '../model/server-entry.ts'
import { ServerError } from '../model/server-status.ts'
import { valuesSchema } from './entry-schema.ts'

const KEY_NAME = 'server-key'

export interface ValueSeal {
  /** Null for values without a single one: a server without secrets needs no keychain. */
  seal(values: ServerValues, row: RowKey): Promise<Uint8Array | null>
  /** Rejects with ServerError `values_sealed`. */
  open(sealed: Uint8Array | null, row: RowKey): Promise<ServerValues>
}

interface RowKey {
  readonly userId: number
  readonly id: string
}

export function createValueSeal(secrets: Pick<SecretStore, 'get' | 'set'>): ValueSeal {
  const seal = createSeal({ secrets, keyName: KEY_NAME, errorOf })
  const bound = ({ userId, id }: RowKey) => `mcp_server:${userId}:${id}`
  return {
    seal: async (values, row) => (isEmpty(values) ? null : seal.seal(JSON.stringify(values), bound(row))),
    async open(sealed, row) {
      if (sealed === null) return noValues
      const text = await seal.open(sealed, bound(row))
      try {
        return valuesSchema.parse(JSON.parse(text))
      } catch {
        // Without a cause: a parser's message quotes what it read.
        throw errorOf('unreadable')
      }
    },
  }
}

function isEmpty({ env, headers, bearer, clientSecret }: ServerValues): boolean {
  const names = [...Object.keys(env), ...Object.keys(headers)]
  return names.length === 0 && bearer === null && clientSecret === null
}

function errorOf(fault: SealFault, cause?: unknown): ServerError {
  switch (fault) {
    case 'out-of-reach':
      return sealed(
        {
          en: 'The secret values of this server are out of reach, because the secret store does not answer.',
          zh: '无法取得此服务器的机密值：密钥存储没有响应。',
        },
        { en: 'Unlock the keychain and try again.', zh: '请解锁钥匙串后重试。' },
        cause,
      )
    case 'no-key':
      return sealed(
        { en: `The secret "${KEY_NAME}" is not a key.`, zh: `机密“${KEY_NAME}”不是有效的密钥。` },
        {
          en: 'Delete it from the keychain; Mirohub then makes a new one. Values of servers have to be entered again.',
          zh: '请从钥匙串中删除它，Mirohub 会生成新的密钥。服务器的机密值需要重新填写。',
        },
      )
    case 'unreadable':
      return sealed(
        {
          en: 'The secret values of this server cannot be read: they were stored under a key that is no longer there.',
          zh: '无法读取此服务器的机密值：保存它们所用的密钥已不存在。',
        },
        { en: 'Enter the values again.', zh: '请重新填写这些值。' },
      )
  }
}

function sealed(message: ServerError['fault']['message'], hint: ServerError['fault']['hint'], cause?: unknown) {
  return new ServerError({ code: 'values_sealed', message, hint, details: [] }, { cause })
}
