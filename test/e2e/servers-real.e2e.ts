/** Servers that other people wrote, over every transport: added in the page, called from the console and from a chat. */
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { installedBrowser } from '../../scripts/find-browser.ts'
import { expect, goTo, test } from './harness.ts'
import {
  addByForm,
  addPasted,
  installedProgram,
  openServer,
  resultOf,
  rowOf,
  runTool,
  startReference,
} from './server-steps.ts'

test.use({ settings: { now: null, timeZone: 'Europe/Berlin' } })

test('real servers are added, ready, called, stopped and started again', async ({ page, hub }) => {
  const folder = join(hub.home, 'notes')
  await mkdir(folder)
  await writeFile(join(folder, 'shopping.txt'), 'oats, tea')
  const node = (path: string, ...args: string[]) => ({
    command: process.execPath,
    args: [installedProgram(path), ...args],
  })

  await test.step('programs, all in one paste', async () => {
    await addPasted(page, {
      everything: node('@modelcontextprotocol/server-everything/dist/index.js'),
      files: node('@modelcontextprotocol/server-filesystem/dist/index.js', folder),
      memory: {
        ...node('@modelcontextprotocol/server-memory/dist/index.js'),
        env: { MEMORY_FILE_PATH: join(folder, 'memory.json') },
      },
      thinking: node('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
      browser: node(
        '@playwright/mcp/cli.js',
        ...['--executable-path', installedBrowser() ?? '', '--headless', '--isolated', '--no-sandbox'],
      ),
    })
  })
  const [http, sse] = await Promise.all([startReference('streamableHttp'), startReference('sse')])
  // A page of this computer for the browser to open.
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Tea shop</title><h1>Darjeeling is in</h1>')
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const address = site.address()
  const shop = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  try {
    await test.step('addresses, by form', async () => {
      await addByForm(page, 'Address', 'remote', http.url)
      await addByForm(page, 'Old address (SSE)', 'older', sse.url)
    })

    await test.step('each is ready with the tools it has', async () => {
      // As many as the installed versions register for a client that can be asked with a form or an address.
      const tools = { everything: 15, files: 14, memory: 9, thinking: 1, browser: 25, remote: 15, older: 15 }
      for (const [name, count] of Object.entries(tools)) {
        await expect(rowOf(page, name)).toContainText('Ready', { timeout: 30_000 })
        await expect(rowOf(page, name)).toContainText(`${count} of ${count}`)
      }
    })

    await test.step('a tool of each answers in the test console', async () => {
      const thought = { thought: 'Tea first.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }
      const calls = [
        ['everything', 'echo', { message: 'hello there' }, 'Echo: hello there'],
        ['files', 'read_text_file', { path: join(folder, 'shopping.txt') }, 'oats, tea'],
        ['memory', 'create_entities', { entities: [{ name: 'Ada', entityType: 'person', observations: [] }] }, 'Ada'],
        ['thinking', 'sequentialthinking', thought, '"thoughtHistoryLength": 1'],
        ['browser', 'browser_navigate', { url: shop }, 'Tea shop'],
        ['remote', 'get-sum', { a: 19, b: 23 }, '42'],
        ['older', 'echo', { message: 'by the old way' }, 'Echo: by the old way'],
      ] as const
      for (const [server, tool, args, answer] of calls) {
        await openServer(page, server)
        await runTool(page, tool, args)
        await expect(resultOf(page), server).toContainText(answer, { timeout: 30_000 })
        await expect(resultOf(page).getByRole('status'), server).toContainText('done')
      }
    })

    await test.step('the log shows what the program said', async () => {
      await openServer(page, 'everything')
      await page.getByRole('tab', { name: 'Log' }).click()
      await expect(page.getByText('Starting default (STDIO) server...')).toBeVisible()
      await page.getByRole('searchbox').fill('Ready')
      await expect(page.getByText('Ready, 15 tools.')).toBeVisible()
      await expect(page.getByText('Starting default (STDIO) server...')).toBeHidden()
    })

    await test.step('a chat turn calls it by name', async () => {
      await goTo(page, 'chat')
      await page.getByRole('textbox').last().fill('/everything__echo message="hi from the chat"')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Echo: hi from the chat').first()).toBeVisible()
    })

    await test.step('stopped it stays so, and nobody is offered its tools', async () => {
      const echo = page.getByText('everything__echo', { exact: true })
      await goTo(page, 'tools')
      await expect(echo).toBeVisible()
      await openServer(page, 'everything')
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await expect(page.getByRole('status').first()).toContainText('Stopped by you')
      await goTo(page, 'tools')
      await expect(page.getByText('files__read_text_file', { exact: true })).toBeVisible()
      await expect(echo).toBeHidden()
      await goTo(page, 'servers')
      await expect(rowOf(page, 'everything')).toContainText('Stopped by you')
    })

    await test.step('started again by its menu it has them again', async () => {
      await page.getByRole('button', { name: 'Commands for everything' }).click()
      await page.getByRole('menuitem', { name: 'Start', exact: true }).click()
      await expect(rowOf(page, 'everything')).toContainText('Ready')
      await goTo(page, 'tools')
      await expect(page.getByText('everything__echo', { exact: true })).toBeVisible()
    })
  } finally {
    http.close()
    sse.close()
    site.close()
  }
})
