/** External servers in the words of the contract: for one person, in their language, without a single secret. Pure. */
import { inLanguage } from '../../config/bilingual.ts'
import type { EntryField } from '../../mcp-client/entries/entry-draft.ts'
import type { Proposal as EntryProposal } from '../../mcp-client/entries/proposals.ts'
import type { LoginStatus } from '../../mcp-client/login/logins.ts'
import type { ServerEntry, ServerOrigin, ServerTarget } from '../../mcp-client/model/server-entry.ts'
import type { ServerFault, ServerListing, ServerStatus } from '../../mcp-client/model/server-status.ts'
import type { ToolRecord } from '../../mcp-client/model/server-store.ts'
import type { ToolReport } from '../../mcp-client/toolkit/person-tools.ts'
import { fingerprintOf } from '../../mcp-client/trust/fingerprint.ts'
import { toolFingerprint } from '../../mcp-client/trust/pins.ts'
import { targetWarnings } from '../../mcp-client/trust/target-warnings.ts'
import { toolWarnings } from '../../mcp-client/trust/tool-warnings.ts'
import type { TrustWarning as EntryWarning } from '../../mcp-client/trust/warning.ts'
import type {
  ConfigField,
  Proposal,
  ReviewView,
  ServerDetail,
  ServerFaultView,
  ServerRow,
  ServerToolView,
  TargetView,
  TrustWarning,
} from '../contract/servers.ts'

/** Which values are there; never the values. */
export interface KnownValues {
  readonly env: ReadonlySet<string>
  readonly headers: ReadonlySet<string>
  readonly hasBearer: boolean
  readonly hasClientSecret: boolean
}

export const noKnownValues: KnownValues = {
  env: new Set(),
  headers: new Set(),
  hasBearer: false,
  hasClientSecret: false,
}

/** Everything known of a server at one moment. */
export interface ServerSnapshot {
  readonly entry: ServerEntry
  readonly status: ServerStatus
  readonly listing: { readonly listing: ServerListing; readonly stale: boolean } | null
  readonly reports: readonly ToolReport[]
}

export function faultView(fault: ServerFault, language: string): ServerFaultView {
  return {
    code: fault.code,
    message: inLanguage(fault.message, language),
    hint: inLanguage(fault.hint, language),
    details: [...fault.details],
  }
}

export function rowView({ entry, status, listing, reports }: ServerSnapshot, language: string): ServerRow {
  const { target } = entry
  return {
    id: entry.id,
    slug: entry.slug,
    name: entry.name,
    transport: target.kind,
    summary: target.kind === 'stdio' ? [target.command, ...target.args].join(' ') : target.url,
    origin: originView(entry.origin),
    enabled: entry.enabled,
    state: status.state,
    since: status.since,
    lastAnswerAt: status.lastAnswerAt,
    retryAt: status.retryAt,
    fault: status.fault === null ? null : faultView(status.fault, language),
    stale: listing?.stale ?? false,
    tools: {
      on: reports.filter(({ enabled, setAside }) => enabled && setAside === null).length,
      total: listing?.listing.tools.length ?? 0,
    },
    toReview: reports.filter(({ trust }) => trust !== 'approved').length,
    shared: entry.settings.shared,
  }
}

export interface DetailParts extends ServerSnapshot {
  readonly known: KnownValues
  readonly records: readonly ToolRecord[]
  readonly login: LoginStatus | null
}

export function detailView(parts: DetailParts, language: string): ServerDetail {
  const { entry, status, known, login } = parts
  const listing = parts.listing?.listing ?? null
  const { serverInfo } = listing ?? {}
  const { settings } = entry
  return {
    ...rowView(parts, language),
    target: targetView(entry.target, known),
    settings: { ...settings, roots: [...settings.roots], processors: [...settings.processors] },
    review: entry.approved?.fingerprint === fingerprintOf(entry.target) ? null : reviewView(entry, known, language),
    pid: status.pid,
    era: status.era,
    protocolVersion: status.protocolVersion,
    serverInfo: serverInfo
      ? { name: serverInfo.name, title: serverInfo.title ?? null, version: serverInfo.version }
      : null,
    instructions: listing?.instructions ?? null,
    listedAt: listing?.listedAt ?? null,
    toolList: toolViews(parts, language),
    resources: (listing?.resources.length ?? 0) + (listing?.templates.length ?? 0),
    prompts: listing?.prompts.length ?? 0,
    login:
      login === null
        ? null
        : {
            state: login.state,
            issuer: login.issuer,
            scopes: [...login.scopes],
            expiresAt: login.expiresAt,
            url: login.url,
            fault: login.fault === null ? null : faultView(login.fault, language),
          },
    declaredIn: entry.origin.kind === 'file' ? entry.origin.file : null,
  }
}

function reviewView(entry: ServerEntry, known: KnownValues, language: string): ReviewView {
  return {
    fingerprint: fingerprintOf(entry.target),
    target: targetView(entry.target, known),
    before: entry.approved === null ? null : targetView(entry.approved.target, noKnownValues),
    warnings: targetWarnings(entry.target).map((one) => warningView(one, language)),
  }
}

function toolViews({ listing, reports, records }: DetailParts, language: string): ServerToolView[] {
  const reported = new Map(reports.map((report) => [report.name, report]))
  const stored = new Map(records.map((record) => [record.name, record]))
  return (listing?.listing.tools ?? []).map((tool) => {
    const { name, title, description = '', inputSchema, outputSchema, annotations = {} } = tool
    const report = reported.get(name)
    const record = stored.get(name)
    const pinned = record?.pinned ?? null
    return {
      name,
      alias: report?.alias ?? name,
      title: title ?? annotations.title ?? name,
      description,
      inputSchema: { ...inputSchema },
      outputSchema: outputSchema === undefined ? null : { ...outputSchema },
      annotations: {
        readOnly: annotations.readOnlyHint ?? null,
        destructive: annotations.destructiveHint ?? null,
        idempotent: annotations.idempotentHint ?? null,
        openWorld: annotations.openWorldHint ?? null,
      },
      enabled: record?.enabled ?? true,
      policy: record?.policy ?? null,
      preset: { ...record?.preset },
      trust: report?.trust ?? 'new',
      approved:
        report?.trust === 'changed' && pinned !== null
          ? { description: pinned.description ?? '', inputSchema: { ...pinned.inputSchema } }
          : null,
      fingerprint: toolFingerprint(tool),
      warnings: toolWarnings(tool).map((one) => warningView(one, language)),
      setAside: report?.setAside ? inLanguage(report.setAside, language) : null,
    }
  })
}

export function targetView(target: ServerTarget, known: KnownValues): TargetView {
  if (target.kind === 'stdio') {
    const { kind, command, args, cwd, envNames, encoding, encodingErrors } = target
    const env = envNames.map((name) => ({ name, isSet: known.env.has(name) }))
    return { kind, command, args: [...args], cwd, env, encoding, encodingErrors }
  }
  const { kind, url, headerNames, auth, oauth } = target
  const { clientId, scopes, redirectPort } = oauth
  return {
    kind,
    url,
    headers: headerNames.map((name) => ({ name, isSet: known.headers.has(name) })),
    auth,
    hasBearer: known.hasBearer,
    oauth: { clientId, hasClientSecret: known.hasClientSecret, scopes: scopes && [...scopes], redirectPort },
  }
}

export function proposalView(proposal: EntryProposal, duplicateOf: string | null, language: string): Proposal {
  const { key, name, origin, fingerprint, target, set, hasBearer, hasClientSecret, warnings, fields, problem } =
    proposal
  const known = { env: new Set(set.env), headers: new Set(set.headers), hasBearer, hasClientSecret }
  return {
    key,
    name,
    origin: originView(origin),
    review: {
      fingerprint,
      target: targetView(target, known),
      before: null,
      warnings: warnings.map((one) => warningView(one, language)),
    },
    fields: fields.map(fieldView),
    duplicateOf,
    problem: problem === null ? null : inLanguage(problem, language),
  }
}

export function fieldView({ fills: _fills, default: preset, ...field }: EntryField): ConfigField {
  return { ...field, default: preset ?? null }
}

function warningView({ code, place, text }: EntryWarning, language: string): TrustWarning {
  return { code, place, text: inLanguage(text, language) }
}

export function originView(origin: ServerOrigin): ServerRow['origin'] {
  switch (origin.kind) {
    case 'client':
      return { kind: 'client', detail: origin.client }
    case 'bundle':
      return { kind: 'bundle', detail: `${origin.name} ${origin.version}` }
    case 'companion':
      return { kind: 'companion', detail: origin.companion }
    case 'file':
      return { kind: 'file', detail: origin.file }
    default:
      return { kind: origin.kind, detail: null }
  }
}
