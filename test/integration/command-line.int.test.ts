/**
 * The command line as processes: one owner of the data, everybody else talks to it, nothing is left behind.
 *
 * In both groups the tests go on from each other in the order they stand in: what one imports the next ask for, and the
 * last of the hub's stops it. Where no hub runs each command starts a whole one, so there is one test for each way through;
 * what does not depend on whose hub it is is asked of the hub that runs.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliEntry } from './cli-entry.ts'

const NOW = '2025-07-15T10:00:00Z'

interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

function start(dataDir: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [cliEntry, ...args, '--data-dir', dataDir], {
    env: { ...process.env, MIROHUB_SECRETS: 'memory', MIROHUB_NOW: NOW, DEFAULT_TIMEZONE: 'Europe/Berlin', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

async function run(dataDir: string, args: readonly string[], input = ''): Promise<Ran> {
  const child = start(dataDir, args)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

interface Ready {
  event: string
  url: string
  mcp: string
  pid: number
}

async function serve(dataDir: string): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = start(dataDir, ['serve', '--port', '0'])
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const line = await new Promise<string>((resolve, reject) => {
    let stdout = ''
    child.stdout?.on('data', (chunk) => {
      stdout += chunk
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')))
    })
    child.once('exit', (code) => reject(new Error(`serve exited with ${code}: ${stderr}`)))
  })
  return { child, ready: JSON.parse(line) }
}

async function stop(child: ChildProcess): Promise<number | null> {
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const [code] = await closed
  return code
}

const STEPS = `<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <ExportDate value="2025-07-15 09:00:00 +0200"/>
 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, model:Watch, hardware:Watch6,2&gt;" unit="count" creationDate="2025-07-10 08:11:00 +0200" startDate="2025-07-10 08:00:00 +0200" endDate="2025-07-10 08:10:00 +0200" value="600"/>
 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" device="&lt;&lt;HKDevice: 0x2&gt;, name:iPhone, model:iPhone, hardware:iPhone14,5&gt;" unit="count" creationDate="2025-07-10 08:16:00 +0200" startDate="2025-07-10 08:05:00 +0200" endDate="2025-07-10 08:15:00 +0200" value="500"/>
 <Record type="HKQuantityTypeIdentifierRestingHeartRate" sourceName="Watch" unit="count/min" creationDate="2025-06-10 23:00:00 +0200" startDate="2025-06-10 00:10:00 +0200" endDate="2025-06-10 22:00:00 +0200" value="57"/>
 <Record type="HKQuantityTypeIdentifierRestingHeartRate" sourceName="Watch" unit="count/min" creationDate="2025-06-11 23:00:00 +0200" startDate="2025-06-11 00:10:00 +0200" endDate="2025-06-11 22:00:00 +0200" value="60"/>
</HealthData>
`

const root = mkdtempSync(join(tmpdir(), 'mirohub-cli-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const exportFile = join(root, 'export.xml')
writeFileSync(exportFile, STEPS)

/** Printed one to a line. */
const messagesIn = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('one command after another, no hub running', () => {
  const data = join(root, 'alone')

  it('imports', async () => {
    const { code, stdout, stderr } = await run(data, ['import', exportFile, '--json'])
    expect(code).toBe(0)
    expect(stderr).not.toMatch(/error/i)
    expect(JSON.parse(stdout).files).toMatchObject([{ format: 'apple-health', read: 4, imported: 4, duplicates: 0 }])
  })

  it('answers a question with sentence, chart and end', async () => {
    const { code, stdout } = await run(data, ['ask', 'average resting heart rate last month', '--json'])
    expect(code).toBe(0)
    const events = messagesIn(stdout)
    const text = events
      .filter((event) => event.type === 'text')
      .map((event) => event.text)
      .join('')
    expect(text).toContain('58.5')
    expect(events.some((event) => event.type === 'chart')).toBe(true)
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
  })

  it('tells a failure by one line and its status, and gives the data back', async () => {
    const unknown = await run(data, ['call', 'launch_rocket', '{}'])
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr.trim().split('\n')).toHaveLength(1)
    const nobody = await run(data, ['ask', 'steps', '--profile', 'Nobody'])
    expect(nobody).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('"Nobody"') })
    expect(existsSync(join(data, 'hub.lock'))).toBe(false)
  })

  it('keeps the data from other users of the computer', () => {
    if (process.platform === 'win32') return
    expect(statSync(data).mode & 0o077).toBe(0)
  })

  it('gives the data back when a client ends it by a signal instead of closing its input', async () => {
    const child = start(data, ['stdio'])
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`)
    if (child.stdout) await once(child.stdout, 'data')
    await stop(child)
    expect(existsSync(join(data, 'hub.lock'))).toBe(false)
  })

  it('speaks JSON-RPC alone on stdio and ends with its input, all questions answered', async () => {
    const lines = [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      {
        jsonrpc: '2.0',
        id: 3,
        method: 'tools/call',
        params: { name: 'query_health_indicators', arguments: { indicators: ['steps'], aggregate: 'stats' } },
      },
    ]
    const { code, stdout } = await run(data, ['stdio'], `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    expect(code).toBe(0)
    const answers = messagesIn(stdout)
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    expect(byId.get(1).result.protocolVersion).toBe('2025-11-25')
    expect(byId.get(2).result.tools.map((tool: { name: string }) => tool.name)).toContain('query_health_indicators')
    expect(byId.get(3).result.structuredContent.indicators.steps.stats).toMatchObject({ days: 1, max: 850 })
  })
})

describe('a hub that runs', () => {
  const data = join(root, 'served')
  let hub: { child: ChildProcess; ready: Ready }
  beforeAll(async () => {
    hub = await serve(data)
  })

  it('opens its page to the one-time code only', async () => {
    const { url } = hub.ready
    const origin = new URL(url).origin
    expect((await fetch(origin)).status).toBe(401)
    expect((await fetch(`${origin}/index.html`)).status).toBe(401)
    expect((await fetch(`${origin}/?code=guess`)).status).toBe(401)
    const entered = await fetch(url, { redirect: 'manual' })
    expect(entered.status).toBe(303)
    const cookie = entered.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Strict/i)
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(401)
    const upload = await fetch(`${origin}/api/upload`, {
      method: 'POST',
      headers: { 'x-file-name': 'a.zip' },
      body: 'x',
    })
    expect(upload.status).toBe(401)
    const foreign = await fetch(`${origin}/api/upload`, {
      method: 'POST',
      headers: { 'x-file-name': 'a.zip', cookie: cookie.split(';')[0] ?? '', origin: 'http://evil.test' },
      body: 'x',
    })
    expect(foreign.status).toBe(403)
    const good = await fetch(`${origin}/api/upload`, {
      method: 'POST',
      headers: { 'x-file-name': 'a.zip', cookie: cookie.split(';')[0] ?? '' },
      body: 'x',
    })
    expect(await good.json()).toMatchObject({ bytes: 1 })
  })

  it('refuses a second owner, naming the first, and lets every other command through', async () => {
    const second = await run(data, ['serve', '--port', '0'])
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(String(hub.ready.pid))
    expect(second.stderr).toContain(new URL(hub.ready.url).origin)
    const imported = await run(data, ['import', exportFile, '--json'])
    expect(JSON.parse(imported.stdout).files[0].imported).toBe(4)
    const tools = await run(data, ['tools', '--json'])
    expect(JSON.parse(tools.stdout).map((tool: { name: string }) => tool.name)).toContain('convert_unit')
    expect((await run(data, ['doctor'])).stdout).toContain(`pid ${hub.ready.pid}`)
  })

  it('a second import of the same file adds nothing', async () => {
    const { code, stdout } = await run(data, ['import', exportFile, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).files).toMatchObject([{ read: 4, imported: 0, duplicates: 4 }])
  })

  it('answers from the merged data: the phone adds only what the watch did not cover', async () => {
    const args = { indicators: ['steps'], aggregate: 'day' }
    const { code, stdout } = await run(data, ['call', 'query_health_indicators', JSON.stringify(args)])
    expect(code).toBe(0)
    // 600 from the watch, and half of the phone's 500: worked case of two overlapping sources.
    expect(JSON.parse(stdout).indicators.steps.rows).toMatchObject([{ period: '2025-07-10', value: 850 }])
  })

  it('declines what needs judgement, and that is no failure', async () => {
    const { code, stdout } = await run(data, ['ask', 'should I take beta blockers?', '--json'])
    expect(code).toBe(0)
    const events = messagesIn(stdout)
    expect(events.find((event) => event.type === 'notice')).toMatchObject({ code: 'declined' })
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'declined' })
  })

  it('tells wrong usage from failure', async () => {
    expect((await run(data, ['call', 'query_health_indicators', '{nonsense'])).code).toBe(2)
    expect(await run(data, ['call', 'launch_rocket', '{}'])).toMatchObject({ code: 1, stdout: '' })
    const missing = await run(data, ['import', join(root, 'nothing-here.zip')])
    expect(missing.code).toBe(1)
    expect(missing.stderr).toContain('nothing-here.zip')
    expect((await run(data, ['ask', 'steps', '--profile', 'Nobody'])).code).toBe(1)
  })

  it('gives a token that opens the data over /mcp, and nothing without it', async () => {
    const { stdout } = await run(data, ['token', '--days', '3'])
    const token = stdout.trim()
    const call = (headers: Record<string, string>) =>
      fetch(hub.ready.mcp, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'query_health_indicators', arguments: { indicators: ['steps'], aggregate: 'stats' } },
        }),
      })
    const answered = await call({ authorization: `Bearer ${token}` })
    expect(answered.status).toBe(200)
    const body = await answered.json()
    expect(body.result.structuredContent.indicators.steps.stats.max).toBe(850)
    expect(body.result.isError ?? false).toBe(false)
    expect((await call({ authorization: 'Bearer nonsense' })).status).toBe(401)
    expect((await call({})).status).toBe(401)
  })

  it('stops cleanly, however often it is asked, and leaves neither process, lock nor runtime file', async () => {
    // npm passes a signal on, and so does whatever started npm: the second must not cut the first one's work short.
    const again = setInterval(() => hub.child.kill('SIGTERM'), 20)
    expect(await stop(hub.child)).toBe(0)
    clearInterval(again)
    expect(existsSync(join(data, 'hub.json'))).toBe(false)
    expect(existsSync(join(data, 'hub.lock'))).toBe(false)
    expect(() => process.kill(hub.ready.pid, 0)).toThrow()
  })
})

describe('a directory that is not ours', () => {
  it('is refused with the fault and the way out, and stays as it was', async () => {
    const data = join(root, 'foreign')
    mkdirSync(join(data, 'db'), { recursive: true })
    writeFileSync(join(data, 'db', 'holiday.jpg'), 'not a cluster')
    const { code, stderr } = await run(data, ['serve', '--port', '0'])
    expect(code).toBe(1)
    expect(stderr).toContain('holds no database')
    expect(stderr).toContain('--data-dir')
    expect(existsSync(join(data, 'db', 'holiday.jpg'))).toBe(true)
    expect(existsSync(join(data, 'db', 'PG_VERSION'))).toBe(false)
  })
})
