/** A row of mcp_server, read. A row that cannot be read is the fault of that one server: the list goes on. */
import type { mcpServer } from '../../db/schema.ts'
import { defaultSettings, noTarget, type ServerEntry } from '../model/server-entry.ts'
import type { ServerFault } from '../model/server-status.ts'
import { originSchema, settingsSchema, targetSchema } from './entry-schema.ts'

type EntryRow = Omit<typeof mcpServer.$inferSelect, 'sealed' | 'era' | 'listing' | 'listedAt'>

export function entryOf(row: EntryRow): ServerEntry {
  const target = targetSchema.safeParse(row.target)
  const settings = settingsSchema.safeParse(row.settings)
  const origin = originSchema.safeParse(row.origin)
  const unreadable = [
    ...(target.success ? [] : ['target']),
    ...(settings.success ? [] : ['settings']),
    ...(origin.success ? [] : ['origin']),
  ]
  const entry: ServerEntry = {
    id: row.id,
    userId: row.userId,
    slug: row.slug,
    name: row.name,
    origin: origin.data ?? { kind: 'form' },
    target: target.data ?? noTarget,
    // What the person had set is not known: nothing runs without being asked for, and no app sees it.
    settings: settings.data ?? { ...defaultSettings, policy: 'ask' },
    enabled: row.enabled,
    position: row.position,
    approved: unreadable.length === 0 ? approvalOf(row) : null,
    createdAt: row.createdAt,
    changedAt: row.changedAt,
  }
  return unreadable.length === 0 ? entry : { ...entry, damage: damaged(row.name, unreadable) }
}

function approvalOf(row: EntryRow): ServerEntry['approved'] {
  const target = targetSchema.safeParse(row.approvedTarget)
  if (row.approved === null || row.approvedAt === null || !target.success) return null
  return { fingerprint: row.approved, target: target.data, at: row.approvedAt }
}

function damaged(name: string, columns: readonly string[]): ServerFault {
  return {
    code: 'bad_entry',
    message: {
      en: `What is stored of "${name}" cannot be read.`,
      zh: `“${name}”的存储内容无法读取。`,
    },
    hint: {
      en: 'Edit the server and save it again, or remove it and add it anew. A newer version of Mirohub may have written it.',
      zh: '请编辑并重新保存此服务器，或将其移除后重新添加。它也可能是由更新版本的 Mirohub 写入的。',
    },
    details: columns.map((column) => `mcp_server.${column}`),
  }
}
