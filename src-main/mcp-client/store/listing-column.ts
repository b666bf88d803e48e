/** The last good list of a server, in its row, so that tools are known before the server has started again. */
import { isSpecType, type ServerCapabilities, type Tool } from '@modelcontextprotocol/client'
import * as z from 'zod'
import type { ServerListing } from '../model/server-status.ts'
import { fromColumn, toColumn } from './json-column.ts'

/** Longer lists are known while the server runs, and asked for again after a start. */
const MAX_CHARS = 4 * 1024 * 1024

const listing: z.ZodType<ServerListing> = z.object({
  tools: z.array(z.custom<Tool>(isSpecType.Tool)),
  resources: z.array(z.custom<ServerListing['resources'][number]>(isSpecType.Resource)),
  templates: z.array(z.custom<ServerListing['templates'][number]>(isSpecType.ResourceTemplate)),
  prompts: z.array(z.custom<ServerListing['prompts'][number]>(isSpecType.Prompt)),
  serverInfo: z.custom<NonNullable<ServerListing['serverInfo']>>(isSpecType.Implementation).nullable(),
  instructions: z.string().nullable(),
  capabilities: z.custom<ServerCapabilities>(isSpecType.ServerCapabilities),
  listedAt: z.iso.datetime(),
  cache: z.object({ ttlMs: z.number(), scope: z.enum(['public', 'private']) }).nullable(),
})

/** Null when it is too long to keep. */
export function listingToColumn(value: ServerListing): Record<string, unknown> | null {
  return toColumn(value, MAX_CHARS) ?? null
}

/** Null when there is none, or none that can be read. */
export function listingFromColumn(column: Readonly<Record<string, unknown>> | null): ServerListing | null {
  return column === null ? null : (listing.safeParse(fromColumn(column)).data ?? null)
}
