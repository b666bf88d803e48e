/** Secrets that would reach a log, and logs that would reach stdout or fill a disk. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../../../src-main/log/logger.ts'
import { redactText, redactValue } from '../../../src-main/log/redact.ts'
import { RotatingFile } from '../../../src-main/log/rotating-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mirohub-log-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('redaction', () => {
  const canary = 'c4nary9f8e7d6c5b4a39281706f5e4d3c2b1a0xyz'
  test.each([
    `Authorization: Bearer ${canary}`,
    'authorization=Basic dXNlcjpwYXNzd29yZA==',
    'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl',
    'GET /mcp/short1?x=1 took 3 ms',
    'POST http://127.0.0.1:18060/hub/mcp/s3cret',
    'connecting to postgres://me:hunter2@db.example/health',
    `plain ${canary} in the middle`,
    '{"access_token":"abc","n":1}',
    "password='open sesame'",
    'api_key=12345&x=y',
  ])('%s', (text) => {
    const out = redactText(text)
    expect(out).toContain('[redacted]')
    expect(out).not.toMatch(/c4nary|dXNlcjpw|eyJ|short1|s3cret|hunter2|"abc"|open sesame|12345/)
  })

  test.each([
    'GET /mcp 200',
    'profile 6f9619ff-8b86-4d01-b42d-00c04fc964ff imported',
    'sha 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 seen before',
    'HKQuantityTypeIdentifierDistanceWalkingRunning',
    'could not locate a valid checkpoint record at 0/1',
  ])('%s stays', (text) => {
    expect(redactText(text)).toBe(text)
  })

  test('fields are searched by name and by content, at any depth, and not changed in place', () => {
    const fields = {
      headers: { Authorization: 'x', cookie: 'y', accept: 'json' },
      list: [{ refreshToken: 'z' }],
      note: 'Bearer abcdefgh',
      none: null,
    }
    expect(redactValue(fields)).toEqual({
      headers: { Authorization: '[redacted]', cookie: '[redacted]', accept: 'json' },
      list: [{ refreshToken: '[redacted]' }],
      note: 'Bearer [redacted]',
      none: null,
    })
    expect(fields.headers.Authorization).toBe('x')
  })

  test('errors, circles and odd values do not break a line', () => {
    const circle: Record<string, unknown> = { n: 10n, f: () => 1, at: new Date(Number.NaN) }
    circle.self = circle
    const cause = new Error('Bearer abcdefgh')
    const out = JSON.stringify(redactValue({ circle, error: new Error('outer', { cause }), bytes: new Uint8Array(3) }))
    expect(out).toContain('outer')
    expect(out).toContain('[3 bytes]')
    expect(out).not.toContain('abcdefgh')
  })
})

test('lines go to stderr and the file, never to stdout, and only from the chosen level up', () => {
  const stdout = vi.spyOn(process.stdout, 'write')
  const stderr: string[] = []
  const log = createLogger({
    level: 'info',
    dataDir: dir,
    stream: { write: (text) => stderr.push(text) },
    now: () => new Date('2026-03-01T00:00:00Z'),
  })
  log.child('db').child('engine').warn('Slow', { ms: 12 })
  log.debug('not this')
  log.close()
  expect(stdout).not.toHaveBeenCalled()
  stdout.mockRestore()
  expect(stderr).toEqual(['2026-03-01T00:00:00.000Z WARN  db.engine: Slow {"ms":12}\n'])
  const lines = readFileSync(join(dir, 'logs/hub.log'), 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { at: '2026-03-01T00:00:00.000Z', level: 'warn', area: 'db.engine', message: 'Slow', fields: { ms: 12 } },
  ])
  expect(statSync(join(dir, 'logs/hub.log')).mode & 0o077).toBe(0)
  expect(statSync(join(dir, 'logs')).mode & 0o077).toBe(0)
})

test('a file is turned over when full and the oldest is dropped', () => {
  const file = new RotatingFile({ dir, name: 'hub', maxBytes: 20, maxFiles: 3 })
  for (let n = 0; n < 8; n++) file.write(`line ${n} xxx`)
  file.close()
  expect(readdirSync(dir).sort()).toEqual(['hub.1.log', 'hub.2.log', 'hub.log'])
  expect(readFileSync(join(dir, 'hub.log'), 'utf8')).toBe('line 7 xxx\n')
  expect(readFileSync(join(dir, 'hub.2.log'), 'utf8')).toBe('line 5 xxx\n')
})

test('a place that cannot be written to silences the file and not the program', () => {
  const file = new RotatingFile({ dir: join(dir, 'x\0y'), name: 'hub' })
  expect(() => file.write('a')).not.toThrow()
})
