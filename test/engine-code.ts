/**
 * Keeps the compiled code of the database engine in the process of the tests. V8 shares compiled WebAssembly among
 * threads as long as anything holds it: a hub that starts after another one then takes half the work.
 */
import { readFile } from 'node:fs/promises'

const HELD = Symbol.for('mirohub.tests.engine-code')
if (!(HELD in globalThis)) {
  const entry = import.meta.resolve('@electric-sql/pglite')
  const bytes = await readFile(new URL('pglite.wasm', entry))
  Object.defineProperty(globalThis, HELD, { value: await WebAssembly.compile(bytes) })
}
