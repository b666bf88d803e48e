/** What a person decides about external servers: what may run, what a tool may do now, what they answer a server. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientProgram } from '../../src-main/mcp-client/client-apps/clients.ts'
import { expect, goTo, type Page, runCommand, type TestHub, test } from './harness.ts'
import { connectClient } from './mcp-clients.ts'
import { addPasted, fakeServer, openAdding, openServer, resultOf, rowOf, runTool } from './server-steps.ts'

/** Where Claude Desktop keeps its file in a home folder of this system. */
function claudeFile(home: string): string {
  const env = { XDG_CONFIG_HOME: join(home, '.config') }
  const [place] = clientProgram('claude-desktop').places({ platform: process.platform, home, env })
  return place?.file ?? ''
}
const cursorSettings = '{ "mcpServers": { "notes": { "command": "notes-server", "args": ["--all"] } } }\n'

test.use({
  settings: { now: null, timeZone: 'Europe/Berlin' },
  homeFiles: {
    '.cursor/mcp.json': cursorSettings,
    [claudeFile('')]: '{ "mcpServers": { "letters": { "command": "letters-server", "env": { "KEY": "sk-1" } } } }\n',
  },
})

const node = (file: string, ...args: string[]) => ({ command: process.execPath, args: fakeServer(file, ...args) })

async function findServers(page: Page, hub: TestHub): Promise<void> {
  await openAdding(page, 'Find on this computer')
  const dialog = page.getByRole('dialog', { name: 'Add a server' })
  await expect(dialog).toContainText('letters-server')
  await dialog.getByRole('checkbox', { name: /^notes/ }).check()
  await dialog.getByRole('checkbox', { name: /^letters/ }).check()
  await dialog.getByRole('button', { name: 'Look at 2…' }).click()
  for (const name of ['letters', 'notes']) {
    const review = page.getByRole('alertdialog', { name: `Add “${name}” from` })
    await expect(review.getByRole('list', { name: 'Command and arguments' })).toContainText(`${name}-server`)
    await expect(review).not.toContainText('sk-1')
    await review.getByRole('button', { name: 'Add, leave off' }).click()
    await expect(review).toBeHidden()
  }
  // Nothing runs of them before somebody has agreed to it.
  await expect(rowOf(page, 'notes')).toContainText('Needs your approval')
  await expect(rowOf(page, 'letters')).toContainText('Needs your approval')
  expect(await readFile(join(hub.home, '.cursor', 'mcp.json'), 'utf8')).toBe(cursorSettings)
}

async function followLink(page: Page, hub: TestHub): Promise<void> {
  const marker = join(hub.home, 'it-ran')
  // What would be seen of it were cut, drawn right to left, or pushed out of sight by line breaks.
  const long = `--note=${'x'.repeat(5_000)}END`
  const config = {
    command: process.execPath,
    args: [
      '-e',
      `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`,
      long,
      'safe\n\n\nrm -rf',
      'a\u202Etxt.exe',
    ],
    unknownKey: { command: 'harmless' },
  }
  const link = (name: string, what: object) =>
    `mirohub://mcp/install?name=${name}&config=${encodeURIComponent(Buffer.from(JSON.stringify(what)).toString('base64'))}`
  const look = async (url: string) => {
    await openAdding(page, 'Link or bundle')
    await page.getByRole('textbox', { name: 'Install link' }).fill(url)
    await page.getByRole('button', { name: /^Look at/ }).click()
  }

  await look(link('helper', config))
  const review = page.getByRole('alertdialog', { name: 'Add “helper”' })
  const lines = review.getByRole('list', { name: 'Command and arguments' })
  await expect(lines).toContainText(process.execPath)
  await expect(lines).toContainText(long)
  await expect(lines).toContainText('U+202E')
  await expect(lines).toContainText('line break')
  await expect(lines).not.toContainText('harmless')
  await expect(review).toContainText('unknownKey')
  await expect(review.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(review).toBeHidden()

  // Left off it is there, and has not run either.
  await look(link('helper', config))
  await review.getByRole('button', { name: 'Add, leave off' }).click()
  await expect(rowOf(page, 'helper')).toContainText('Needs your approval')
  expect(existsSync(marker)).toBe(false)

  await look(link('remote', { url: `https://example.org/${'$'}{HOME}/mcp` }))
  const remote = page.getByRole('alertdialog', { name: 'Add “remote”' })
  await expect(remote).toContainText(`https://example.org/${'$'}{HOME}/mcp`)
  await expect(remote.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remote).toBeHidden()
}

// One app for all of it: starting one takes longer than most of these.
test('a person decides what runs, what a tool may do and what a server is answered', async ({ page, hub }) => {
  await test.step('servers of other programs are found, looked at, and do not run before they are approved', () =>
    findServers(page, hub))
  await test.step('a link with something to hide is shown whole, and starts nothing', () => followLink(page, hub))

  await addPasted(page, {
    fake: node('stdio-server.mjs', 'good'),
    asking: node('stdio-asking.mjs'),
    touched: node('stdio-server.mjs', 'schema-change', '1'),
  })
  for (const name of ['fake', 'asking', 'touched']) await expect(rowOf(page, name)).toContainText('Ready')

  await test.step('a form that a server asks to be filled in', async () => {
    await openServer(page, 'asking')
    await runTool(page, 'ask_form', {})
    const question = page.getByRole('alertdialog', { name: 'asking asks you something' })
    await expect(question).toContainText('Who are you?')
    await expect(question.getByRole('button', { name: 'Decline' })).toBeFocused()
    await question.getByRole('textbox', { name: 'name' }).fill('Ada')
    await question.getByRole('button', { name: 'Send' }).click()
    await expect(question).toBeHidden()
    await expect(resultOf(page)).toContainText('Ada')
  })

  await test.step('a tool that is another than what was approved', async () => {
    await openServer(page, 'touched')
    await page.getByRole('button', { name: 'Ask for its lists again' }).click()
    await page.getByRole('button', { name: 'Look at 1 tool' }).click()
    const changed = page.getByRole('dialog', { name: '1 tool of touched to look at' })
    await expect(changed).toContainText('Read a file.')
    await changed.getByRole('button', { name: 'Approve 1 tool' }).click()
    await expect(changed).toBeHidden()
    await runTool(page, 'echo', { text: 'as approved', path: '/' })
    await expect(resultOf(page)).toContainText('as approved')
  })

  await test.step('a call of a connected app that has to be allowed each time', async () => {
    await goTo(page, 'servers')
    await page.getByRole('switch', { name: 'Share fake with connected apps' }).click()
    await openServer(page, 'fake')
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('radio', { name: 'Ask me' }).click()
    await expect(page.getByRole('radio', { name: 'Ask me' })).toBeChecked()

    const { client } = await connectClient('notebook', hub.mcpUrl, { token: await runCommand(hub, 'token') })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('fake__echo')
    expect(names.filter((name) => name.startsWith('asking__'))).toEqual([])
    const call = () => client.callTool({ name: 'fake__echo', arguments: { text: 'may I' } })
    const question = page.getByRole('alertdialog', { name: /^Let .*echo run\?$/ })

    const allowed = call()
    await expect(question).toContainText('may I')
    await expect(question).toContainText('notebook')
    await expect(question.getByRole('button', { name: 'Don’t allow' })).toBeFocused()
    await question.getByRole('button', { name: 'Allow once' }).click()
    expect(JSON.stringify(await allowed)).toContain('may I')

    const refused = call()
    await question.getByRole('button', { name: 'Don’t allow' }).click()
    expect(await refused).toMatchObject({ isError: true })
    await client.close()
  })
})
