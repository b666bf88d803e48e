/** Reading batch files that package managers write; texts as the tools write them. */
import { describe, expect, test } from 'vitest'
import { readCmdShim } from '../../../../src-main/mcp-client/launch/cmd-shim.ts'

const read = (text: string) => readCmdShim(text.replaceAll('\n', '\r\n'), 'C:\\npm\\tool.cmd')

describe('readCmdShim', () => {
  test('pnpm (@zkochan/cmd-shim), with a folder above', () => {
    expect(
      read(String.raw`@SETLOCAL
@IF NOT DEFINED NODE_PATH (
  @SET "NODE_PATH=C:\pnpm\global\node_modules"
) ELSE (
  @SET "NODE_PATH=C:\pnpm\global\node_modules;%NODE_PATH%"
)
@IF EXIST "%~dp0\node.exe" (
  "%~dp0\node.exe"  "%~dp0\..\store\tool\cli.mjs" %*
) ELSE (
  @SET PATHEXT=%PATHEXT:;.JS;=;%
  node  "%~dp0\..\store\tool\cli.mjs" %*
)
`),
    ).toEqual({ kind: 'script', nodeArgs: [], script: 'C:\\store\\tool\\cli.mjs' })
  })

  test('options of node are kept', () => {
    expect(
      read(`"%_prog%" --no-warnings --max-old-space-size=4096 "%dp0%\\node_modules\\tool\\bin.js" %*
REM node.exe`),
    ).toEqual({
      kind: 'script',
      nodeArgs: ['--no-warnings', '--max-old-space-size=4096'],
      script: 'C:\\npm\\node_modules\\tool\\bin.js',
    })
  })

  test('a native program of a package', () => {
    expect(read('@"%dp0%\\node_modules\\tool\\tool.exe"   %*')).toEqual({
      kind: 'program',
      file: 'C:\\npm\\node_modules\\tool\\tool.exe',
    })
  })

  test('a shim that calls a shim (yarn)', () => {
    expect(read('@"%~dp0\\..\\.yarn\\bin\\tool.cmd"   %*')).toEqual({ kind: 'shim', file: 'C:\\.yarn\\bin\\tool.cmd' })
  })

  test.each([
    ['a script for another program', '"%~dp0\\python.exe" "%~dp0\\server.py" %*'],
    ['arguments of its own after the script', 'node "%~dp0\\cli.js" --unsafe %*'],
    ['nothing', ''],
    ['arguments that are not passed on', 'node "%~dp0\\cli.js"'],
    ['a volta shim', '@echo off\nvolta run %~n0 %*'],
    ['more commands before', 'node "%~dp0\\cli.js" %* & del C:\\'],
  ])('%s is no shim', (_what, text) => {
    expect(read(text)).toBeNull()
  })
})
