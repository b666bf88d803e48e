/** Finding a command without a shell, on three systems, over a disk that is a table. */
import { describe, expect, test } from 'vitest'
import {
  type BundledRuntime,
  type CommandRequest,
  type Disk,
  resolveCommand,
} from '../../../../src-main/mcp-client/launch/resolve-command.ts'
import type { Surroundings } from '../../../../src-main/mcp-client/launch/search-path.ts'

type Entry = 'program' | 'file' | 'directory' | { readonly text: string }

function diskOf(entries: Readonly<Record<string, Entry>>): Disk {
  return {
    kind: async (path) => {
      const entry = entries[path]
      return entry === undefined ? null : typeof entry === 'object' ? 'program' : entry
    },
    text: async (path) => {
      const entry = entries[path]
      return typeof entry === 'object' ? entry.text : null
    },
  }
}

const linux: Surroundings = {
  platform: 'linux',
  home: '/home/ann',
  env: { PATH: '/usr/bin:/bin' },
  loginPath: null,
}
const windows: Surroundings = {
  platform: 'win32',
  home: 'C:\\Users\\ann',
  env: {
    Path: 'C:\\Windows\\System32;C:\\Program Files\\nodejs\\',
    PATHEXT: '.COM;.EXE;.BAT;.CMD;.VBS;.JS',
    AppData: 'C:\\Users\\ann\\AppData\\Roaming',
  },
  loginPath: null,
}

async function resolve(
  request: Partial<CommandRequest> & { command: string },
  around: Surroundings,
  entries: Readonly<Record<string, Entry>>,
  bundled: BundledRuntime | null = null,
) {
  const disk = diskOf({ [around.home]: 'directory', ...entries })
  const found = await resolveCommand({ cwd: null, ...request }, around, disk, bundled)
  return found.ok ? { ...found.resolved, fault: null } : { fault: found.fault }
}

describe('names', () => {
  test('row A1: a program that only the login shell knows is found, and its directory comes first for the child', async () => {
    const around = { ...linux, loginPath: '/home/ann/tools/bin:/usr/bin:/bin' }
    const found = await resolve({ command: 'npx' }, around, { '/home/ann/tools/bin/npx': 'program' })
    expect(found).toMatchObject({ file: '/home/ann/tools/bin/npx', argsBefore: [], cwd: '/home/ann', how: 'name' })
    expect('pathForChild' in found && found.pathForChild.split(':').slice(0, 3)).toEqual([
      '/home/ann/tools/bin',
      '/usr/bin',
      '/bin',
    ])
  })

  test('a bare PATH of a desktop does not hide the program of the terminal', async () => {
    const around: Surroundings = {
      platform: 'darwin',
      home: '/Users/ann',
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      loginPath: '/opt/homebrew/bin:/usr/bin:/bin',
    }
    const both = { '/usr/bin/python3': 'program', '/opt/homebrew/bin/python3': 'program' } as const
    expect(await resolve({ command: 'python3' }, around, both)).toMatchObject({ file: '/opt/homebrew/bin/python3' })
  })

  test('a PATH that the person set for the app comes before that of the login shell', async () => {
    const around = { ...linux, env: { PATH: '/srv/venv/bin:/usr/bin' }, loginPath: '/home/ann/bin:/usr/bin' }
    const both = { '/srv/venv/bin/python': 'program', '/home/ann/bin/python': 'program' } as const
    expect(await resolve({ command: 'python' }, around, both)).toMatchObject({ file: '/srv/venv/bin/python' })
  })

  test('the PATH of the entry comes before all others', async () => {
    const both = { '/opt/mine/tool': 'program', '/usr/bin/tool': 'program' } as const
    const found = await resolve({ command: 'tool', entryPath: '/opt/mine:relative::/x' }, linux, both)
    expect(found).toMatchObject({ file: '/opt/mine/tool' })
    expect('pathForChild' in found && found.pathForChild).not.toContain('relative')
  })

  test.each([
    ['/home/ann/.local/bin/uvx', 'uvx'],
    ['/home/ann/.volta/bin/npx', 'npx'],
    ['/home/ann/.asdf/shims/node', 'node'],
    ['/home/ann/.local/share/mise/shims/node', 'node'],
    ['/home/ann/.bun/bin/bunx', 'bunx'],
    ['/home/ann/.deno/bin/deno', 'deno'],
    ['/home/ann/.cargo/bin/server', 'server'],
    ['/snap/bin/docker', 'docker'],
  ])('%s is looked at without being on any PATH', async (path, command) => {
    expect(await resolve({ command }, linux, { [path]: 'program' })).toMatchObject({ file: path })
  })

  test('a directory of a version manager that was moved is found by its variable', async () => {
    const around = { ...linux, env: { ...linux.env, VOLTA_HOME: '/data/volta' } }
    expect(await resolve({ command: 'npx' }, around, { '/data/volta/bin/npx': 'program' })).toMatchObject({
      file: '/data/volta/bin/npx',
    })
  })

  test('a file of that name that may not be run does not hide one that may', async () => {
    const around = { ...linux, env: { PATH: '/a:/b' } }
    expect(await resolve({ command: 'x' }, around, { '/a/x': 'file', '/b/x': 'program' })).toMatchObject({
      file: '/b/x',
    })
  })

  test('nothing in a name is read by anything: no variable, no pattern, no second word', async () => {
    for (const command of ['$HOME', 'npx -y', 'np*', '`id`', 'a;b']) {
      expect((await resolve({ command }, linux, { '/usr/bin/npx': 'program' })).fault?.code).toBe('command_missing')
    }
  })
})

describe('paths', () => {
  test.each([
    ['/opt/server', '/opt/server'],
    ['~/server', '/home/ann/server'],
    ['./server', '/home/ann/projects/server'],
    ['bin/server', '/home/ann/projects/bin/server'],
  ])('%s is %s', async (command, file) => {
    const found = await resolve({ command, cwd: '~/projects' }, linux, {
      '/home/ann/projects': 'directory',
      [file]: 'program',
    })
    expect(found).toMatchObject({ file, cwd: '/home/ann/projects', how: 'path' })
  })

  test('another person’s home is not guessed', async () => {
    expect((await resolve({ command: '~bob/server' }, linux, {})).fault?.code).toBe('command_missing')
  })
})

describe('row A3: what is wrong is told apart', () => {
  test('a missing command names itself, every directory looked in, the working directory, and what to install', async () => {
    const { fault } = await resolve({ command: 'npx' }, linux, {})
    expect(fault?.code).toBe('command_missing')
    expect(fault?.message.en).toBe('The command npx was not found.')
    expect(fault?.hint.en).toBe('Install Node.js (https://nodejs.org), then start the server again.')
    expect(fault?.details).toContain('looked in: /usr/bin')
    expect(fault?.details).toContain('looked in: /home/ann/.local/bin')
    expect(fault?.details).toContain('working directory: /home/ann')
  })

  test.each([
    ['uvx', /Install uv /],
    ['docker', /Install Docker /],
    ['/opt/x/bunx', /Install Bun /],
    ['my-server', /full path/],
    ['constructor', /full path/],
  ])('the hint for %s', async (command, hint) => {
    expect((await resolve({ command }, linux, {})).fault?.hint.en).toMatch(hint)
  })

  test('a missing directory is not told as a missing command', async () => {
    const { fault } = await resolve({ command: '/bin/sh', cwd: '/gone' }, linux, { '/bin/sh': 'program' })
    expect(fault).toMatchObject({ code: 'directory_missing', details: ['working directory: /gone'] })
  })

  test('a file as working directory', async () => {
    const { fault } = await resolve({ command: '/bin/sh', cwd: '/f' }, linux, { '/bin/sh': 'program', '/f': 'file' })
    expect(fault?.code).toBe('directory_missing')
    expect(fault?.message.en).toContain('is a file')
  })

  test.each([
    ['file', /may not be run/],
    ['directory', /is a directory/],
  ] as const)('a %s under the name of the command', async (kind, message) => {
    const { fault } = await resolve({ command: '/opt/server' }, linux, { '/opt/server': kind })
    expect(fault?.code).toBe('command_not_executable')
    expect(fault?.message.en).toMatch(message)
  })

  test.each([[''], ['  ']])('an empty command (%j) is a bad entry', async (command) => {
    expect((await resolve({ command }, linux, {})).fault?.code).toBe('bad_entry')
  })

  test('a relative working directory is a bad entry: it would depend on how the app was started', async () => {
    expect((await resolve({ command: 'sh', cwd: 'work' }, linux, {})).fault?.code).toBe('bad_entry')
  })
})

describe('the bundled runtime', () => {
  const bundled: BundledRuntime = { node: '/app/node/bin/node', npxScript: '/app/npx-cli.js', npmScript: null }

  test.each([
    ['node', []],
    ['npx', ['/app/npx-cli.js']],
  ])('%s of a person who has no node', async (command, argsBefore) => {
    const found = await resolve({ command }, linux, {}, bundled)
    expect(found).toMatchObject({ file: '/app/node/bin/node', argsBefore, how: 'bundled' })
    expect('pathForChild' in found && found.pathForChild.startsWith('/app/node/bin:')).toBe(true)
  })

  test('the person’s own comes first', async () => {
    expect(await resolve({ command: 'npx' }, linux, { '/usr/bin/npx': 'program' }, bundled)).toMatchObject({
      file: '/usr/bin/npx',
      argsBefore: [],
    })
  })

  test('what it does not hold is missing', async () => {
    expect((await resolve({ command: 'npm' }, linux, {}, bundled)).fault?.code).toBe('command_missing')
  })
})

describe('Windows (row A2)', () => {
  const npxCmd = String.raw`:: Created by npm, please don't edit manually.
@ECHO OFF

SETLOCAL

SET "NODE_EXE=%~dp0\node.exe"
IF NOT EXIST "%NODE_EXE%" (
  SET "NODE_EXE=node"
)

SET "NPM_PREFIX_JS=%~dp0\node_modules\npm\bin\npm-prefix.js"
SET "NPX_CLI_JS=%~dp0\node_modules\npm\bin\npx-cli.js"
FOR /F "delims=" %%F IN ('CALL "%NODE_EXE%" "%NPM_PREFIX_JS%"') DO (
  SET "NPM_PREFIX_NPX_CLI_JS=%%F\node_modules\npm\bin\npx-cli.js"
)
IF EXIST "%NPM_PREFIX_NPX_CLI_JS%" (
  SET "NPX_CLI_JS=%NPM_PREFIX_NPX_CLI_JS%"
)

"%NODE_EXE%" "%NPX_CLI_JS%" %*
`.replaceAll('\n', '\r\n')
  const nodejs = 'C:\\Program Files\\nodejs'

  test('npx runs as node with npx-cli.js: no ENOENT for npx, no EINVAL for npx.cmd', async () => {
    const found = await resolve({ command: 'npx' }, windows, {
      // The script for other systems lies beside it, without an ending.
      [`${nodejs}\\npx`]: 'program',
      [`${nodejs}\\npx.cmd`]: { text: npxCmd },
      [`${nodejs}\\node.exe`]: 'program',
    })
    expect(found).toMatchObject({
      file: `${nodejs}\\node.exe`,
      argsBefore: [`${nodejs}\\node_modules\\npm\\bin\\npx-cli.js`],
      how: 'shim',
    })
  })

  test('a shim of a package without a node beside it takes the node of the PATH', async () => {
    const shim = `@ECHO off\r\nGOTO start\r\n:find_dp0\r\nSET dp0=%~dp0\r\nEXIT /b\r\n:start\r\nSETLOCAL\r\nCALL :find_dp0\r\n\r\nIF EXIST "%dp0%\\node.exe" (\r\n  SET "_prog=%dp0%\\node.exe"\r\n) ELSE (\r\n  SET "_prog=node"\r\n  SET PATHEXT=%PATHEXT:;.JS;=;%\r\n)\r\n\r\nendLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\mcp-x\\dist\\index.js" %*\r\n`
    const npm = 'C:\\Users\\ann\\AppData\\Roaming\\npm'
    const found = await resolve({ command: 'mcp-x' }, windows, {
      [`${npm}\\mcp-x.cmd`]: { text: shim },
      [`${nodejs}\\node.exe`]: 'program',
    })
    expect(found).toMatchObject({
      file: `${nodejs}\\node.exe`,
      argsBefore: [`${npm}\\node_modules\\mcp-x\\dist\\index.js`],
    })
    expect('pathForChild' in found && found.pathForChild.startsWith(`${npm};`)).toBe(true)
  })

  test('a batch file that may do anything is refused with the reason, not run by cmd.exe', async () => {
    const { fault } = await resolve({ command: 'C:\\x\\start.bat' }, windows, {
      'C:\\x\\start.bat': { text: '@echo off\r\npython server.py %*\r\n' },
    })
    expect(fault?.code).toBe('command_not_executable')
    expect(fault?.message.en).toContain('only cmd.exe can run')
  })

  test('an .exe wins over a .cmd beside it, as in PATHEXT', async () => {
    const found = await resolve({ command: 'uvx' }, windows, {
      'C:\\Users\\ann\\.local\\bin\\uvx.exe': 'program',
      'C:\\Users\\ann\\.local\\bin\\uvx.cmd': { text: '' },
    })
    expect(found).toMatchObject({ file: 'C:\\Users\\ann\\.local\\bin\\uvx.exe', argsBefore: [] })
  })

  test('a script of PATHEXT that needs a host of its own is not taken for a program', async () => {
    const { fault } = await resolve({ command: 'tool' }, windows, { [`${nodejs}\\tool.vbs`]: 'program' })
    expect(fault?.code).toBe('command_missing')
  })

  test('variables in a path are not replaced (O5)', async () => {
    const { fault } = await resolve({ command: '%APPDATA%\\npm\\x.exe' }, windows, {
      'C:\\Users\\ann\\AppData\\Roaming\\npm\\x.exe': 'program',
    })
    expect(fault?.code).toBe('command_missing')
  })

  test('the separators of both kinds', async () => {
    expect(
      await resolve({ command: '~/tools/x.exe' }, windows, { 'C:\\Users\\ann\\tools\\x.exe': 'program' }),
    ).toMatchObject({ file: 'C:\\Users\\ann\\tools\\x.exe' })
  })
})
