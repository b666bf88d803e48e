/**
 * Companion servers that a person may switch on: what each is for, which tools it has, and what it needs. After
 * MiroFlow's table of servers. Pure.
 */
import type { Bilingual } from '../../config/bilingual.ts'
import { type EntryDraft, noDraftValues } from '../entries/entry-draft.ts'

/** A value that is asked for when the companion is added; it goes into its environment. */
export interface CompanionField {
  /** Name of the environment variable. */
  readonly key: string
  readonly title: Bilingual<string>
  readonly description: Bilingual<string>
  readonly sensitive: boolean
}

export interface CompanionEntry {
  readonly id: string
  readonly title: Bilingual<string>
  readonly description: Bilingual<string>
  readonly tools: readonly string[]
  readonly fields: readonly CompanionField[]
  /** At least one of these fields has to be filled in; empty: none. */
  readonly needsOneOf: readonly string[]
  /** A program that has to be on this computer; null: none. */
  readonly needsProgram: string | null
  readonly command: string
  readonly args: readonly string[]
}

const key = (name: string, service: string, en: string, zh: string): CompanionField => ({
  key: name,
  title: { en: `${service} key`, zh: `${service} 密钥` },
  description: { en, zh },
  sensitive: true,
})
const folders: CompanionField = {
  key: 'READ_FOLDERS',
  title: { en: 'Folders it may read', zh: '允许读取的文件夹' },
  description: {
    en: 'Absolute paths, divided by commas. Without them it reads only what is on the web.',
    zh: '绝对路径，用逗号分隔。不填则只能读取网上的内容。',
  },
  sensitive: false,
}
const openai = key(
  'OPENAI_API_KEY',
  'OpenAI',
  'Or that of any service that speaks the same protocol.',
  '或任何使用相同协议的服务的密钥。',
)
const openaiAddress: CompanionField = {
  key: 'OPENAI_BASE_URL',
  title: { en: 'Address of the model service', zh: '模型服务地址' },
  description: {
    en: 'For a service other than OpenAI, a local one too, such as http://127.0.0.1:11434/v1.',
    zh: '使用 OpenAI 以外的服务时填写，本机服务也可以，例如 http://127.0.0.1:11434/v1。',
  },
  sensitive: false,
}
const model = (name: string, example: string): CompanionField => ({
  key: name,
  title: { en: 'Model', zh: '模型' },
  description: {
    en: `Its name at the service; ${example} when empty.`,
    zh: `该服务中的模型名称；留空则为 ${example}。`,
  },
  sensitive: false,
})

/** A companion of ours is started as `mirohub companion NAME`, whatever this program's own file is called. */
export const OWN_PROGRAM = 'mirohub'
const own = (id: string) => ({ id, needsProgram: null, command: OWN_PROGRAM, args: ['companion', id] })

export const companionEntries: readonly CompanionEntry[] = [
  {
    ...own('searching'),
    title: { en: 'Web search', zh: '网络搜索' },
    description: {
      en: 'Wikipedia as it is and as it was, the web archive, and any page as text. Google too, with a key of Serper.',
      zh: '维基百科（现在和过去的版本）、网页存档、任意网页转为文本；有 Serper 密钥时还能搜索谷歌。',
    },
    tools: [
      'google_search',
      'wiki_get_page_content',
      'search_wiki_revision',
      'search_archived_webpage',
      'scrape_website',
    ],
    fields: [
      key(
        'SERPER_API_KEY',
        'Serper',
        'For google_search; without it the others work.',
        '用于 google_search；不填时其他工具照常可用。',
      ),
      key(
        'JINA_API_KEY',
        'Jina',
        'Reads pages that need their scripts. Its service then sees the addresses.',
        '可读取依赖脚本的网页；该服务会看到所读网址。',
      ),
    ],
    needsOneOf: [],
  },
  {
    ...own('reading'),
    title: { en: 'Document reader', zh: '文档阅读' },
    description: {
      en: 'Web pages, PDF, Word and text files as Markdown.',
      zh: '把网页、PDF、Word 和文本文件转换成 Markdown。',
    },
    tools: ['read_file'],
    fields: [folders],
    needsOneOf: [],
  },
  {
    ...own('code'),
    title: { en: 'Code sandbox', zh: '代码沙箱' },
    description: {
      en: 'Commands and Python in a sandbox of E2B on the internet, away from this computer.',
      zh: '在 E2B 的云端沙箱里运行命令和 Python，与本机隔离。',
    },
    tools: [
      'create_sandbox',
      'run_command',
      'run_python_code',
      'upload_file_from_local_to_sandbox',
      'download_file_from_internet_to_sandbox',
      'download_file_from_sandbox_to_local',
    ],
    fields: [
      key('E2B_API_KEY', 'E2B', 'From e2b.dev.', '在 e2b.dev 获取。'),
      folders,
      {
        key: 'DOWNLOAD_FOLDER',
        title: { en: 'Folder for downloads', zh: '下载文件夹' },
        description: {
          en: 'Absolute path. Without it nothing is written on this computer.',
          zh: '绝对路径。不填则不会在本机写入任何文件。',
        },
        sensitive: false,
      },
    ],
    needsOneOf: ['E2B_API_KEY'],
  },
  {
    ...own('reasoning'),
    title: { en: 'Stronger model', zh: '更强的模型' },
    description: {
      en: 'Hands a hard question to a model that you choose. It sees the question and nothing else.',
      zh: '把难题交给您选定的模型。它只会看到这个问题。',
    },
    tools: ['reasoning'],
    fields: [openai, openaiAddress, model('REASONING_MODEL', 'o3')],
    needsOneOf: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  },
  {
    ...own('vision'),
    title: { en: 'Pictures and videos', zh: '图片与视频' },
    description: {
      en: 'Answers questions about a picture, and with a key of Gemini about a video on YouTube.',
      zh: '回答关于图片的问题；有 Gemini 密钥时还能回答关于 YouTube 视频的问题。',
    },
    tools: ['visual_question_answering', 'visual_audio_youtube_analyzing'],
    fields: [
      openai,
      openaiAddress,
      model('VISION_MODEL', 'gpt-5'),
      key('GEMINI_API_KEY', 'Gemini', 'For videos on YouTube.', '用于 YouTube 视频。'),
      folders,
    ],
    needsOneOf: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'GEMINI_API_KEY'],
  },
  {
    ...own('audio'),
    title: { en: 'Recordings', zh: '录音' },
    description: {
      en: 'Writes down what is said in a recording and answers questions about it.',
      zh: '把录音转成文字，并回答关于录音的问题。',
    },
    tools: ['audio_transcription', 'audio_question_answering'],
    fields: [openai, openaiAddress, model('TRANSCRIPTION_MODEL', 'gpt-4o-transcribe'), folders],
    needsOneOf: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  },
  {
    id: 'browser',
    title: { en: 'Browser', zh: '浏览器' },
    description: {
      en: 'A browser that stays open between calls (Playwright MCP by Microsoft). It is downloaded from npm when it first starts.',
      zh: '在多次调用之间保持打开的浏览器（微软的 Playwright MCP）。首次启动时从 npm 下载。',
    },
    tools: ['browser_navigate', 'browser_snapshot', 'browser_click', 'browser_type', 'browser_take_screenshot'],
    fields: [],
    needsOneOf: [],
    needsProgram: 'npx',
    command: 'npx',
    args: ['-y', '@playwright/mcp@0.0.83', '--isolated'],
  },
]

/** The companion as an entry to look at, before it is added. Blank values are left out of its environment. */
export function companionDraft(entry: CompanionEntry, language: keyof Bilingual<string>): EntryDraft {
  const [onlyKey, ...others] = entry.needsOneOf
  return {
    name: entry.title[language],
    origin: { kind: 'companion', companion: entry.id },
    target: {
      kind: 'stdio',
      command: entry.command,
      args: entry.args,
      cwd: null,
      envNames: entry.fields.map(({ key }) => key),
      encoding: 'utf-8',
      encodingErrors: 'replace',
    },
    values: { ...noDraftValues, env: Object.fromEntries(entry.fields.map(({ key }) => [key, token(key)])) },
    fields: entry.fields.map(({ key, title, description, sensitive }) => ({
      key,
      title: title[language],
      description: description[language],
      type: 'string',
      required: others.length === 0 && key === onlyKey,
      sensitive,
      multiple: false,
      min: null,
      max: null,
      fills: { kind: 'token', token: token(key), leaveOut: true },
    })),
    warnings: [],
    settings: {},
    isOff: false,
    problem: null,
  }
}

/** Stands for a value that is not filled in, so that its variable is left out. */
function token(key: string): string {
  return `\${companion.${key}}`
}

/** Whether what was filled in is enough to be of use. */
export function hasNeededKeys(entry: CompanionEntry, envNames: readonly string[]): boolean {
  return entry.needsOneOf.length === 0 || entry.needsOneOf.some((key) => envNames.includes(key))
}
