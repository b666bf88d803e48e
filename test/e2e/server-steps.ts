/** What a person does on the Servers pages, for specs that add, run and call external servers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { expect, goTo, type Page } from './harness.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** Arguments of node that start a fake server of `test/fake-servers`. */
export const fakeServer = (file: string, ...args: string[]): string[] => [
  resolve(root, 'test', 'fake-servers', file),
  ...args,
]

/** A program of an installed package, for node to start. */
export const installedProgram = (path: string): string => resolve(root, 'node_modules', path)

/** A server as the settings of most clients write it. */
export interface PastedServer {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export async function openAdding(page: Page, way: 'Find on this computer' | 'Paste' | 'Fill in' | 'Link or bundle') {
  await goTo(page, 'servers')
  await page.getByRole('button', { name: 'Add server' }).first().click()
  await page.getByRole('dialog', { name: 'Add a server' }).getByRole('tab', { name: way }).click()
}

/** Agrees to what the review shows of each of `names`, in that order. */
export async function agreeTo(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const review = page.getByRole('alertdialog', { name: `Add “${name}”` })
    await expect(review.getByRole('button', { name: /^Cancel/ })).toBeFocused()
    await review.getByRole('button', { name: 'Add and start' }).click()
    await expect(review).toBeHidden()
  }
}

export async function addPasted(page: Page, servers: Readonly<Record<string, PastedServer>>): Promise<void> {
  await openAdding(page, 'Paste')
  await page.getByRole('textbox', { name: 'Settings of a server' }).fill(JSON.stringify({ mcpServers: servers }))
  await page.getByRole('button', { name: /^Look at/ }).click()
  await agreeTo(page, Object.keys(servers))
}

/** A server at an address, filled in by hand. */
export async function addByForm(page: Page, kind: 'Address' | 'Old address (SSE)', name: string, url: string) {
  await openAdding(page, 'Fill in')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('radio', { name: kind, exact: true }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(url)
  await page.getByRole('button', { name: /^Look at/ }).click()
  const review = page.getByRole('alertdialog', { name: `Add “${name}”` })
  await expect(review.getByRole('list', { name: 'Address' })).toContainText(url)
  await agreeTo(page, [name])
}

/** Its line in the list of servers. */
export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

export async function openServer(page: Page, name: string): Promise<void> {
  await goTo(page, 'servers')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('tab', { name: /^Tools/ })).toBeVisible()
}

/** Calls a tool from the test console of the server whose page is open; what comes back is in the page. */
export async function runTool(page: Page, tool: string, args: object): Promise<void> {
  await page.getByRole('tab', { name: /^Tools/ }).click()
  await page.getByRole('textbox', { name: 'Find a tool' }).or(page.getByRole('searchbox')).first().fill(tool)
  await page.getByRole('list', { name: 'Tools' }).getByRole('button').filter({ hasText: tool }).first().click()
  await page.getByRole('tab', { name: 'JSON' }).first().click()
  await page.getByRole('textbox', { name: /JSON/ }).fill(JSON.stringify(args))
  await page.getByRole('button', { name: 'Run', exact: true }).click()
}

/** What the last run came to: its words, whatever parts the result has. */
export const resultOf = (page: Page) =>
  page
    .getByRole('heading', { name: 'Result', exact: true })
    .locator('xpath=ancestor::div[contains(@class,"rounded-lg")][1]')

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

/** The reference server on a port of this computer, until `close`. */
export async function startReference(way: 'streamableHttp' | 'sse'): Promise<{ url: string; close: () => void }> {
  const port = await freePort()
  const child: ChildProcess = spawn(
    process.execPath,
    [installedProgram('@modelcontextprotocol/server-everything/dist/index.js'), way],
    { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await new Promise<void>((ready, failed) => {
    child.stderr?.on('data', (bytes) => /port/i.test(String(bytes)) && ready())
    child.once('exit', (status) => failed(new Error(`the ${way} server ended with ${status}`)))
  })
  const path = way === 'sse' ? 'sse' : 'mcp'
  return { url: `http://127.0.0.1:${port}/${path}`, close: () => child.kill() }
}
