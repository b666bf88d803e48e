/** Where each client keeps its settings, on three systems. Paths are those of the clients' own documentation. */
import { describe, expect, test } from 'vitest'
import {
  type ClientId,
  clientProgram,
  clientPrograms,
  isReportedAs,
  placeInUse,
} from '../../../src-main/mcp-client/client-apps/clients.ts'

const linux = { platform: 'linux', home: '/home/anna', env: {} } as const
const mac = { platform: 'darwin', home: '/Users/anna', env: {} } as const
const roaming = 'C:\\Users\\anna\\AppData\\Roaming'
const local = 'C:\\Users\\anna\\AppData\\Local'
const windows = { platform: 'win32', home: 'C:\\Users\\anna', env: { APPDATA: roaming, LOCALAPPDATA: local } } as const

const files = (id: ClientId, computer: Parameters<(typeof clientPrograms)[number]['places']>[0]) =>
  clientProgram(id)
    .places(computer)
    .map((place) => place.file)

test.each<[ClientId, string[], string[], string[]]>([
  [
    'claude-desktop',
    ['/home/anna/.config/Claude/claude_desktop_config.json'],
    ['/Users/anna/Library/Application Support/Claude/claude_desktop_config.json'],
    [
      `${local}\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`,
      `${roaming}\\Claude\\claude_desktop_config.json`,
    ],
  ],
  ['claude-code', ['/home/anna/.claude.json'], ['/Users/anna/.claude.json'], ['C:\\Users\\anna\\.claude.json']],
  ['cursor', ['/home/anna/.cursor/mcp.json'], ['/Users/anna/.cursor/mcp.json'], ['C:\\Users\\anna\\.cursor\\mcp.json']],
  [
    'vscode',
    ['/home/anna/.config/Code/User/mcp.json', '/home/anna/.config/Code - Insiders/User/mcp.json'],
    [
      '/Users/anna/Library/Application Support/Code/User/mcp.json',
      '/Users/anna/Library/Application Support/Code - Insiders/User/mcp.json',
    ],
    [`${roaming}\\Code\\User\\mcp.json`, `${roaming}\\Code - Insiders\\User\\mcp.json`],
  ],
  [
    'windsurf',
    ['/home/anna/.codeium/windsurf/mcp_config.json'],
    ['/Users/anna/.codeium/windsurf/mcp_config.json'],
    ['C:\\Users\\anna\\.codeium\\windsurf\\mcp_config.json'],
  ],
  [
    'cline',
    [
      '/home/anna/.cline/data/settings/cline_mcp_settings.json',
      '/home/anna/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    ],
    [
      '/Users/anna/.cline/data/settings/cline_mcp_settings.json',
      '/Users/anna/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    ],
    [
      'C:\\Users\\anna\\.cline\\data\\settings\\cline_mcp_settings.json',
      `${roaming}\\Code\\User\\globalStorage\\saoudrizwan.claude-dev\\settings\\cline_mcp_settings.json`,
    ],
  ],
  [
    'goose',
    ['/home/anna/.config/goose/config.yaml'],
    ['/Users/anna/.config/goose/config.yaml'],
    [`${roaming}\\Block\\goose\\config\\config.yaml`],
  ],
  [
    'lm-studio',
    ['/home/anna/.lmstudio/mcp.json', '/home/anna/.cache/lm-studio/mcp.json'],
    ['/Users/anna/.lmstudio/mcp.json', '/Users/anna/.cache/lm-studio/mcp.json'],
    ['C:\\Users\\anna\\.lmstudio\\mcp.json', 'C:\\Users\\anna\\.cache\\lm-studio\\mcp.json'],
  ],
  [
    'zed',
    ['/home/anna/.config/zed/settings.json'],
    ['/Users/anna/.config/zed/settings.json'],
    [`${roaming}\\Zed\\settings.json`],
  ],
  [
    'codex',
    ['/home/anna/.codex/config.toml'],
    ['/Users/anna/.codex/config.toml'],
    ['C:\\Users\\anna\\.codex\\config.toml'],
  ],
])('%s', (id, onLinux, onMac, onWindows) => {
  expect(files(id, linux)).toEqual(onLinux)
  expect(files(id, mac)).toEqual(onMac)
  expect(files(id, windows)).toEqual(onWindows)
})

describe('which of several places is in use', () => {
  const place = (file: string, fileThere: boolean, folderThere: boolean, decisive = false) => ({
    file,
    folder: file,
    fileThere,
    folderThere,
    decisive,
  })
  test('the file that is there, before a folder that is only there', () => {
    expect(placeInUse([place('new', false, true), place('old', true, true)])?.file).toBe('old')
  })
  test('of two files the one of the current version', () => {
    expect(placeInUse([place('new', true, true), place('old', true, true)])?.file).toBe('new')
  })
  test('the packaged Claude Desktop of Windows does not read the file of an older installation', () => {
    const [packaged, classic] = clientProgram('claude-desktop').places(windows)
    expect(packaged?.decisive).toBe(true)
    const seen = [
      { file: '', folder: '', ...packaged, fileThere: false, folderThere: true },
      { file: '', folder: '', ...classic, fileThere: true, folderThere: true },
    ]
    expect(placeInUse(seen)?.file).toBe(packaged?.file)
    expect(placeInUse(seen.slice(1))?.file).toBe(classic?.file)
  })
  test('none, where neither file nor folder is', () => {
    expect(placeInUse([place('a', false, false)])).toBeNull()
  })
})

describe('the environment moves folders', () => {
  const at = (env: Record<string, string>) => ({ ...linux, env })
  test.each<[ClientId, Record<string, string>, string]>([
    ['claude-desktop', { XDG_CONFIG_HOME: '/x' }, '/x/Claude/claude_desktop_config.json'],
    ['goose', { XDG_CONFIG_HOME: '/x' }, '/x/goose/config.yaml'],
    ['goose', { GOOSE_PATH_ROOT: '/g' }, '/g/config/config.yaml'],
    ['zed', { XDG_CONFIG_HOME: 'relative' }, '/home/anna/.config/zed/settings.json'],
    ['codex', { CODEX_HOME: '/c' }, '/c/config.toml'],
    ['claude-code', { CLAUDE_CONFIG_DIR: '/k' }, '/k/.claude.json'],
    ['cline', { CLINE_MCP_SETTINGS_PATH: '/s/cline.json' }, '/s/cline.json'],
    ['cline', { CLINE_DIR: '/l' }, '/l/data/settings/cline_mcp_settings.json'],
  ])('%s with %o', (id, env, file) => {
    expect(files(id, at(env))[0]).toBe(file)
  })

  test('Windows without APPDATA falls back to the profile', () => {
    expect(files('zed', { ...windows, env: {} })).toEqual([`${roaming}\\Zed\\settings.json`])
  })
})

test('every place lies in its client’s own folder, or is Claude Code’s file beside it', () => {
  for (const program of clientPrograms) {
    for (const computer of [linux, mac, windows]) {
      for (const { file, folder } of program.places(computer)) {
        expect(file.startsWith(folder) || program.id === 'claude-code', file).toBe(true)
      }
    }
  }
})

test.each<[string, ClientId | null]>([
  ['claude-ai', 'claude-desktop'],
  ['claude-ai (via mcp-remote 0.1.37)', 'claude-desktop'],
  ['claude-code', 'claude-code'],
  ['cursor-vscode', 'cursor'],
  ['Visual Studio Code', 'vscode'],
  ['Visual Studio Code - Insiders', 'vscode'],
  ['windsurf-client', 'windsurf'],
  ['Cline', 'cline'],
  ['goose-desktop', 'goose'],
  ['Zed', 'zed'],
  ['Zedd', null],
  ['codex-mcp-client', 'codex'],
  ['mcp-inspector', null],
  ['', null],
])('a client that calls itself %j is %s', (reported, id) => {
  expect(clientPrograms.filter((program) => isReportedAs(program, reported)).map((program) => program.id)).toEqual(
    id === null ? [] : [id],
  )
})

test('an environment is written only where there is one, and never for nothing', () => {
  const bare = { command: '/n', args: ['a'], env: {} }
  expect(clientProgram('claude-desktop').entry(bare)).toEqual({ command: '/n', args: ['a'] })
  expect(clientProgram('claude-desktop').entry({ ...bare, env: { A: '1' } })).toEqual({
    command: '/n',
    args: ['a'],
    env: { A: '1' },
  })
})
