/** The command that is written into settings files: absolute, without a secret, the right program for each host. */
import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { ownLaunch, type RunningProgram, runningProgram } from '../../../src-main/mcp-client/client-apps/own-launch.ts'

const base: RunningProgram = {
  kind: 'node',
  execPath: '/n/node',
  cli: '/m/out/main/cli.js',
  node: '/m/node',
  appImage: null,
}

test.each<[string, Partial<RunningProgram>, { command: string; args: string[]; env: Record<string, string> }]>([
  ['Node', {}, { command: '/n/node', args: ['/m/out/main/cli.js', 'stdio', '--data-dir', '/d'], env: {} }],
  [
    'Electron from a clone, with the Node of the clone',
    { kind: 'electron', execPath: '/e/electron' },
    { command: '/m/node', args: ['/m/out/main/cli.js', 'stdio', '--data-dir', '/d'], env: {} },
  ],
  [
    'Electron from a clone, without one',
    { kind: 'electron', execPath: '/e/electron', node: null },
    {
      command: '/e/electron',
      args: ['/m/out/main/cli.js', 'stdio', '--data-dir', '/d'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    },
  ],
  [
    'the packaged app',
    { kind: 'packaged', execPath: '/Applications/Mirohub.app/Contents/MacOS/Mirohub' },
    { command: '/Applications/Mirohub.app/Contents/MacOS/Mirohub', args: ['stdio', '--data-dir', '/d'], env: {} },
  ],
  [
    'an AppImage, whose inside is a mount that goes away',
    { kind: 'packaged', execPath: '/tmp/.mount_Miro/mirohub', appImage: '/home/anna/Mirohub.AppImage' },
    { command: '/home/anna/Mirohub.AppImage', args: ['stdio', '--data-dir', '/d'], env: {} },
  ],
])('%s', (_name, program, expected) => {
  expect(ownLaunch({ ...base, ...program }, '/d', null)).toEqual(expected)
})

test('this very process is described with absolute paths', () => {
  const { command, args } = ownLaunch(runningProgram(), '/d', null)
  expect(command).toBe(process.execPath)
  expect(isAbsolute(args[0] ?? '')).toBe(true)
  expect(args[0]).toMatch(/(out\/main\/cli\.js|src-main\/cli\.ts)$/)
})

test('a person who is not the default one is named, so that a client gets nobody else’s data', () => {
  expect(ownLaunch(base, '/d', '6f1c').args).toEqual([
    '/m/out/main/cli.js',
    'stdio',
    '--data-dir',
    '/d',
    '--profile',
    '6f1c',
  ])
})
