/**
 * Entries that a person looks at before they are stored: kept in memory under a key that cannot be guessed. What is
 * taken is what was shown: the fingerprint of the review has to come back with the key.
 */
import { randomUUID } from 'node:crypto'
import type { Bilingual } from '../../config/bilingual.ts'
import { defaultSettings, type ServerOrigin, type ServerTarget } from '../model/server-entry.ts'
import type { NewServer } from '../model/server-store.ts'
import { fingerprintOf } from '../trust/fingerprint.ts'
import { targetWarnings } from '../trust/target-warnings.ts'
import { textWarnings } from '../trust/text-warnings.ts'
import { withoutHidden } from '../trust/visible-text.ts'
import type { TrustWarning } from '../trust/warning.ts'
import type { EntryDraft, EntryField } from './entry-draft.ts'
import { EntryError } from './entry-error.ts'
import { fillDraft } from './fill-draft.ts'

const MAX_KEPT = 1_000
const KEPT_MS = 12 * 3_600_000
const MAX_NAME = 80

export interface Proposal {
  readonly key: string
  readonly name: string
  readonly origin: ServerOrigin
  /** Of exactly this target. */
  readonly fingerprint: string
  readonly target: ServerTarget
  /** Names whose value is known already. */
  readonly set: { readonly env: readonly string[]; readonly headers: readonly string[] }
  readonly hasBearer: boolean
  readonly hasClientSecret: boolean
  readonly warnings: readonly TrustWarning[]
  readonly fields: readonly EntryField[]
  /** The source has it switched off: it is added, and not started. */
  readonly isOff: boolean
  readonly problem: Bilingual<string> | null
}

export interface TakenProposal {
  readonly server: NewServer
  /** Of the target with everything filled in: what the person agreed to. */
  readonly fingerprint: string
  readonly isOff: boolean
}

export interface HeldDraft {
  readonly draft: EntryDraft
  /** What has to be done before the server is stored: a bundle is unpacked. Runs nothing of it. */
  readonly install?: () => Promise<void>
}

export interface Proposals {
  hold(userId: number, drafts: readonly HeldDraft[]): Proposal[]
  /**
   * Does not forget it: where storing fails, the person tries again. `done` forgets.
   *
   * @throws EntryError `unknown_proposal`, `changed`, `bad_value`, `bad_entry`, and what `install` throws.
   */
  take(
    userId: number,
    key: string,
    fingerprint: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<TakenProposal>
  done(key: string): void
}

export interface ProposalsOptions {
  /** Milliseconds that only go forward. */
  readonly monotonicMs: () => number
}

interface Kept extends HeldDraft {
  readonly userId: number
  readonly proposal: Proposal
  readonly until: number
}

export function createProposals({ monotonicMs }: ProposalsOptions): Proposals {
  /** In the order of holding. */
  const kept = new Map<string, Kept>()

  function forgetOld(): void {
    for (const [key, { until }] of kept) if (kept.size > MAX_KEPT || until <= monotonicMs()) kept.delete(key)
  }

  return {
    hold(userId, drafts) {
      const proposals = drafts.map((held) => {
        const proposal = proposalOf(randomUUID(), held.draft)
        kept.set(proposal.key, { ...held, userId, proposal, until: monotonicMs() + KEPT_MS })
        return proposal
      })
      forgetOld()
      return proposals
    },

    async take(userId, key, fingerprint, fields) {
      forgetOld()
      const held = kept.get(key)
      if (held === undefined || held.userId !== userId) throw unknownProposal()
      if (held.proposal.fingerprint !== fingerprint) throw changed()
      const { target, values } = fillDraft(held.draft, fields)
      const { origin, settings, isOff } = held.draft
      const { name } = held.proposal
      await held.install?.()
      const server = { slug: name, name, origin, target, settings: { ...defaultSettings, ...settings }, values }
      return { server, fingerprint: fingerprintOf(target), isOff }
    },

    done: (key) => void kept.delete(key),
  }
}

function proposalOf(key: string, draft: EntryDraft): Proposal {
  const { origin, target, values, fields, isOff, problem } = draft
  const tokens = fields.flatMap(({ fills }) => (fills.kind === 'token' ? [fills.token] : []))
  const known = (texts: Readonly<Record<string, string | null>>) =>
    Object.entries(texts).flatMap(([name, text]) =>
      text === null || tokens.some((token) => text.includes(token)) ? [] : [name],
    )
  return {
    key,
    name: shownName(draft.name),
    origin,
    fingerprint: fingerprintOf(target),
    target,
    set: { env: known(values.env), headers: known(values.headers) },
    hasBearer: values.bearer !== null,
    hasClientSecret: values.clientSecret !== null,
    warnings: [
      ...textWarnings('name', draft.name),
      ...targetWarnings(target, { env: values.env, tokens }),
      ...draft.warnings,
    ],
    fields,
    isOff,
    problem,
  }
}

/** A name is for people: one line, and nothing in it that cannot be seen. */
export function shownName(name: string): string {
  const line = withoutHidden(name).replace(/\s+/g, ' ').trim()
  return [...line].slice(0, MAX_NAME).join('').trim() || 'server'
}

function unknownProposal(): EntryError {
  return new EntryError(
    'unknown_proposal',
    { en: 'This entry is not kept any more.', zh: '这一项已不再保留。' },
    { en: 'Read it in again.', zh: '请重新读取。' },
  )
}

function changed(): EntryError {
  return new EntryError(
    'changed',
    { en: 'This is not the entry that was shown.', zh: '这与之前显示的内容不一致。' },
    { en: 'Look at it again before you add it.', zh: '添加前请重新查看。' },
  )
}
