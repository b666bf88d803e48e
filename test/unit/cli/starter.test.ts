import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { type Ancestry, starterCheck } from '../../../src-main/cli/starter.ts'

/** This process is 30; its shell 20; npm 10. */
function family(): { ancestry: Ancestry; parents: Map<number, number> } {
  const parents = new Map([
    [30, 20],
    [20, 10],
  ])
  return { parents, ancestry: { parent: () => parents.get(30) ?? 1, parentOf: (pid) => parents.get(pid) ?? null } }
}

test('a live chain is no reason to stop', () => {
  const { ancestry } = family()
  expect(starterCheck(ancestry)()).toBe(false)
})

test('SIGTERM to npm ends its shell: the process has another parent', () => {
  const { ancestry, parents } = family()
  const isGone = starterCheck(ancestry)
  parents.set(30, 1)
  expect(isGone()).toBe(true)
})

test('SIGKILL of npm leaves its shell, which then has another parent', () => {
  const { ancestry, parents } = family()
  const isGone = starterCheck(ancestry)
  parents.set(20, 1)
  expect(isGone()).toBe(true)
})

test('where the system does not tell grandparents, only the parent counts', () => {
  const isGone = starterCheck({ parent: () => 20, parentOf: () => null })
  expect(isGone()).toBe(false)
})

test.runIf(process.platform !== 'win32')('a program of a killed npm script ends instead of running on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starter-'))
  const module = pathToFileURL(resolve('src-main/cli/starter.ts')).href
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { writeFileSync } from 'node:fs'
     import { npmEnded } from ${JSON.stringify(module)}
     setInterval(() => {}, 1000)
     writeFileSync('pid', String(process.pid))
     writeFileSync('why', await npmEnded(process.env, 20))
     process.exit(0)`,
  )
  // The same shape as npm's: a shell that waits for its program.
  const shell = spawn('sh', ['-c', `"${process.execPath}" program.mjs; true`], {
    cwd: folder,
    env: { ...process.env, npm_lifecycle_event: 'mirohub' },
    stdio: 'ignore',
  })
  const read = (name: string): string => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch {
      return ''
    }
  }
  await expect.poll(() => read('pid'), { timeout: 10_000 }).not.toBe('')
  shell.kill('SIGTERM')
  await expect.poll(() => read('why'), { timeout: 10_000 }).toBe('npm ended')
})
