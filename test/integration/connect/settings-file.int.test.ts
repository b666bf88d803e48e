/** Writing into clients' settings on a real disk: what is kept, what is refused, and that nothing is half-written. */
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSettingsFile, replaceSettingsFile } from '../../../src-main/mcp-client/client-apps/settings-file.ts'
import { type Bed, settingsBed } from './settings-bed.ts'

let bed: Bed
beforeEach(() => {
  bed = settingsBed()
})
afterEach(() => bed.remove())

const desktop = '.config/Claude/claude_desktop_config.json'
const text = (path: string) => readFileSync(path, 'utf8')
const code = (expected: string) => expect.objectContaining({ name: 'SettingsError', code: expected })

describe('write', () => {
  test('keeps the other servers, copies the old file beside it, keeps the mode', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    chmodSync(path, 0o640)
    const before = readFileSync(path)
    const written = await bed.apps.write('claude-desktop')
    expect(written).toEqual({ path, backup: `${path}.mirohub-2026-11-30T101530.bak` })
    expect(readFileSync(`${path}.mirohub-2026-11-30T101530.bak`).equals(before)).toBe(true)
    expect(Object.keys(JSON.parse(text(path)).mcpServers)).toEqual(['filesystem', 'github', 'mirohub'])
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(bed.names('.config/Claude')).toEqual([
      'claude_desktop_config.json',
      'claude_desktop_config.json.mirohub-2026-11-30T101530.bak',
    ])
    expect(await bed.apps.status('claude-desktop')).toMatchObject({ found: true, state: 'current', problem: null })
  })

  test('twice is once: no second copy', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    await bed.apps.write('claude-desktop')
    const once = statSync(path, { bigint: true })
    expect(await bed.apps.write('claude-desktop')).toEqual({ path, backup: null })
    expect(statSync(path, { bigint: true }).mtimeNs).toBe(once.mtimeNs)
    expect(bed.names('.config/Claude')).toHaveLength(2)
  })

  test('takes a byte order mark away and keeps line ends and tabs', async () => {
    const path = bed.put('vscode-mcp.bom-crlf-tabs.json', '.config/Code/User/mcp.json')
    expect(readFileSync(path).subarray(0, 3).toString('hex')).toBe('efbbbf')
    await bed.apps.write('vscode')
    const after = text(path)
    expect(after.charCodeAt(0)).toBe('{'.charCodeAt(0))
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    expect(Object.keys(JSON.parse(after).servers)).toEqual(['playwright', 'mirohub'])
  })

  test('follows a link to its target and leaves the link', async () => {
    const target = bed.put('zed-settings.json', 'dotfiles/zed.json')
    mkdirSync(join(bed.home, '.config/zed'), { recursive: true })
    const link = join(bed.home, '.config/zed/settings.json')
    symlinkSync('../../dotfiles/zed.json', link)
    const { path, backup } = await bed.apps.write('zed')
    expect(path).toBe(link)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readlinkSync(link)).toBe('../../dotfiles/zed.json')
    expect(text(target)).toContain('"mirohub"')
    expect(dirname(backup ?? '')).toBe(join(bed.home, 'dotfiles'))
  })

  test('makes the file, and folders below the client’s own, for its owner alone', async () => {
    mkdirSync(join(bed.home, '.cline/data'), { recursive: true })
    const { path, backup } = await bed.apps.write('cline')
    expect(path).toBe(join(bed.home, '.cline/data/settings/cline_mcp_settings.json'))
    expect(backup).toBeNull()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await bed.apps.status('cline')).toMatchObject({ state: 'current' })
  })

  test('a client that is not here is not found, and no folder is made for it', async () => {
    await expect(bed.apps.write('goose')).rejects.toEqual(code('not-found'))
    expect(existsSync(join(bed.home, '.config'))).toBe(false)
    expect(await bed.apps.status('goose')).toMatchObject({ found: false, state: 'absent' })
  })

  test('edits what is there now, not what the preview saw', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    await bed.apps.preview('claude-desktop')
    writeFileSync(path, '{"mcpServers": {"newer": {"command": "x"}}}')
    await bed.apps.write('claude-desktop')
    expect(Object.keys(JSON.parse(text(path)).mcpServers)).toEqual(['newer', 'mirohub'])
  })

  test('does not overwrite what another program wrote between reading and renaming', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    const read = await readSettingsFile(path)
    writeFileSync(path, '{"theirs": 1}')
    await expect(replaceSettingsFile(read, '{"ours": 1}', new Date())).rejects.toEqual(code('changed'))
    expect(text(path)).toBe('{"theirs": 1}')
    expect(bed.names('.config/Claude')).toEqual(['claude_desktop_config.json'])
  })

  test('does not take the place of a file that came while there was none', async () => {
    const path = join(bed.home, '.cursor/mcp.json')
    mkdirSync(dirname(path))
    const read = await readSettingsFile(path)
    writeFileSync(path, '{"theirs": 1}')
    await expect(replaceSettingsFile(read, '{}', new Date())).rejects.toEqual(code('changed'))
    expect(text(path)).toBe('{"theirs": 1}')
  })

  test('twenty writes and removals at once end whole', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    const all = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? bed.apps.write('claude-desktop') : bed.apps.remove('claude-desktop'),
    )
    await Promise.all(all)
    expect(Object.keys(JSON.parse(text(path)).mcpServers)).toEqual(['filesystem', 'github'])
  })

  test('keeps the five newest copies and nobody else’s', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    const foreign = `${path}.bak`
    writeFileSync(foreign, 'mine')
    for (let second = 0; second < 8; second++) {
      bed.setNow(new Date(2026, 10, 30, 10, 15, second))
      await bed.apps[second % 2 === 0 ? 'write' : 'remove']('claude-desktop')
    }
    expect(bed.names('.config/Claude')).toEqual([
      'claude_desktop_config.json',
      'claude_desktop_config.json.bak',
      ...[3, 4, 5, 6, 7].map((second) => `claude_desktop_config.json.mirohub-2026-11-30T10150${second}.bak`),
    ])
  })

  test('two copies in one second get two names', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    await bed.apps.write('claude-desktop')
    expect((await bed.apps.remove('claude-desktop')).backup).toBe(`${path}.mirohub-2026-11-30T101530-2.bak`)
  })
})

describe('refuses, and leaves every byte', () => {
  test.each([
    ['broken JSON', '{"mcpServers": {"a": }}', 'syntax', 'line 1, column 22'],
    ['two documents', '{"mcpServers": {}}\n{"mcpServers": {}}', 'syntax', 'line 2, column 1'],
    ['a list of servers', '{"mcpServers": []}', 'wrong-type', 'line 1, column 16'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'encoding', 'not UTF-8'],
    ['bytes that are no text', Buffer.from([0x7b, 0xc3, 0x28, 0x7d]), 'encoding', 'not UTF-8'],
  ])('%s', async (_name, content, expected, place) => {
    const path = join(bed.home, '.cursor/mcp.json')
    mkdirSync(dirname(path))
    writeFileSync(path, content)
    const before = readFileSync(path)
    for (const act of ['preview', 'write', 'remove'] as const) {
      await expect(bed.apps[act]('cursor')).rejects.toEqual(code(expected))
      await expect(bed.apps[act]('cursor')).rejects.toThrow(place)
      await expect(bed.apps[act]('cursor')).rejects.toThrow(path)
    }
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(bed.names('.cursor')).toEqual(['mcp.json'])
    const status = await bed.apps.status('cursor')
    expect(status.state).toBe('unreadable')
    expect(status.problem).toMatchObject({ code: expected, file: path })
  })

  test('a read-only file and a read-only folder are named', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    chmodSync(path, 0o444)
    await expect(bed.apps.write('claude-desktop')).rejects.toEqual(code('read-only'))
    await expect(bed.apps.write('claude-desktop')).rejects.toThrow(path)
    chmodSync(path, 0o644)
    chmodSync(dirname(path), 0o555)
    await expect(bed.apps.write('claude-desktop')).rejects.toThrow(/read-only|access was denied/)
    chmodSync(dirname(path), 0o755)
    expect(bed.names('.config/Claude')).toEqual(['claude_desktop_config.json'])
  })

  test('a folder in the file’s place, a link to nothing, a link in a circle', async () => {
    mkdirSync(join(bed.home, '.cursor/mcp.json'), { recursive: true })
    await expect(bed.apps.write('cursor')).rejects.toEqual(code('not-a-file'))
    mkdirSync(join(bed.home, '.codex'))
    symlinkSync('nowhere.toml', join(bed.home, '.codex/config.toml'))
    await expect(bed.apps.write('codex')).rejects.toEqual(code('broken-link'))
    expect(existsSync(join(bed.home, '.codex/nowhere.toml'))).toBe(false)
    mkdirSync(join(bed.home, '.lmstudio'))
    symlinkSync('mcp.json', join(bed.home, '.lmstudio/mcp.json'))
    await expect(bed.apps.write('lm-studio')).rejects.toEqual(code('broken-link'))
  })

  test('a file of 33 MB', async () => {
    const path = join(bed.home, '.cursor/mcp.json')
    mkdirSync(dirname(path))
    writeFileSync(path, `{"x": "${'y'.repeat(33 * 1024 * 1024)}"}`)
    await expect(bed.apps.write('cursor')).rejects.toEqual(code('too-large'))
  })
})

describe('remove', () => {
  test('gives back the very file that was there', async () => {
    for (const [id, fixture, file] of [
      ['claude-desktop', 'claude_desktop_config.json', desktop],
      ['zed', 'zed-settings.json', '.config/zed/settings.json'],
      ['goose', 'goose-config.yaml', '.config/goose/config.yaml'],
      ['codex', 'codex-config.toml', '.codex/config.toml'],
    ] as const) {
      const path = bed.put(fixture, file)
      const before = text(path)
      await bed.apps.write(id)
      expect(text(path)).not.toBe(before)
      const { backup } = await bed.apps.remove(id)
      expect(text(path)).toBe(before)
      expect(text(backup ?? '')).toContain('mirohub')
    }
  })

  test('without an entry of ours does nothing', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    expect(await bed.apps.remove('claude-desktop')).toEqual({ path, backup: null })
    expect(bed.names('.config/Claude')).toEqual(['claude_desktop_config.json'])
  })

  test('without a file makes none', async () => {
    mkdirSync(join(bed.home, '.cursor'))
    expect((await bed.apps.remove('cursor')).backup).toBeNull()
    expect(bed.names('.cursor')).toEqual([])
  })
})

describe('preview', () => {
  test('shows the whole file before and after without a canary, and the entry alone', async () => {
    const path = bed.put('claude_desktop_config.json', desktop)
    const preview = await bed.apps.preview('claude-desktop')
    expect(preview).toMatchObject({
      path,
      unchanged: false,
      backup: `${path}.mirohub-2026-11-30T101530.bak`,
    })
    expect(JSON.stringify(preview)).not.toMatch(/canary/i)
    expect(preview.before).toContain('"GITHUB_PERSONAL_ACCESS_TOKEN": "••••"')
    expect(JSON.parse(preview.after).mcpServers.mirohub.command).toBe('/opt/node')
    expect(JSON.parse(`{${preview.entry}}`).mirohub.args).toEqual(['/m/cli.js', 'stdio', '--data-dir', '/d'])
    expect(text(path)).toContain('canary')
  })

  test('of a file that will be made, and of one that stays', async () => {
    mkdirSync(join(bed.home, '.codex'))
    expect(await bed.apps.preview('codex')).toMatchObject({ before: null, backup: null, unchanged: false })
    await bed.apps.write('codex')
    const again = await bed.apps.preview('codex')
    expect(again).toMatchObject({ backup: null, unchanged: true })
    expect(again.before).toBe(again.after)
  })
})

describe('which file', () => {
  test('Cline: the file that is there before a folder that is only there', async () => {
    const extension = '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json'
    const path = bed.put('claude_desktop_config.json', extension)
    mkdirSync(join(bed.home, '.cline/data'), { recursive: true })
    expect((await bed.apps.status('cline')).configPath).toBe(path)
  })

  test('Claude Code without its folder but with its file', async () => {
    writeFileSync(join(bed.home, '.claude.json'), '{"numStartups": 3}')
    expect(await bed.apps.status('claude-code')).toMatchObject({ found: true, state: 'absent' })
    await bed.apps.write('claude-code')
    expect(JSON.parse(text(join(bed.home, '.claude.json')))).toMatchObject({
      numStartups: 3,
      mcpServers: { mirohub: { type: 'stdio' } },
    })
  })

  test('macOS looks into Application Support', async () => {
    const mac = settingsBed({ platform: 'darwin' })
    try {
      const path = mac.put(
        'claude_desktop_config.json',
        'Library/Application Support/Claude/claude_desktop_config.json',
      )
      await mac.apps.write('claude-desktop')
      expect(text(path)).toContain('mirohub')
    } finally {
      mac.remove()
    }
  })

  test('a moved clone makes the entry outdated, and writing mends it', async () => {
    let command = '/old/node'
    const moved = settingsBed({ launch: () => ({ command, args: ['x'], env: {} }) })
    try {
      mkdirSync(join(moved.home, '.cursor'))
      await moved.apps.write('cursor')
      command = '/new/node'
      expect((await moved.apps.status('cursor')).state).toBe('outdated')
      await moved.apps.write('cursor')
      expect((await moved.apps.status('cursor')).state).toBe('current')
    } finally {
      moved.remove()
    }
  })
})

test('a second name of the same file (hard link) keeps what it had', async () => {
  const path = bed.put('claude_desktop_config.json', desktop)
  const other = join(bed.home, 'other.json')
  linkSync(path, other)
  await bed.apps.write('claude-desktop')
  expect(text(other)).not.toContain('mirohub')
  renameSync(other, path)
  expect((await bed.apps.status('claude-desktop')).state).toBe('absent')
})
