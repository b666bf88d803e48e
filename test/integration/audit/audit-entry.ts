/** A person, a moment and a call for the tests of the audit log. */
import type { AuditEntry } from '../../../src-main/registry/audit-chain.ts'

export const now = new Date('2026-06-15T12:00:00Z')
export const ada = { id: 11, timeZone: 'Asia/Shanghai' }
export const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  userId: ada.id,
  at: now,
  actor: 'window',
  tool: 'add',
  server: null,
  argsDigest: 'digest',
  ok: true,
  errorCode: null,
  durationMs: 0.3,
  argsBytes: 2,
  resultBytes: 3,
  credential: null,
  ...more,
})
