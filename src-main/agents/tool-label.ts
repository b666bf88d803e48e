/** What a tool call does, in the person's words and language: "Read resting heart rate, June 2025". Pure. */
import { type Bilingual, inLanguage } from '../config/bilingual.ts'
import { indicatorByKey } from '../health/catalogue/catalogue.ts'
import { isObject } from '../mcp-client/model/json-value.ts'
import { periodLabel } from './quick/period-label.ts'

export interface LabelledCall {
  readonly tool: string
  /** Its name, where an external server's tool is called. */
  readonly server?: string
  readonly args: unknown
}

export interface LabelContext {
  /** BCP 47. */
  readonly language: string
  /** The person's local day, for "yesterday". */
  readonly today: string
}

type Args = Readonly<Record<string, unknown>>

/** One short line without a full stop. A tool that nobody wrote words for is named with its server. */
export function toolLabel({ tool, server, args }: LabelledCall, context: LabelContext): string {
  const given = isObject(args) ? args : {}
  const words = Object.hasOwn(labels, tool) && server === undefined ? labels[tool] : undefined
  if (words !== undefined) return words(given, context)
  // A tool of a server is called `<slug>__<tool>`; the server is told by its own name.
  const name = (server === undefined ? tool : tool.replace(/^.*?__/, '')).replaceAll('_', ' ').trim()
  if (server === undefined) return inLanguage({ en: `Use ${name}`, zh: `使用 ${name}` }, context.language)
  return inLanguage({ en: `Use ${name} of ${server}`, zh: `使用 ${server} 的 ${name}` }, context.language)
}

const labels: Readonly<Record<string, (args: Args, context: LabelContext) => string>> = {
  query_health_indicators: healthLabel,
  get_genetic_data: (args, { language }) => {
    const ids = texts(args.rsid)
    const shown = ids.slice(0, 3)
    if (ids.length === 0) return inLanguage({ en: 'Read your genetic data', zh: '读取基因数据' }, language)
    const more = ids.length - shown.length
    return inLanguage(
      {
        en: `Look up ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
        zh: `查询 ${shown.join('、')}${more > 0 ? ` 等 ${ids.length} 个位点` : ''}`,
      },
      language,
    )
  },
  ls: onPath({ en: (path) => `List ${path}`, zh: (path) => `列出 ${path}` }),
  read_file: onPath({ en: (path) => `Read ${path}`, zh: (path) => `读取 ${path}` }),
  write_file: onPath({ en: (path) => `Write ${path}`, zh: (path) => `写入 ${path}` }),
  edit_file: onPath({ en: (path) => `Change ${path}`, zh: (path) => `修改 ${path}` }),
  glob: onText('pattern', { en: (what) => `Look for files ${what}`, zh: (what) => `查找文件 ${what}` }),
  grep: onText('pattern', { en: (what) => `Search files for ${what}`, zh: (what) => `在文件中搜索 ${what}` }),
  find_tools: onText('query', { en: (what) => `Look for a tool: ${what}`, zh: (what) => `查找工具：${what}` }),
  eval: plain({ en: 'Calculate in JavaScript', zh: '用 JavaScript 计算' }),
  write_todos: plain({ en: 'Plan the steps', zh: '规划步骤' }),
  show_chart: onText('title', { en: (what) => `Draw a chart: ${what}`, zh: (what) => `绘制图表：${what}` }),
  ask_user: plain({ en: 'Ask you', zh: '向您提问' }),
  task: onText('title', { en: (what) => `Hand over a part: ${what}`, zh: (what) => `交出一部分工作：${what}` }),
  run_command: onText('command', { en: (what) => `Run ${what}`, zh: (what) => `运行 ${what}` }),
  external_servers: plain({ en: 'Look at your external servers', zh: '查看外部服务器' }),
  switch_tool_group: onText('name', { en: (what) => `Switch the tools ${what}`, zh: (what) => `切换工具组 ${what}` }),
}

function healthLabel(args: Args, { language, today }: LabelContext): string {
  const isZh = language.toLowerCase().startsWith('zh')
  const names = [...texts(args.indicators), ...texts(args.keywords)].slice(0, 3).map((name) => {
    const known = indicatorByKey(name)
    if (known === null) return name.replaceAll('_', ' ')
    return isZh ? known.nameZh : inText(known.name)
  })
  if (names.length === 0) return isZh ? '查看有哪些指标' : 'Read which indicators there are'
  const start = day(args.start_time)
  const end = day(args.end_time)
  const when =
    start === null && end === null
      ? null
      : periodLabel({ start, end }, today, isZh ? 'zh' : 'en', { first: start, last: end ?? today }).short
  return isZh
    ? `读取${[names.join('、'), when].filter(Boolean).join('，')}`
    : `Read ${[names.join(', '), when].filter(Boolean).join(', ')}`
}

/** Not in front: "Resting heart rate" reads "resting heart rate", "LDL cholesterol" stays. */
function inText(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

function day(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

function plain(words: Bilingual<string>): (args: Args, context: LabelContext) => string {
  return (_args, { language }) => inLanguage(words, language)
}

function onText(
  key: string,
  words: Bilingual<(what: string) => string>,
): (args: Args, context: LabelContext) => string {
  return (args, { language }) => {
    const text = texts(args[key])[0]?.replace(/\s+/g, ' ').trim() ?? ''
    const short = text.length > 60 ? `${text.slice(0, 60).replace(/[\ud800-\udbff]$/, '')}…` : text
    // Without its text the words end in a colon or blank.
    return inLanguage(words, language)(short).replace(/[:：\s]+$/, '')
  }
}

function onPath(words: Bilingual<(path: string) => string>): (args: Args, context: LabelContext) => string {
  return (args, context) => {
    const path = texts(args.file_path)[0] ?? texts(args.path)[0] ?? '/'
    return onText('path', words)({ path }, context)
  }
}
