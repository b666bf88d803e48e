/** MCP resources from directories: what is listed, what is filled in, and that no file spoils the others. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Logger } from '../../../src-main/log/logger.ts'
import { openResources } from '../../../src-main/mcp-server/resources/resource-directories.ts'

const ORIGIN = 'http://127.0.0.1:18060'
let root = ''
let warnings: string[] = []
const log: Logger = {
  debug: () => {},
  info: () => {},
  warn: (message, fields) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
  error: () => {},
  child: () => log,
  close: async () => {},
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-resources-'))
  warnings = []
  mkdirSync(join(root, 'views'))
  writeFileSync(join(root, 'views/health-chart.html'), '<p>chart</p>')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (name: string, content: unknown) =>
  writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
const open = (...dirs: string[]) => openResources({ dirs, viewsDir: join(root, 'views'), log })

async function textOf(resources: Awaited<ReturnType<typeof open>>, uri: string, origin: string | null = ORIGIN) {
  const answer = await resources.read(uri, { origin })
  const [content] = answer?.contents ?? []
  return content !== undefined && 'text' in content ? content.text : null
}

it('fills the address in for each request, on a copy, and a token never', async () => {
  write('page.json', {
    uri: 'ui://me/page',
    mimeType: 'text/html',
    text: '{{MCP_SERVER_URL}}|{{WEB_SERVER_URL}}|{{ DATA_SERVER_URL }}|[{{JWT_TOKEN}}]',
  })
  const resources = await open(root)
  expect(await textOf(resources, 'ui://me/page')).toBe(`${ORIGIN}|${ORIGIN}|${ORIGIN}|[]`)
  expect(await textOf(resources, 'ui://me/page', 'https://home.example')).toContain('https://home.example|')
  expect(await textOf(resources, 'ui://me/page', null)).toBe('|||[]')
  expect(warnings.join()).toContain('JWT_TOKEN')
  resources.close()
})

it('an address with a dollar sign is text, not a replacement pattern', async () => {
  write('page.json', { uri: 'x://a', text: '<{{MCP_SERVER_URL}}>' })
  const resources = await open(root)
  expect(await textOf(resources, 'x://a', 'https://a.example/$&')).toBe('<https://a.example/$&>')
  resources.close()
})

it('lists by uri without texts, and what a reader changes stays their own', async () => {
  write('b.json', { uri: 'x://b', name: 'b', text: 'B', _meta: { 'openai/outputTemplate': 'x://b' } })
  write('a.json', { uri: 'x://a', title: 'A', text: 'A' })
  const resources = await open(root)
  const [view, a, b] = await resources.list()
  expect(view).toMatchObject({ uri: 'ui://mirohub/health-chart', mimeType: 'text/html;profile=mcp-app' })
  expect([a, b]).toEqual([
    { uri: 'x://a', name: 'x://a', title: 'A' },
    { uri: 'x://b', name: 'b', _meta: { 'openai/outputTemplate': 'x://b' } },
  ])
  if (b?._meta !== undefined) b._meta.leak = 'token'
  expect((await resources.list())[2]?._meta).toEqual({ 'openai/outputTemplate': 'x://b' })
  expect(await resources.read('x://c', { origin: ORIGIN })).toBeNull()
  resources.close()
})

it('takes the content from a file beside it and from nowhere else', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'mirohub-outside-'))
  writeFileSync(join(outside, 'secret.html'), 'secret')
  mkdirSync(join(root, 'html'))
  writeFileSync(join(root, 'html/good.html'), '<p>good</p>')
  symlinkSync(join(outside, 'secret.html'), join(root, 'link.html'))
  write('good.json', { uri: 'x://good', _file: 'html/good.html' })
  write('up.json', { uri: 'x://up', _file: `../${outside.split('/').at(-1)}/secret.html` })
  write('link.json', { uri: 'x://link', _file: 'link.html' })
  write('absent.json', { uri: 'x://absent', _file: 'absent.html' })
  const resources = await open(root)
  expect((await resources.list()).map(({ uri }) => uri)).toEqual(['ui://mirohub/health-chart', 'x://good'])
  expect(await textOf(resources, 'x://good')).toBe('<p>good</p>')
  expect(warnings).toHaveLength(3)
  resources.close()
  rmSync(outside, { recursive: true })
})

it('a broken file is one warning that names it; a missing directory is none', async () => {
  write('broken.json', '{ "uri": ')
  write('no-uri.json', { text: 'x' })
  write('empty.json', { uri: 'x://empty' })
  write('bad-uri.json', { uri: 'no uri', text: 'x' })
  write('notes.txt', 'not looked at')
  write('good.json', { uri: 'x://good', text: 'x' })
  const resources = await open(join(root, 'absent'), root)
  expect((await resources.list()).map(({ uri }) => uri)).toEqual(['ui://mirohub/health-chart', 'x://good'])
  expect(warnings).toHaveLength(4)
  expect(warnings.find((line) => line.includes('broken.json'))).toContain('not JSON')
  resources.close()
})

it('the first directory wins, and a change is told', async () => {
  const mine = join(root, 'mine')
  mkdirSync(mine)
  write('a.json', { uri: 'x://a', text: 'packaged' })
  const resources = await open(mine, root)
  const told: (string | null)[] = []
  const changed = new Promise<void>((resolve) => {
    resources.onChanged((uri) => {
      told.push(uri)
      resolve()
    })
  })
  writeFileSync(join(mine, 'a.json'), JSON.stringify({ uri: 'x://a', text: 'mine' }))
  await changed
  expect(told).toEqual(['x://a'])
  expect(await textOf(resources, 'x://a')).toBe('mine')
  resources.close()
})
