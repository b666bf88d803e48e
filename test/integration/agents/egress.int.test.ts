/** Nothing leaves unasked: agents with a model, on a computer without a network, and the one host that was allowed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EgressReport } from './egress-child.ts'

/** A namespace with loopback alone, in which one name of a provider leads to it. */
function aloneWithOneName(script: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'mirohub-names-'))
  try {
    writeFileSync(join(dir, 'hosts'), '127.0.0.1 localhost\n127.0.0.1 models.local\n')
    const inside = `mount --bind ${join(dir, 'hosts')} /etc/hosts && ip link set lo up && exec ${process.execPath} ${script}`
    return execFileSync('unshare', ['--net', '--mount', 'sh', '-c', inside], { encoding: 'utf8', timeout: 110_000 })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

let report: EgressReport | null = null
const canIsolate = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', 'ip link set lo up']).status === 0

beforeAll(() => {
  if (canIsolate) report = JSON.parse(aloneWithOneName(join(import.meta.dirname, 'egress-child.ts')).trim())
})

describe('without a network', () => {
  it('imports, answers without a model, and reaches nothing', (context) => {
    if (report === null) return context.skip('no network namespace can be made here')
    expect(report.imported).toBe(true)
    expect(report.quick).toContain('steps')
    expect(report.reached.import ?? []).toEqual([])
    expect(report.reached.quick ?? []).toEqual([])
  })

  it('asks before a provider gets the first word, and sends nothing after a no', (context) => {
    if (report === null) return context.skip('no network namespace can be made here')
    expect(report.first.find((event) => event.type === 'approval')).toMatchObject({
      reason: 'provider',
      provider: { host: expect.stringContaining('models.local'), way: 'sends' },
    })
    expect(report.first.at(-1)).toEqual({ type: 'end', reason: 'declined' })
    expect((report.reached.declined ?? []).filter((host) => !isLoopback(host))).toEqual([])
  })

  it('reaches the host of the chosen provider and nobody else: no tokenizer, no telemetry, no other address', (context) => {
    if (report === null) return context.skip('no network namespace can be made here')
    expect(report.deep).toContain('You walked.')
    expect(report.base).toContain('You walked.')
    // It may go on over the connection that the list of models was read with.
    for (const hosts of [report.reached.deep, report.reached.base])
      expect(['', 'models.local']).toContain((hosts ?? []).filter((host) => !isLoopback(host)).join())
    expect([...new Set(Object.values(report.reached).flat())].filter((host) => !isLoopback(host))).toEqual([
      'models.local',
    ])
  })
})

const isLoopback = (host: string) => host === '127.0.0.1' || host === 'localhost' || host === '::1'
