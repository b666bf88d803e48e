import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archiveFaults, fuseFaults } from '../../../scripts/check-package.ts'

const good = [
  'out/main/main.js',
  'out/main/cli.js',
  'out/main/pglite-worker.js',
  'out/main/import-worker.js',
  'out/main/repl-worker.js',
  'out/main/document-worker.js',
  'out/main/keychain-process.js',
  'out/main/readers/apple-health.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'package.json',
  'node_modules/@electric-sql/pglite/package.json',
  'node_modules/@jitl/quickjs-ng-wasmfile-release-sync/package.json',
]
const production = new Set(['@electric-sql/pglite', '@jitl/quickjs-ng-wasmfile-release-sync', 'a', 'b'])

test('the app and its production dependencies, nested ones too, are as they should be', () => {
  // The packer lays packages out anew: what lies beneath another in a checkout may lie at the top.
  const paths = [...good, 'node_modules/a/index.js', 'node_modules/a/node_modules/b/lib/x.js', 'node_modules/b/y.js']
  expect(archiveFaults(paths, production)).toEqual([])
})

test.each([
  ['node_modules/vitest/dist/index.js', /vitest is no production dependency/],
  ['node_modules/a/node_modules/vitest/index.js', /node_modules\/a\/node_modules\/vitest is no production/],
  ['test/unit/a.test.ts', /does not belong/],
  ['src-main/hub.ts', /does not belong/],
  ['out/main/main.js.map', /is source/],
])('%s in the archive is found', (path, fault) => {
  expect(archiveFaults([...good, path], production).join('\n')).toMatch(fault)
})

test('a worker that the build forgot is found', () => {
  const without = good.filter((path) => path !== 'out/main/import-worker.js')
  expect(archiveFaults(without, production)).toEqual(['out/main/import-worker.js is missing from the archive.'])
})

test('a fuse that was left as Electron ships it is found', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'fuses-')), 'electron')
  // Order of the wire: runAsNode, cookies, NODE_OPTIONS, inspect, asar integrity, only asar, snapshot, file rights, wasm.
  const wire = (states: string) =>
    Buffer.concat([
      Buffer.from('…dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
      Buffer.from([1, states.length]),
      Buffer.from(states),
    ])
  writeFileSync(file, wire('010011000'))
  expect(fuseFaults(file)).toEqual([])
  writeFileSync(file, wire('110011001'))
  expect(fuseFaults(file)).toEqual(['The fuse runAsNode is 1, not 0.'])
})
