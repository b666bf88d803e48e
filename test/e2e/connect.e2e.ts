/** Connecting a program of this computer in one click: shown before it is written, checked, heard, taken out again. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { clientProgram } from '../../src-main/mcp-client/client-apps/clients.ts'
import { expect, goTo, test } from './harness.ts'

const key = 'sk-somebody-elses-key'

/** As people write it by hand: a comment, a comma too many, and a server that was there before. */
const cursorSettings = `{
  // my servers
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home"],
      "env": { "API_KEY": "${key}" },
    },
  },
}
`

const claudeSettings = `{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": { "notes": { "command": "notes-server", "env": { "TOKEN": "${key}" } } }
}
`

/** Where Claude Desktop keeps its file in a home folder of this system. */
function claudeFile(home: string): string {
  const env = { XDG_CONFIG_HOME: join(home, '.config') }
  const [place] = clientProgram('claude-desktop').places({ platform: process.platform, home, env })
  return place?.file ?? ''
}

test.use({
  settings: { now: null, timeZone: 'Europe/Berlin' },
  homeFiles: { '.cursor/mcp.json': cursorSettings, [claudeFile('')]: claudeSettings },
})

test('two programs are found; one is set up, checked, heard from and taken out again', async ({ page, hub }) => {
  const cursorFile = join(hub.home, '.cursor', 'mcp.json')
  await goTo(page, 'connect')
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(card('Cursor')).toContainText('Not set up')
  await expect(card('Claude Desktop')).toContainText('Not set up')

  // Looking changes nothing.
  await card('Claude Desktop').getByRole('button').click()
  const claude = page.getByRole('dialog', { name: 'Set up Mirohub in Claude Desktop?' })
  await expect(claude.getByRole('region', { name: 'The file afterwards' })).toContainText('notes-server')
  await expect(claude.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(claude).toBeHidden()
  expect(await readFile(claudeFile(hub.home), 'utf8')).toBe(claudeSettings)

  await card('Cursor').getByRole('button').click()
  const review = page.getByRole('dialog', { name: 'Set up Mirohub in Cursor?' })
  const change = review.getByRole('region', { name: 'The file afterwards' })
  await change.getByRole('button', { name: '5 lines stay as they are' }).click()
  await expect(change).toContainText('// my servers')
  await expect(change).toContainText('"API_KEY": "••••"')
  await expect(change).toContainText('Added: "mirohub"')
  await expect(review).not.toContainText(key)
  await review.getByRole('button', { name: 'Write' }).click()

  const done = page.getByRole('dialog', { name: 'Cursor is set up' })
  await expect(done).toContainText('not yet')
  const written = await readFile(cursorFile, 'utf8')
  expect(written).toContain('// my servers')
  expect(written).toContain(`"API_KEY": "${key}"`)
  expect(await backups(hub.home)).toEqual([cursorSettings])

  await done.getByRole('button', { name: 'Check' }).click()
  await expect(done.getByText(/^The entry started and offers \d+ tools\.$/)).toBeVisible({ timeout: 60_000 })
  // Our own check is not a client that was heard.
  await expect(done).toContainText('not yet')

  const transport = new StdioClientTransport({ ...ownEntry(written), env: { ...environment, HOME: hub.home } })
  const client = new Client({ name: 'cursor-vscode', version: '1.0.0' })
  await client.connect(transport)
  const answer = await client.callTool({ name: 'normalize_unit', arguments: { units: ['mg/dl'] } })
  expect(answer.structuredContent).toMatchObject({ success: true })
  await expect(done).toContainText('just now')
  await client.close()
  await done.getByRole('button', { name: 'Close' }).last().click()
  await expect(card('Cursor')).toContainText('Connected · heard just now')
  await expect(page.getByRole('row').filter({ hasText: 'cursor-vscode' })).toContainText('started here')

  await card('Cursor').getByRole('button').click()
  await page.getByRole('button', { name: 'Remove from its settings…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card('Cursor').getByRole('button', { name: 'Set up… Cursor' })).toBeVisible()
  expect(await readFile(cursorFile, 'utf8')).toBe(cursorSettings)
  expect(await backups(hub.home)).toHaveLength(2)
})

const environment = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
)

/** Copies of Cursor's file as it was. */
async function backups(home: string): Promise<string[]> {
  const folder = join(home, '.cursor')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.bak'))
  return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')))
}

/** Our entry, read out of the text as it stands there: neither our writer nor our reader is asked. */
function ownEntry(text: string): { command: string; args: string[] } {
  const [, command, args] = /"mirohub":\s*\{[^}]*"command":\s*("[^"]+"),\s*"args":\s*(\[[^\]]*\])/.exec(text) ?? []
  if (command === undefined || args === undefined) throw new Error(`no entry of ours in ${text}`)
  return { command: JSON.parse(command), args: JSON.parse(args) }
}
