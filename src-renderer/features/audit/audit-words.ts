/** The audit log's codes as words: who called, what came of it, what let them in. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditRow } from '../../../src-main/api/contract/audit.ts'

const outcomes = {
  unknown_tool: 'outcome_unknown_tool',
  not_allowed: 'outcome_not_allowed',
  switched_off: 'outcome_switched_off',
  authorization_required: 'outcome_authorization_required',
  insufficient_scope: 'outcome_insufficient_scope',
  not_shared: 'outcome_not_shared',
  invalid_arguments: 'outcome_invalid_arguments',
  timeout: 'outcome_timeout',
  cancelled: 'outcome_cancelled',
  tool_failed: 'outcome_tool_failed',
  internal: 'outcome_internal',
} as const

const doors = {
  token: 'door_token',
  oauth: 'door_oauth',
  'personal-url': 'door_personal_url',
  'agent-url': 'door_agent_url',
  approval: 'door_approval',
  grant: 'door_grant',
  owner: 'door_owner',
  none: 'door_anonymous',
} as const

const ownActors = { window: 'actor_window', page: 'actor_page', cli: 'actor_cli' } as const

const has = <Words extends object>(words: Words, key: string): key is Extract<keyof Words, string> =>
  Object.hasOwn(words, key)

/** Refused: the hub said no. Failed: it tried. Stopped: the caller did not wait. */
export type OutcomeKind = 'ok' | 'refused' | 'failed' | 'stopped'

export function outcomeKind(row: Pick<AuditRow, 'ok' | 'errorCode'>): OutcomeKind {
  if (row.ok) return 'ok'
  if (row.errorCode === 'cancelled') return 'stopped'
  return row.errorCode === null || ['timeout', 'tool_failed', 'internal'].includes(row.errorCode) ? 'failed' : 'refused'
}

export interface AuditWords {
  actor: (actor: string) => string
  outcome: (row: Pick<AuditRow, 'ok' | 'errorCode'>) => string
  /** Null for the person's own windows and command line, which need nothing to come in. */
  door: (credential: AuditRow['credential']) => { kind: string; label: string | null } | null
}

export function useAuditWords(): AuditWords {
  const { t } = useTranslation('audit')
  return useMemo(
    () => ({
      actor: (actor) => {
        if (has(ownActors, actor)) return t(ownActors[actor])
        const agent = /^agent:(.*)$/.exec(actor)?.[1]
        if (agent !== undefined) return t('actor_agent', { name: agent })
        const client = /^mcp:(.*)$/.exec(actor)?.[1]
        return client === undefined ? actor : client || t('actor_unnamed')
      },
      outcome: ({ ok, errorCode }) => {
        if (ok) return t('outcome_ok')
        if (errorCode !== null && has(outcomes, errorCode)) return t(outcomes[errorCode])
        return errorCode === null ? t('outcome_failed') : t('outcome_other', { code: errorCode })
      },
      door: (credential) => {
        if (credential === null) return null
        const { kind, label } = credential
        return { kind: has(doors, kind) ? t(doors[kind]) : kind, label }
      },
    }),
    [t],
  )
}
