/** What code may call. Catches a writing or foreign tool that slips in. */
import { describe, expect, it } from 'vitest'
import { replTools } from '../../../src-main/agents/repl/tool-names.ts'
import type { ToolDefinition } from '../../../src-main/registry/types.ts'

function tool(name: string, change: Partial<ToolDefinition> & { readOnly?: boolean } = {}): ToolDefinition {
  const { readOnly = true, ...rest } = change
  return {
    name,
    title: name,
    description: '',
    inputSchema: {},
    origin: { kind: 'packaged', file: 'x.ts' },
    needsIdentity: false,
    annotations: { readOnlyHint: readOnly, destructiveHint: false, openWorldHint: false, idempotentHint: true },
    scope: 'mcp:read',
    ...rest,
  }
}

describe('tools of the REPL', () => {
  it('are named as code names things', () => {
    expect(
      replTools(['query_health_indicators', 'get-genetic-data', 'average', '2fa_codes'].map((n) => tool(n))).map(
        ({ name, tool: registered }) => [name, registered],
      ),
    ).toEqual([
      ['queryHealthIndicators', 'query_health_indicators'],
      ['getGeneticData', 'get-genetic-data'],
      ['average', 'average'],
      ['tool2faCodes', '2fa_codes'],
    ])
  })

  it('are read-only ones of the hub, and never a `then`', () => {
    const offered = replTools([
      tool('writes', { readOnly: false }),
      tool('server__reads', { origin: { kind: 'server', server: 'server' } }),
      tool('then'),
      tool('read_it'),
      tool('readIt'),
      tool('own', { origin: { kind: 'personal', file: 'own.ts' } }),
    ])
    expect(offered.map(({ tool: registered }) => registered)).toEqual(['read_it', 'own'])
  })
})
