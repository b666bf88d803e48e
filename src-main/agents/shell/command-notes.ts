/**
 * What a person should see in a command before they let it run: every program in it, also those inside substitutions,
 * and what is easily overlooked. Reads the line as a POSIX shell would; what it cannot read, it says so. Pure.
 */
import { hiddenIn } from '../../mcp-client/trust/visible-text.ts'

export type CommandNoteCode =
  | 'substitution'
  | 'redirect'
  | 'network'
  | 'removes'
  | 'privileges'
  | 'runs_text'
  | 'background'
  | 'outside'
  | 'hidden'
  | 'several_lines'
  | 'unreadable'

export interface CommandReading {
  /** First words of every simple command, in order, without paths: `['curl', 'sh']`. */
  readonly programs: readonly string[]
  readonly notes: readonly CommandNoteCode[]
}

const network = new Set([
  'curl',
  'wget',
  'nc',
  'ncat',
  'netcat',
  'ssh',
  'scp',
  'sftp',
  'rsync',
  'ftp',
  'telnet',
  'socat',
  'dig',
  'nslookup',
  'ping',
  'git',
  'npm',
  'npx',
  'pip',
  'pip3',
  'uv',
  'uvx',
  'cargo',
  'go',
  'brew',
  'apt',
  'apt-get',
])
const removing = new Set(['rm', 'rmdir', 'shred', 'dd', 'mkfs', 'truncate', 'unlink', 'mv'])
const privileged = new Set([
  'sudo',
  'su',
  'doas',
  'pkexec',
  'chown',
  'chmod',
  'setfacl',
  'launchctl',
  'systemctl',
  'crontab',
])
/** They run what they are given as another program or as code. */
const runners = new Set([
  'sh',
  'bash',
  'zsh',
  'dash',
  'fish',
  'eval',
  'source',
  '.',
  'exec',
  'xargs',
  'env',
  'find',
  'awk',
  'python',
  'python3',
  'perl',
  'ruby',
  'node',
  'deno',
  'osascript',
  'powershell',
  'pwsh',
  'cmd',
  'busybox',
  'parallel',
  'nohup',
  'timeout',
  'watch',
  'script',
])
/** Options with which a harmless program runs another or writes: `rg --pre`, `sed -i`, `tar --to-command`, `git -c`. */
const runningOption =
  /(^|\s)(--pre(=|\s)|--to-command|--checkpoint-action|--use-compress-program|-exec(dir)?\b|-ok(dir)?\b|--rsh|--upload-pack|--receive-pack|-c\s+core\.)/
const writingOption = /(^|\s)(sed\b[^|;&]*\s-i|sed\b[^|;&]*[0-9$/]w\s|tee\b|install\b)/

const separators = /^(\|\||&&|;;|;|\||&|\n|\(|\)|\{|\}|!)/
const keywords = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'for',
  'while',
  'until',
  'do',
  'done',
  'case',
  'esac',
  'in',
  'function',
  'time',
  'coproc',
])

export function readCommand(command: string): CommandReading {
  const notes = new Set<CommandNoteCode>()
  const programs: string[] = []
  scan(command, programs, notes, 0)
  const names = new Set(programs)
  const any = (set: ReadonlySet<string>) => [...names].some((name) => set.has(name))
  if (any(network) || /\/dev\/(tcp|udp)\//.test(command)) notes.add('network')
  if (any(removing)) notes.add('removes')
  if (any(privileged)) notes.add('privileges')
  if (any(runners) || runningOption.test(command)) notes.add('runs_text')
  if (writingOption.test(command)) notes.add('redirect')
  if (/(^|[\s='"(:<>])(~|\$HOME|\$\{HOME)|(^|[\s='"(:<>])\/(?!dev\/null)|\.\.\//.test(command)) notes.add('outside')
  if (command.trim().includes('\n')) notes.add('several_lines')
  if ([...hiddenIn(command).keys()].some((kind) => kind !== 'newline')) notes.add('hidden')
  return { programs, notes: [...notes] }
}

/** Collects the programs of one text; goes into substitutions. A depth that nobody writes by hand is not read. */
function scan(text: string, programs: string[], notes: Set<CommandNoteCode>, depth: number): void {
  if (depth > 8) {
    notes.add('unreadable')
    return
  }
  let isStart = true
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const blank = /^(?:[ \t\r]|\\\n)+/.exec(rest)
    if (blank !== null) {
      at += blank[0].length
      continue
    }
    const redirect = /^\d*(>>|>&|&>>|&>|>\||>|<<<|<<-?|<>|<&|<)(?!\()/.exec(rest)
    if (redirect !== null) {
      if (/[>]/.test(redirect[0]) && !/^\d*>&\d/.test(rest)) notes.add('redirect')
      at += redirect[0].length
      // Its target is no program.
      const target = word(text, at + (/^[ \t]*/.exec(text.slice(at))?.[0].length ?? 0))
      for (const inner of target.inner) scan(inner, programs, notes, depth + 1)
      if (target.inner.length > 0) notes.add('substitution')
      at = target.end
      continue
    }
    const separator = separators.exec(rest)
    if (separator !== null) {
      if (separator[0] === '&') notes.add('background')
      isStart = true
      at += separator[0].length
      continue
    }
    if (rest.startsWith('#') && (at === 0 || /\s/.test(text[at - 1] ?? ''))) {
      const end = rest.indexOf('\n')
      at = end < 0 ? text.length : at + end
      continue
    }
    const read = word(text, at)
    if (read.isOpen) notes.add('unreadable')
    for (const inner of read.inner) {
      notes.add('substitution')
      scan(inner, programs, notes, depth + 1)
    }
    if (isStart && !/^\w+(\[[^\]]*\])?\+?=/.test(read.text)) {
      if (keywords.has(read.text)) isStart = read.text !== 'for' && read.text !== 'case' && read.text !== 'in'
      else {
        programs.push(read.text.slice(read.text.lastIndexOf('/') + 1) || read.text)
        // What these take as their first words is a program as well.
        isStart = [
          'sudo',
          'doas',
          'env',
          'nohup',
          'time',
          'exec',
          'command',
          'builtin',
          'timeout',
          'xargs',
          'nice',
        ].includes(read.text)
      }
    }
    // A word that took nothing would go on for ever.
    at = Math.max(read.end, at + 1)
  }
}

interface Word {
  /** Without quotes. */
  readonly text: string
  readonly end: number
  /** Texts of `$(…)`, backticks and `<(…)` in it. */
  readonly inner: readonly string[]
  /** A quote or bracket that is not closed. */
  readonly isOpen: boolean
}

function word(text: string, from: number): Word {
  let at = from
  let out = ''
  let isOpen = false
  const inner: string[] = []
  const take = (close: string, open: string | null): string => {
    let level = 1
    const start = at
    while (at < text.length) {
      if (text[at] === '\\') at++
      else if (open !== null && text[at] === open) level++
      else if (text[at] === close && --level === 0) break
      at++
    }
    if (at >= text.length) isOpen = true
    const found = text.slice(start, at)
    at++
    return found
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (/[\s|&;()<>]/.test(char) && !(/[<>]/.test(char) && next === '(')) break
    if (char === '\\') {
      out += next
      at += 2
    } else if (char === "'") {
      at++
      out += take("'", null)
    } else if (char === '"') {
      at++
      while (at < text.length && text[at] !== '"') {
        if (text[at] === '\\') {
          out += text[at + 1] ?? ''
          at += 2
        } else if (text[at] === '`') {
          at++
          inner.push(take('`', null))
        } else if (text[at] === '$' && text[at + 1] === '(') {
          at += 2
          inner.push(take(')', '('))
        } else out += text[at++]
      }
      if (at >= text.length) isOpen = true
      at++
    } else if (char === '`') {
      at++
      inner.push(take('`', null))
    } else if ((char === '$' || char === '<' || char === '>') && next === '(') {
      at += 2
      inner.push(take(')', '('))
    } else if (char === '$' && next === '{') {
      at += 2
      out += `\${${take('}', '{')}}`
    } else {
      out += char
      at++
    }
  }
  return { text: out, end: at, inner, isOpen }
}
