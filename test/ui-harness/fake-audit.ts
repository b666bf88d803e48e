/** The audit log of the hub that exists only in this page: 1,240 calls, each of every kind that can occur. */
import type { AsyncIteratorClass } from '@orpc/client'
import type { AuditFilter, AuditRow } from '../../src-main/api/contract/audit.ts'
import type { Client } from '../../src-renderer/rpc/client.ts'
import { noise, today } from './fake-series.ts'

interface FakeAuditParts {
  answer: <T>(make: () => T) => Promise<T>
  params: URLSearchParams
  stream: <T>(source: AsyncGenerator<T, unknown, void>) => AsyncIteratorClass<T, unknown, void>
}

const actors = ['mcp:Claude Desktop', 'agent:quick', 'window', 'mcp:Cursor', 'cli', 'mcp:']
const tools = ['query_health_indicators', 'get_genetic_data', 'get_current_time', 'search_vocabulary']
const failures = [
  'invalid_arguments',
  'insufficient_scope',
  'not_shared',
  'timeout',
  'cancelled',
  'tool_failed',
  'unknown_tool',
]

function credentialOf(actor: string, index: number): AuditRow['credential'] {
  if (!actor.startsWith('mcp:')) return null
  if (index % 11 === 0) return { kind: 'personal-url', label: 'ChatGPT' }
  return actor === 'mcp:Cursor' ? { kind: 'oauth', label: 'Cursor' } : { kind: 'token', label: 'Claude Desktop' }
}

function rowAt(index: number, count: number): AuditRow {
  const pick = noise(index * 7.3)
  const actor = actors[Math.floor(pick * pick * actors.length)] ?? 'window'
  const failure = index % 9 === 4 ? (failures[Math.floor(index / 9) % failures.length] ?? null) : null
  return {
    id: count - index,
    at: new Date(Date.parse(`${today}T09:12:00Z`) - (index + noise(index) * 0.9) * 1_260_000).toISOString(),
    actor,
    tool: tools[Math.floor(noise(index * 3.1) ** 2 * tools.length)] ?? '',
    server: index % 37 === 5 ? 'filesystem' : null,
    ok: failure === null,
    errorCode: failure,
    durationMs: failure === 'timeout' ? 900_000 : Math.round(3 + 60 * noise(index * 1.7) ** 4 * 30),
    argsBytes: Math.round(40 + 220 * noise(index * 2.3)),
    resultBytes: failure ? 180 : Math.round(600 + 90_000 * noise(index * 5.9) ** 3),
    credential: credentialOf(actor, index),
  }
}

export function fakeAudit({ answer, params, stream }: FakeAuditParts): Client['audit'] {
  const count = params.get('audit') === 'none' ? 0 : params.get('audit') === 'few' ? 14 : 1_240
  const rows = Array.from({ length: count }, (_, index) => rowAt(index, count))
  const matching = (filter: AuditFilter) =>
    rows.filter(
      (row) =>
        (!filter.actor || row.actor === filter.actor) &&
        (!filter.tool || row.tool === filter.tool) &&
        (!filter.outcome || row.ok === (filter.outcome === 'ok')) &&
        (!filter.fromDate || row.at.slice(0, 10) >= filter.fromDate) &&
        (!filter.toDate || row.at.slice(0, 10) <= filter.toDate),
    )
  async function* pieces({ format, ...filter }: AuditFilter & { format: 'csv' | 'json' }) {
    const wanted = matching(filter).toReversed()
    if (format === 'csv') yield { text: 'at,actor,tool,ok\r\n', rows: 0 }
    for (let at = 0; at < wanted.length; at += 100) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      const piece = wanted.slice(at, at + 100)
      const text =
        format === 'csv'
          ? piece.map((row) => `${row.at},${row.actor},${row.tool},${row.ok}\r\n`).join('')
          : `${at === 0 ? '[' : ','}${piece.map((row) => JSON.stringify(row)).join(',')}`
      yield { text, rows: piece.length }
    }
    if (format === 'json') yield { text: wanted.length === 0 ? '[]' : ']', rows: 0 }
  }
  return {
    list: ({ before, limit = 100, ...filter }) =>
      answer(() => {
        const all = matching(filter)
        const from = before === undefined ? all : all.filter((row) => row.id < before)
        return { rows: from.slice(0, limit), total: all.length, more: from.length > limit }
      }),
    facets: () =>
      answer(() => ({
        actors: [...new Set(rows.map((row) => row.actor))].sort(),
        tools: [...new Set(rows.map((row) => row.tool))].sort(),
      })),
    export: async (input) => stream(pieces(input)),
    verify: async () => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      const isBroken = params.get('audit') === 'broken'
      return { ok: !isBroken, rows: isBroken ? 811 : count, brokenAt: isBroken ? 812 : null }
    },
  }
}
