/** A whole hub with two people and a tool of theirs, and the person who answers apps through the app's own router. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub } from '../../../src-main/hub.ts'
import type { LogFields, Logger } from '../../../src-main/log/logger.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import {
  authorizeUrl,
  type Browser,
  createBrowser,
  type Page,
  paramsOf,
  pkce,
  redeem,
  register,
} from './oauth-client.ts'

const TOOL = `/** Says whose data this is.
 * @readonly
 */
export function whose(user_info: { user_id: string }) {
  return { success: true, user: user_info.user_id }
}
`

/** Keeps every line at every level, before anything is redacted. */
function keepingLogger(lines: string[]): Logger {
  const write = (message: string, fields?: LogFields) => void lines.push(`${message} ${inspect(fields, { depth: 8 })}`)
  const logger: Logger = { debug: write, info: write, warn: write, error: write, child: () => logger, close: () => {} }
  return logger
}

export async function startOauthHub(env: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'mirohub-oauth-'))
  const toolDir = join(root, 'my-tools')
  mkdirSync(toolDir)
  writeFileSync(join(toolDir, 'whose.ts'), TOOL)
  const config = loadConfig({
    env: { MIROHUB_SECRETS: 'memory', MCP_TOOL_DIRS: toolDir, DEFAULT_TIMEZONE: 'Europe/Berlin', ...env },
    flags: { dataDir: join(root, 'data') },
    platform: process.platform,
    homedir: homedir(),
  })
  const logLines: string[] = []
  const hub = await createHub(config, { host: 'node', log: keepingLogger(logLines) })
  const at = await hub.listen(0)
  const ada = await hub.services.profiles.default()
  const bob = await hub.services.profiles.create('Bob')
  const origin = at.url
  const base = `${origin}${config.http.uriPrefix}`
  const as = (person: Profile) => hub.client(person, 'window')

  /** One client for all who need one: registrations are limited. */
  let registered: Promise<string> | null = null
  const client = () => {
    registered ??= register(base).then(({ json }) => String(json.client_id))
    return registered
  }

  async function callMcp(token: string, path = '/mcp') {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whose', arguments: {} } }
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const json = await response.json()
    return { status: response.status, headers: response.headers, user: json?.result?.structuredContent?.user, json }
  }

  /** Opens an authorization in a browser, up to the page that waits. */
  async function ask(clientId: string, params: Record<string, string> = {}, browser: Browser = createBrowser()) {
    const { verifier, challenge } = pkce()
    const wait = await browser.follow(authorizeUrl(base, { clientId, challenge, params }))
    return { browser, wait, verifier }
  }

  async function decide(person: Profile, more: Record<string, unknown> = {}) {
    const [consent] = (await as(person).consents.pending()).slice(-1)
    if (consent === undefined) throw new Error('nothing waits for an answer')
    return as(person).consents.decide({ id: consent.id, allow: true, ...more })
  }

  /** The whole way to a code; what the browser was sent to at the end. */
  async function allow(person: Profile, clientId: string, params: Record<string, string> = {}, more = {}) {
    const { browser, wait, verifier } = await ask(clientId, params)
    await decide(person, more)
    const end: Page = await browser.follow(wait.url)
    return { location: end.location, verifier, code: paramsOf(end.location).get('code') ?? '' }
  }

  return {
    hub,
    logLines,
    at,
    origin,
    base,
    ada,
    bob,
    as,
    callMcp,
    ask,
    decide,
    allow,
    client,
    async tokens(person: Profile, params: Record<string, string> = {}, more = {}) {
      const clientId = await client()
      const { code, verifier } = await allow(person, clientId, params, more)
      return { clientId, code, verifier, ...(await redeem(base, clientId, code, verifier)) }
    },
    async close() {
      await hub.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
export type OauthHub = Awaited<ReturnType<typeof startOauthHub>>
