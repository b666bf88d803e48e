/** What only a desktop window does: menu, second start, place, leaving. The specs share an app, so leaving comes last. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { installedElectron } from '../../scripts/find-browser.ts'
import { expect, test } from './harness.ts'

const projectRoot = resolve(import.meta.dirname, '..', '..')
const standInExecutable = join(projectRoot, 'test', 'electron-stand-in', 'electron')

test.use({ sharesHub: true })

test('choosing New Chat in the menu does what its shortcut does', async ({ page, hub }) => {
  await page.getByRole('button', { name: 'Try it' }).waitFor()
  await page.evaluate(() => {
    location.hash = '#/settings'
  })
  await expect.poll(() => page.url()).toContain('#/settings')
  await hub.app?.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? []
    const item = items.find((one) => one.label === 'New Chat')
    if (item) Reflect.apply(item.click, item, [])
  })
  await expect.poll(() => page.url()).toContain('#/chat')
})

test('the window comes back where it was left', async ({ page, hub }) => {
  await page.getByRole('button', { name: 'Try it' }).waitFor()
  await hub.app?.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 50, width: 900, height: 700 })
  })
  const file = join(hub.dataDir, 'window', 'place.json')
  await expect.poll(() => existsSync(file)).toBe(true)
  const stored: unknown = JSON.parse(await readFile(file, 'utf8'))
  expect(stored).toEqual({ bounds: { x: 40, y: 50, width: 900, height: 700 }, isMaximized: false })
})

test('is a stdio endpoint to a client that starts it with that word, beside its own window', async ({
  page,
  hub,
  hostName,
}) => {
  await page.getByRole('button', { name: 'Try it' }).waitFor()
  const electron = installedElectron()
  const program = hostName === 'electron' && electron !== null ? electron : standInExecutable
  const child = spawn(program, [projectRoot, 'stdio', '--data-dir', hub.dataDir], {
    env: { ...process.env, MIROHUB_SECRETS: 'memory', STAND_IN_NODE: process.execPath },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`)
  const [line] = await once(lines, 'line')
  expect(JSON.parse(line).result.tools.length).toBeGreaterThan(2)
  expect((await once(child, 'exit'))[0]).toBe(0)
})

test('leaving stops the hub and gives the data directory back', async ({ page, hub }) => {
  await page.getByRole('button', { name: 'Try it' }).waitFor()
  const app = hub.app
  if (app === null) return
  const pid = await app.evaluate(() => process.pid)
  await app.close()
  expect(() => process.kill(pid, 0)).toThrow()
  expect(existsSync(join(hub.dataDir, 'hub.json'))).toBe(false)
  expect(existsSync(join(hub.dataDir, 'hub.lock'))).toBe(false)
})
