/** Tool files on disk: what is loaded, what an edit does, and what a broken edit must not do. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { openToolCatalog, type ToolCatalog } from '../../../src-main/registry/tool-catalog.ts'

let root: string
let own: string
let shipped: string
let catalog: ToolCatalog | null = null

const open = async () => {
  catalog = await openToolCatalog({ toolDirs: [own, shipped], packagedDir: shipped, log: silentLogger })
  return catalog
}
const names = (c: ToolCatalog) => [...c.tools().keys()]
const run = (c: ToolCatalog, name: string, ...args: unknown[]) => c.tools().get(name)?.run(args)
const until = async (check: () => boolean) => {
  for (let tries = 0; tries < 100; tries++) {
    if (check()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not happen within 5 s')
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tools-'))
  own = join(root, 'own')
  shipped = join(root, 'shipped')
  await mkdir(shipped)
})
afterEach(async () => {
  await catalog?.close()
  catalog = null
  await rm(root, { recursive: true, force: true })
})

describe('what counts as a tool file', () => {
  it('takes .ts and .js of the directory itself and nothing else', async () => {
    await mkdir(join(own, 'sub'), { recursive: true })
    await writeFile(join(own, 'a.ts'), 'export function one(n: number): number { return n + 1 }')
    await writeFile(join(own, 'b.js'), 'export function two() { return 2 }')
    await writeFile(join(own, 'c.py'), 'def three(): pass')
    await writeFile(join(own, '_d.ts'), 'export function four() { return 4 }')
    await writeFile(join(own, 'sub', 'e.ts'), 'export function five() { return 5 }')
    await writeFile(join(own, 'f.d.ts'), 'export function six(): number')
    const c = await open()
    expect(names(c)).toEqual(['one', 'two'])
    expect(run(c, 'one', 41)).toBe(42)
  })

  it('makes one warning of a file that cannot be loaded and keeps the others', async () => {
    await mkdir(own)
    await writeFile(join(own, 'broken.ts'), 'export function x( {')
    await writeFile(join(own, 'throws.ts'), "throw new Error('no key set')\nexport function y() {}")
    await writeFile(join(own, 'fine.ts'), 'export function z() { return 1 }')
    const c = await open()
    expect(names(c)).toEqual(['z'])
    expect(c.warnings()).toHaveLength(2)
    expect(c.warnings()[0]).toMatch(/^broken\.ts could not be loaded: .*\(1:\d+\)/)
    expect(c.warnings()[1]).toBe('throws.ts could not be loaded: no key set')
  })

  it('lets the person put a tool of their own in the place of a packaged one, and says so', async () => {
    await mkdir(own)
    await writeFile(join(shipped, 'a.ts'), "export function who() { return 'packaged' }")
    await writeFile(join(own, 'b.ts'), "export function who() { return 'own' }")
    const c = await open()
    expect(run(c, 'who')).toBe('own')
    expect(c.warnings()).toEqual(['the tool who of a.ts (packaged) is hidden by b.ts (personal)'])
  })

  it('builds a Service class once, leaves out those that opt out or fail, and keeps private names private', async () => {
    await mkdir(own)
    await writeFile(
      join(own, 's.ts'),
      `let built = 0
       class Base { inherited() { return 1 } }
       export class CountService extends Base {
         #n = 0
         constructor() { super(); built++ }
         count_up() { return ++this.#n }
         times_built() { return built }
         _hidden() {}
         static helper() {}
         private secret() {}
       }
       export class OffService { static _enabled() { return false } off() {} }
       export class SickService { static _enabled() { throw new Error('x') } sick() {} }
       export class BadService { constructor() { throw new Error('no db') } bad() {} }
       export class Plain { plain() {} }
       class LocalService { local() {} }`,
    )
    const c = await open()
    expect(names(c)).toEqual(['count_up', 'times_built'])
    expect([run(c, 'count_up'), run(c, 'count_up'), run(c, 'times_built')]).toEqual([1, 2, 1])
    expect(c.warnings()).toEqual(['s.ts: class BadService is left out: its constructor failed (no db)'])
  })

  it('does not offer functions that another file declared', async () => {
    await mkdir(own)
    await writeFile(join(own, '_helper.ts'), 'export const double = (n: number): number => n * 2')
    await writeFile(
      join(own, 'a.ts'),
      "import { double } from './_helper'\nexport { double } from './_helper.ts'\nexport const quad = (n: number) => double(double(n))\nexport const limit = 5",
    )
    const c = await open()
    expect(names(c)).toEqual(['quad'])
    expect(run(c, 'quad', 2)).toBe(8)
  })
})

describe('a change on disk', () => {
  it('reloads the edited file only, and tells listeners', async () => {
    await mkdir(own)
    await writeFile(join(own, 'a.ts'), "export function a() { return 'old' }")
    await writeFile(join(own, 'b.ts'), 'let n = 0\nexport function b() { return ++n }')
    const c = await open()
    let told = 0
    c.onChanged(() => told++)
    run(c, 'b')
    await writeFile(join(own, 'a.ts'), "export function a() { return 'new' }")
    await until(() => run(c, 'a') === 'new')
    // A reload of b.ts would have started its counter again.
    expect(run(c, 'b')).toBe(2)
    expect(told).toBe(1)
  })

  it('keeps the last good version while an edit is broken', async () => {
    await mkdir(own)
    await writeFile(join(own, 'a.ts'), "export function a() { return 'good' }")
    const c = await open()
    await writeFile(join(own, 'a.ts'), 'export function a( {')
    await until(() => c.warnings().length === 1)
    expect(run(c, 'a')).toBe('good')
    expect(c.warnings()[0]).toContain('the last version that worked stays in use')
    await writeFile(join(own, 'a.ts'), "export function a() { return 'mended' }")
    await until(() => run(c, 'a') === 'mended')
    expect(c.warnings()).toEqual([])
  })

  it('reloads the users of a helper when the helper changes', async () => {
    await mkdir(own)
    await writeFile(join(own, '_h.ts'), "export { word } from './_deep.ts'")
    await writeFile(join(own, '_deep.ts'), "export const word = 'one'")
    await writeFile(join(own, 'a.ts'), "import { word } from './_h.js'\nexport function a() { return word }")
    const c = await open()
    expect(run(c, 'a')).toBe('one')
    await writeFile(join(own, '_deep.ts'), "export const word = 'two'")
    await until(() => run(c, 'a') === 'two')
  })

  it('sees a directory that appears later, a save by rename, and a removal', async () => {
    const c = await open()
    expect(names(c)).toEqual([])
    await mkdir(own)
    await writeFile(join(own, 'a.ts'), 'export function a() { return 1 }')
    await until(() => run(c, 'a') === 1)
    await writeFile(join(own, 'a.ts.tmp'), 'export function a() { return 2 }')
    await rename(join(own, 'a.ts.tmp'), join(own, 'a.ts'))
    await until(() => run(c, 'a') === 2)
    await rm(join(own, 'a.ts'))
    await until(() => names(c).length === 0)
  })
})
