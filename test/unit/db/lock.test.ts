/** One owner of a data directory, however owners start and die. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acquireLock } from '../../../src-main/db/lock.ts'
import { isGone, type ProcessProbe, systemProbe } from '../../../src-main/db/process-identity.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mirohub-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const alive: ProcessProbe = { bootId: () => 'boot', startTime: () => '100', isRunning: () => true }
const lockFile = (): string => join(dir, 'hub.lock')
const writeLock = (record: object): void => writeFileSync(lockFile(), JSON.stringify(record))
const locks = (): string[] => readdirSync(dir).filter((name) => name.startsWith('hub.lock'))

describe('whether an owner is gone', () => {
  const owner = { pid: 5, startedAt: '100', bootId: 'boot' }
  test.each([
    ['the same process', owner, alive, false],
    ['no such process', owner, { ...alive, isRunning: () => false }, true],
    ['its pid taken by another process', owner, { ...alive, startTime: () => '999' }, true],
    ['the computer started anew since', owner, { ...alive, bootId: () => 'later' }, true],
    ['a system that tells no start times', owner, { ...alive, startTime: () => null }, false],
    ['a system that tells no boots', owner, { ...alive, bootId: () => null }, false],
    ['an owner that knew no start time', { ...owner, startedAt: null }, alive, false],
  ])('%s', (_name, identity, probe, gone) => {
    expect(isGone(identity, probe)).toBe(gone)
  })
})

describe('what each system is asked', () => {
  const access = (answers: Record<string, string>) => ({
    readText: (path: string): string => answers[path] ?? fail(path),
    run: (command: string, args: readonly string[]): string => answers[command] ?? fail(args.join(' ')),
    signal: (pid: number): void => {
      if (pid === 404) fail('no such process')
    },
  })
  function fail(what: string): never {
    throw new Error(what)
  }

  test('Linux: /proc, even with a command name made of spaces and parentheses', () => {
    const stat = `7 (a) b (c) S ${Array.from({ length: 18 }, (_, i) => i).join(' ')} 424242 rest`
    const probe = systemProbe('linux', access({ '/proc/7/stat': stat, '/proc/sys/kernel/random/boot_id': 'b-1\n' }))
    expect(probe.startTime(7)).toBe('424242')
    expect(probe.bootId()).toBe('b-1')
    expect(probe.isRunning(7)).toBe(true)
    expect(probe.isRunning(404)).toBe(false)
  })

  test('Linux: a killed process that nobody has waited for holds nothing', () => {
    const probe = systemProbe('linux', access({ '/proc/7/stat': '7 (node) Z 1 2' }))
    expect(probe.isRunning(7)).toBe(false)
  })

  test('macOS: ps and sysctl', () => {
    const probe = systemProbe('darwin', access({ ps: ' Sun Nov 29 10:00:00 2026\n', sysctl: 'ABC\n' }))
    expect(probe.startTime(7)).toBe('Sun Nov 29 10:00:00 2026')
    expect(probe.bootId()).toBe('ABC')
  })

  test('Windows: PowerShell; where it fails nothing is claimed', () => {
    expect(systemProbe('win32', access({ 'powershell.exe': '133\r\n' })).startTime(7)).toBe('133')
    expect(systemProbe('win32', access({})).startTime(7)).toBeNull()
  })

  test('this very process is found by the real probe', () => {
    const probe = systemProbe()
    expect(probe.isRunning(process.pid)).toBe(true)
    expect(probe.startTime(process.pid)).not.toBeNull()
    expect(probe.bootId()).not.toBeNull()
  })
})

test('the lock is readable by its owner alone, goes when released, and only if it is still ours', () => {
  const lock = acquireLock(dir)
  expect(statSync(lockFile()).mode & 0o077).toBe(0)
  expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
  expect(locks()).toEqual([])
  writeLock({ id: 'someone-else', pid: 1, startedAt: null, bootId: null })
  lock.release()
  expect(locks()).toEqual(['hub.lock'])
})

test('the refusal names pid and address; an address left by an earlier owner is not named', () => {
  writeLock({ id: 'a', pid: 4321, startedAt: '100', bootId: 'boot' })
  writeFileSync(join(dir, 'hub.json'), JSON.stringify({ pid: 4321, url: 'http://127.0.0.1:9/' }))
  expect(() => acquireLock(dir, alive)).toThrow(/in use by another Mirohub \(pid 4321\) at http:\/\/127\.0\.0\.1:9\//)
  writeFileSync(join(dir, 'hub.json'), JSON.stringify({ pid: 1, url: 'http://127.0.0.1:9/' }))
  expect(() => acquireLock(dir, alive)).toThrow(/\(pid 4321\)\.$/)
})

test('a pid that another process has now does not keep the directory locked', () => {
  writeLock({ id: 'a', pid: process.pid, startedAt: 'long before', bootId: systemProbe().bootId() })
  acquireLock(dir).release()
  expect(locks()).toEqual([])
})

test('whoever died while taking over a stale lock blocks nobody', () => {
  const dead = { pid: 999_999_999, startedAt: '1', bootId: null }
  writeLock({ id: 'first', ...dead })
  writeFileSync(`${lockFile()}.first`, JSON.stringify({ id: 'second', ...dead }))
  writeFileSync(`${lockFile()}.first.second`, JSON.stringify({ id: 'third', ...dead }))
  const lock = acquireLock(dir)
  expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
  expect(locks()).toEqual([])
})

test('a torn lock is respected while it may still be written, and no longer', () => {
  writeFileSync(lockFile(), '{"id":"a')
  expect(() => acquireLock(dir)).toThrow(/just starting/)
  utimesSync(lockFile(), new Date(0), new Date(0))
  acquireLock(dir).release()
})

test('of twenty processes at once over a stale lock exactly one gets it; killed, it holds nothing', async () => {
  writeLock({ id: 'stale', pid: 999_999_999, startedAt: '1', bootId: 'another boot' })
  const children = Array.from({ length: 20 }, () =>
    spawn(process.execPath, [fileURLToPath(new URL('./lock-contender.ts', import.meta.url)), dir]),
  )
  const winners: ChildProcess[] = []
  try {
    const said = await Promise.all(
      children.map(async (child) => {
        const [chunk] = await once(child.stdout, 'data')
        return String(chunk)
      }),
    )
    winners.push(...children.filter((_, index) => said[index]?.startsWith('GOT')))
    expect(winners.length).toBe(1)
    for (const line of said) expect(line).toMatch(/^(GOT|locked .*(pid \d+|just starting))/)
    expect(locks()).toEqual(['hub.lock'])
    expect(() => acquireLock(dir)).toThrow(`pid ${winners[0]?.pid}`)
    const gone = winners.map((winner) => once(winner, 'exit'))
    for (const winner of winners) winner.kill('SIGKILL')
    await Promise.all(gone)
    acquireLock(dir).release()
  } finally {
    for (const child of children) child.kill('SIGKILL')
  }
}, 60_000)
