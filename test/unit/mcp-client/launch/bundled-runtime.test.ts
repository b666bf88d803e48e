/** Where a node of ours is, and when Electron's program must not be taken for one. */
import { expect, test } from 'vitest'
import { findBundledRuntime } from '../../../../src-main/mcp-client/launch/bundled-runtime.ts'
import type { Disk } from '../../../../src-main/mcp-client/launch/resolve-command.ts'

const diskWith = (...programs: string[]): Disk => ({
  kind: async (path) => (programs.includes(path) ? 'program' : null),
  text: async () => null,
})

test('the node that runs a headless hub, with the npm of its archive', async () => {
  const disk = diskWith('/opt/node/lib/node_modules/npm/bin/npx-cli.js')
  expect(
    await findBundledRuntime(
      { platform: 'linux', execPath: '/opt/node/bin/node', inElectron: false, resourcesDir: null },
      disk,
    ),
  ).toEqual({
    node: '/opt/node/bin/node',
    npxScript: '/opt/node/lib/node_modules/npm/bin/npx-cli.js',
    npmScript: null,
  })
})

test('Electron is no node: its fuse against RunAsNode is set', async () => {
  const question = {
    platform: 'darwin',
    execPath: '/Applications/M.app/M',
    inElectron: true,
    resourcesDir: '/res',
  } as const
  expect(await findBundledRuntime(question, diskWith())).toBeNull()
  expect((await findBundledRuntime(question, diskWith('/res/node/bin/node')))?.node).toBe('/res/node/bin/node')
})

test('Windows keeps npm beside node.exe', async () => {
  const found = await findBundledRuntime(
    { platform: 'win32', execPath: 'C:\\app\\M.exe', inElectron: true, resourcesDir: 'C:\\app\\res' },
    diskWith('C:\\app\\res\\node\\node.exe', 'C:\\app\\res\\node\\node_modules\\npm\\bin\\npm-cli.js'),
  )
  expect(found).toEqual({
    node: 'C:\\app\\res\\node\\node.exe',
    npxScript: null,
    npmScript: 'C:\\app\\res\\node\\node_modules\\npm\\bin\\npm-cli.js',
  })
})
