/** Settings files of client programs as they lie on people's computers, for the hub that exists only in this page. */

import type { ClientAppId, ClientAppView, ClientChange } from '../../src-main/api/contract/connect.ts'
import { settingsFaultWords } from '../../src-main/mcp-client/client-apps/settings-words.ts'
import { wordsLanguage } from './fake-answer.ts'

const home = '/home/ada'
const minuteMs = 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const entry = `"mirohub": {
  "command": "/usr/bin/node",
  "args": ["/opt/mirohub/out/main/cli.js", "stdio", "--data-dir", "/home/ada/.local/share/mirohub"]
}`
const within = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`)

const json = (before: string, servers: string) => `{
${before}  "mcpServers": {
${servers}
  }
}
`
const others = `    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/notes"]
    },
    "calendar": {
      "url": "https://calendar.example.org/mcp",
      "headers": { "Authorization": "••••" }
    }`
const oldEntry = `    "mirohub": {
      "command": "/home/ada/mirohub-0.0.9/mirohub",
      "args": ["stdio"]
    }`

const zedSettings = Array.from(
  { length: 60 },
  (_, index) => `  "editor.option_${index + 1}": ${index % 3 === 0 ? 'true' : index},`,
).join('\n')

const tomlBefore = `model = "gpt-5"
approval_policy = "on-request"

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-mcp"]
env = { DOCS_KEY = "••••" }
`
const tomlEntry = `[mcp_servers.mirohub]
command = "/usr/bin/node"
args = ["/opt/mirohub/out/main/cli.js", "stdio", "--data-dir", "/home/ada/.local/share/mirohub"]
`

type FakeFile = Pick<ClientChange, 'before' | 'after' | 'entry'>

const files: Partial<Record<ClientAppId, FakeFile>> = {
  'claude-desktop': {
    before: null,
    after: json('', `    ${within(entry, '    ')}`),
    entry,
  },
  'claude-code': {
    before: json('  "numStartups": 41,\n  "theme": "dark",\n', others),
    after: json('  "numStartups": 41,\n  "theme": "dark",\n', `${others},\n    ${within(entry, '    ')}`),
    entry,
  },
  cursor: {
    before: json('', `${oldEntry},\n${others}`),
    after: json('', `    ${within(entry, '    ')},\n${others}`),
    entry,
  },
  zed: {
    before: `// Zed settings\n{\n${zedSettings}\n  "theme": "One Dark",\n}\n`,
    after: `// Zed settings\n{\n${zedSettings}\n  "theme": "One Dark",\n  "context_servers": {\n    ${within(entry, '    ')}\n  }\n}\n`,
    entry,
  },
  codex: { before: tomlBefore, after: `${tomlBefore}\n${tomlEntry}`, entry: tomlEntry },
}

export function fakeFile(id: ClientAppId): FakeFile {
  return files[id] ?? { before: null, after: json('', `    ${within(entry, '    ')}`), entry }
}

const client = (
  id: ClientAppId,
  name: string,
  configPath: string,
  more: Partial<ClientAppView> = {},
): ClientAppView => ({
  id,
  name,
  found: true,
  configPath: `${home}/${configPath}`,
  state: 'absent',
  problem: null,
  afterwards: 'restart',
  heardAt: null,
  ...more,
})

export const clientsOfAda = (): ClientAppView[] => [
  client('claude-desktop', 'Claude Desktop', '.config/Claude/claude_desktop_config.json', {
    state: 'current',
    heardAt: ago(4_000),
  }),
  client('claude-code', 'Claude Code', '.claude.json'),
  client('cursor', 'Cursor', '.cursor/mcp.json', {
    state: 'outdated',
    afterwards: 'reload',
    heardAt: ago(2 * 24 * 60 * minuteMs),
  }),
  client('vscode', 'VS Code', '.config/Code/User/mcp.json', {
    state: 'unreadable',
    problem: settingsFaultWords({
      code: 'syntax',
      what: 'json',
      error: 'CommaExpected',
      file: `${home}/.config/Code/User/mcp.json`,
      line: 12,
      column: 3,
    })[wordsLanguage].message,
    afterwards: 'reload',
  }),
  client('zed', 'Zed', '.config/zed/settings.json', { afterwards: 'nothing' }),
  client('codex', 'Codex', '.codex/config.toml', { state: 'current' }),
  client('windsurf', 'Windsurf', '.codeium/windsurf/mcp_config.json', { found: false }),
  client('cline', 'Cline', '.cline/data/settings/cline_mcp_settings.json', { found: false }),
  client('goose', 'Goose', '.config/goose/config.yaml', { found: false }),
  client('lm-studio', 'LM Studio', '.lmstudio/mcp.json', { found: false }),
]
