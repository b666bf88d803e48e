/**
 * A line as READMEs give it: `claude mcp add …`, `codex mcp add …`, `code --add-mcp '{…}'`, `npx -y …`, an address. It is
 * read into words by quotes alone. What only a shell could do (pipes, variables, several commands) is refused: nothing
 * of ours is ever handed to one.
 */
import type { Bilingual } from '../../config/bilingual.ts'
import type { Data } from '../client-apps/settings-format.ts'
import { firstOperand } from '../trust/command-words.ts'
import { jsonValue } from './entry-text.ts'

export interface LineEntry {
  readonly name: string | null
  readonly raw: Data
}

export type LineReading =
  | { readonly kind: 'entry'; readonly entry: LineEntry }
  | { readonly kind: 'refused'; readonly problem: Bilingual<string> }

const starters =
  /^(\$ )?(\w+=\S* )*(claude|codex|gemini|code|code-insiders|cursor|npx|npm|pnpm|bunx|bun|uvx|uv|pipx|node|deno|python3?|docker|podman|go|java|\/|\.\/|~\/)(?=\s|\/|$|\S*\/)/

/** Null: the text is no such line. */
export function readLine(text: string): LineReading | null {
  const line = text.trim().replace(/[ \t]*\\\r?\n[ \t]*/g, ' ')
  if (/^https?:\/\/\S+$/i.test(line)) return { kind: 'entry', entry: { name: null, raw: { url: line } } }
  if (line.includes('\n') || !starters.test(line)) return null
  const words = wordsOf(line.replace(/^\$ /, ''))
  if (words === null) return { kind: 'refused', problem: needsShell }
  return { kind: 'entry', entry: entryOf(words) }
}

const needsShell: Bilingual<string> = {
  en: 'The line has pipes, variables, several commands or an open quote: only a shell could run it. Give one program with its arguments.',
  zh: '这一行含有管道、变量、多条命令或没有配对的引号，只有命令行解释器才能执行。请只写一个程序和它的参数。',
}

/** Null where a shell would do more than split the line. */
export function wordsOf(line: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote: '"' | "'" | null = null
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? ''
    if (quote !== null) {
      if (char === quote) quote = null
      else if (quote === '"' && char === '\\' && /["\\]/.test(line[at + 1] ?? '')) word = `${word ?? ''}${line[++at]}`
      else if (quote === '"' && /[`$]/.test(char) && /[({\w`]/.test(line[at + 1] ?? '`')) return null
      else word = `${word ?? ''}${char}`
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else if (/[|;&<>`()$]/.test(char) && !isPlaceholder(line, at)) return null
    else word = `${word ?? ''}${char}`
  }
  if (quote !== null) return null
  return word === null ? words : [...words, word]
}

/** `<your-key>`, `?a=1&b=2` inside a word. */
function isPlaceholder(line: string, at: number): boolean {
  if (line[at] === '&') return /\S/.test(line[at - 1] ?? ' ') && /\w/.test(line[at + 1] ?? ' ')
  if (line[at] === '<') return /^<[\w .-]+>/.test(line.slice(at))
  return line[at] === '>' && /<[\w .-]+$/.test(line.slice(0, at))
}

function entryOf(words: readonly string[]): LineEntry {
  const assignments = words.findIndex((word) => !/^\w+=/.test(word))
  const env = Object.fromEntries(words.slice(0, Math.max(0, assignments)).map(pairOf('=')))
  const [program = '', ...rest] = words.slice(Math.max(0, assignments))
  if (/^code(-insiders)?$/.test(program) || program === 'cursor') {
    const json = rest[rest.indexOf('--add-mcp') + 1]
    if (rest.includes('--add-mcp') && json !== undefined) return { name: null, raw: jsonValue(json) }
  }
  if (['claude', 'codex', 'gemini'].includes(program) && rest[0] === 'mcp') return addLine(rest.slice(1))
  return { name: packageName(program, rest), raw: { command: program, args: rest, env } }
}

/** `mcp add [options] NAME [--] COMMAND [ARGS…]`, or an address with options behind it too. */
function addLine([verb, ...words]: readonly string[]): LineEntry {
  if (verb === 'add-json') {
    const [name = '', json = ''] = words.filter((word) => !word.startsWith('-'))
    return { name, raw: jsonValue(json) }
  }
  const options: AddOptions = { env: [], headers: [], entry: {} }
  const nameAt = readOptions(words, 0, options)
  const commandAt = readOptions(words, nameAt + 1, options)
  const [command, ...args] = words.slice(words[commandAt] === '--' ? commandAt + 1 : commandAt)
  const { entry } = options
  const isAddress = command !== undefined && /^https?:\/\//i.test(command) && entry.type !== 'stdio'
  if (isAddress) readOptions(args, 0, options)
  const remote = { ...(isAddress ? { url: command } : {}), headers: Object.fromEntries(options.headers) }
  const program = { command: command ?? null, args, env: Object.fromEntries(options.env) }
  const isRemote = isAddress || typeof entry.url === 'string'
  return { name: words[nameAt] ?? null, raw: { ...(isRemote ? remote : program), ...entry } }
}

interface AddOptions {
  readonly env: [string, string][]
  readonly headers: [string, string][]
  /** As an entry says them. */
  readonly entry: Record<string, Data>
}

/** Reads options from `at` on; returns the index of the first word that is none, or of `--`. */
function readOptions(words: readonly string[], from: number, { env, headers, entry }: AddOptions): number {
  for (let at = from; at < words.length; at++) {
    const [word, inline] = splitOption(words[at] ?? '')
    if (word === '--' || !word.startsWith('-')) return at
    if (isSwitch.test(word)) continue
    const value = inline ?? words[++at] ?? ''
    if (word === '-e' || word === '--env') {
      env.push(pairOf('=')(value))
      while (inline === undefined && /^\w+=/.test(words[at + 1] ?? '')) env.push(pairOf('=')(words[++at] ?? ''))
    } else if (word === '-H' || word === '--header') headers.push(pairOf(':')(value))
    else if (word === '-t' || word === '--transport') entry.type = value
    else if (word === '--url') entry.url = value
    else if (word === '--bearer-token-env-var') entry.bearer_token_env_var = value
    else if (word === '--client-id') entry.oauth = { clientId: value }
    // Unknown options are told as unknown keys of the entry.
    else if (!clientsOwn.includes(word)) entry[word] = value
  }
  return words.length
}

const clientsOwn = ['-s', '--scope', '--callback-port', '--timeout', '--description']
const isSwitch = /^(--client-secret|--trust|--no-browser|-y)$/

function splitOption(word: string): [string, string | undefined] {
  const at = word.indexOf('=')
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word, undefined]
}

const pairOf =
  (separator: string) =>
  (text: string): [string, string] => {
    const at = text.indexOf(separator)
    return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  }

/** `npx -y @scope/server-files@1.2.3 /data` is `server-files`. */
function packageName(program: string, args: readonly string[]): string | null {
  const word = args[firstOperand(args, ['-p', '--package', '--from', '--directory', '--with'])] ?? program
  const plain = word.replace(/(?<=.)@[^/@]*$/, '').replace(/[/\\]+$/, '')
  const name = plain.slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1)
  return name === '' ? null : name
}
