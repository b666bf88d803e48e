/** The PATH of real login shells: quiet, noisy, hanging and lying ones. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createLoginPath } from '../../../src-main/mcp-client/launch/login-path.ts'
import { until } from './launch-bed.ts'

const folder = mkdtempSync(join(tmpdir(), 'mirohub-login-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function homeWith(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(folder, 'home-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text, { mode: 0o755 })
  return home
}

const limits = { interactiveMs: 20_000, loginOnlyMs: 20_000 }
const ask = (shell: string, home: string, of = limits) =>
  createLoginPath({
    platform: 'linux',
    env: { SHELL: shell, PATH: '/usr/bin:/bin', ZDOTDIR: home },
    home,
    limits: of,
  })()

/** The files of the system may set the rest anew. */
const beginning = (home: string) => new RegExp(`^${home}/from-profile:(/[\\w/]+:)*/bin$`)

const running = (word: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word)
    } catch {
      return false
    }
  })

const add = 'export PATH="$HOME/from-profile:$PATH"\n'
const shells: readonly { shell: string; files: Readonly<Record<string, string>> }[] = [
  { shell: '/bin/sh', files: { '.profile': add } },
  { shell: '/bin/bash', files: { '.bash_profile': add } },
  { shell: '/bin/zsh', files: { '.zshrc': add } },
  { shell: '/usr/bin/zsh', files: { '.zshrc': add } },
]
const absent = shells.filter(({ shell }) => !existsSync(shell)).map(({ shell }) => shell)
if (absent.length > 0) process.stderr.write(`login-path: not here, so not tried: ${absent.join(', ')}\n`)

describe.each(shells.filter(({ shell }) => existsSync(shell)))('$shell', ({ shell, files }) => {
  test('row A1: what only its files add is found', async () => {
    const home = homeWith(files)
    expect(await ask(shell, home)).toMatch(beginning(home))
  })

  test('noise before and after, and lines that look like an answer', async () => {
    const noise = 'echo "PATH=/evil"; printf "\\033[31mWelcome\\033[0m"; echo oops >&2\n'
    const home = homeWith(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, `${noise}${text}${noise}`])),
    )
    expect(await ask(shell, home)).toMatch(beginning(home))
  })

  test('one that hangs meets the limit, and nothing of it is left', async () => {
    const home = homeWith(Object.fromEntries(Object.keys(files).map((name) => [name, `sleep 7331\n`])))
    const from = performance.now()
    expect(await ask(shell, home, { interactiveMs: 300, loginOnlyMs: 300 })).toBeNull()
    expect(performance.now() - from).toBeLessThan(10_000)
    if (process.platform === 'linux') await until(() => running('7331').length === 0, 2_000, 'the end of the shell')
  })
})

test('files of interactive shells that hang do not hide what the login files add', async () => {
  const home = homeWith({ '.bash_profile': `${add}case $- in *i*) sleep 7332 ;; esac\n` })
  expect(await ask('/bin/bash', home, { interactiveMs: 1000, loginOnlyMs: 20_000 })).toMatch(beginning(home))
})

test('a shell that prints garbage without end, or is no shell, gives no answer', async () => {
  const home = homeWith({ garbage: '#!/bin/sh\nexec yes PATH=/evil\n', closed: '#!/bin/sh\nexit 1\n' })
  expect(await ask(join(home, 'garbage'), home)).toBeNull()
  expect(await ask(join(home, 'closed'), home)).toBeNull()
  expect(await ask('/no/such/shell', home)).toBeNull()
})

test('it is asked once, however often the answer is needed', async () => {
  const home = homeWith({ '.profile': 'echo x >> "$HOME/asked"\n' })
  const path = createLoginPath({ platform: 'linux', env: { SHELL: '/bin/sh', PATH: '/bin' }, home, limits })
  expect(new Set(await Promise.all([path(), path(), path()])).size).toBe(1)
  expect(readFileSync(join(home, 'asked'), 'utf8')).toBe('x\n')
})

test('Windows has no login shell', async () => {
  expect(await createLoginPath({ platform: 'win32', env: { SHELL: '/bin/sh' }, home: folder })()).toBeNull()
})
