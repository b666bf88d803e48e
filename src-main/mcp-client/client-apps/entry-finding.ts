/** What a check of our entry found, and that in words. Written for each language on its own. */
import type { Bilingual } from '../../config/bilingual.ts'
import type { SettingsFault } from './settings-error.ts'
import { settingsFaultWords, type Told } from './settings-words.ts'

/** How a program that was started failed before MCP could be spoken with it. */
export type ChildFault =
  /** `reason`: node's error code where there is one, else its message. */
  | { readonly code: 'not-started'; readonly reason: string }
  /** One of the two is known. */
  | { readonly code: 'ended'; readonly exitStatus: number | null; readonly signal: string | null }
  /** `line`: what it wrote to standard output. */
  | { readonly code: 'noise'; readonly line: string }

/** `said`: the last line that the program wrote to stderr, else empty. `greeted`: it had answered once. */
export type EntryFinding =
  | { readonly code: 'listed'; readonly tools: number }
  | { readonly code: 'late'; readonly greeted: boolean; readonly seconds: number; readonly said: string }
  | { readonly code: 'refused'; readonly greeted: boolean; readonly reason: string; readonly said: string }
  | { readonly code: 'child'; readonly fault: ChildFault; readonly command: string; readonly said: string }
  | { readonly code: 'no-entry' | 'other-entry'; readonly file: string }
  | { readonly code: 'unreadable'; readonly fault: SettingsFault }

const rewrite = {
  en: 'Write the entry again; if that does not help, run the command in a terminal and read what it says.',
  zh: '请重新写入这一项；如果仍然不行，请在终端运行这条命令，看看它的输出。',
}

export function entryFindingWords(finding: EntryFinding): Bilingual<Told> {
  switch (finding.code) {
    case 'listed':
      return finding.tools > 0
        ? {
            en: { message: `It started and listed ${finding.tools} tools.`, hint: '' },
            zh: { message: `已启动，列出了 ${finding.tools} 个工具。`, hint: '' },
          }
        : {
            en: {
              message: 'It started and answered, and has no tools to offer.',
              hint: 'Turn tools on, on the Tools page.',
            },
            zh: { message: '已启动并有响应，但没有可用的工具。', hint: '请在“工具”页面启用工具。' },
          }
    case 'late': {
      const { greeted, seconds } = finding
      const said = saidWords(finding.said)
      return {
        en: {
          message: `It started, but did not ${greeted ? 'list its tools' : 'answer'} within ${seconds} seconds.${said.en}`,
          hint: 'Start Mirohub and try again.',
        },
        zh: {
          message: `已启动，但 ${seconds} 秒内没有${greeted ? '列出工具' : '响应'}。${said.zh}`,
          hint: '请启动 Mirohub，然后重试。',
        },
      }
    }
    case 'refused': {
      const { greeted, reason } = finding
      const said = saidWords(finding.said)
      const what = greeted ? 'It answered, but refused to list its tools' : 'It started, but refused to connect'
      return {
        en: { message: `${what}: ${reason}.${said.en}`, hint: rewrite.en },
        zh: {
          message: `${greeted ? '有响应，但拒绝列出工具' : '已启动，但拒绝连接'}：${reason}。${said.zh}`,
          hint: rewrite.zh,
        },
      }
    }
    case 'child':
      return childWords(finding.fault, finding.command, finding.said)
    case 'no-entry':
      return {
        en: { message: `${finding.file} has no entry for Mirohub.`, hint: 'Write the entry first.' },
        zh: { message: `${finding.file} 中没有 Mirohub 这一项。`, hint: '请先写入这一项。' },
      }
    case 'other-entry':
      return {
        en: {
          message: `The entry in ${finding.file} is not the one that Mirohub writes, so it was not started.`,
          hint: 'Write the entry first.',
        },
        zh: {
          message: `${finding.file} 中的这一项不是 Mirohub 写入的内容，因此没有启动它。`,
          hint: '请先重新写入这一项。',
        },
      }
    case 'unreadable':
      return settingsFaultWords(finding.fault)
  }
}

function childWords(fault: ChildFault, command: string, lastLine: string): Bilingual<Told> {
  switch (fault.code) {
    case 'not-started': {
      const why = startWords[fault.reason] ?? { en: fault.reason, zh: fault.reason }
      return {
        en: { message: `${command} could not be started: ${why.en}.`, hint: rewrite.en },
        zh: { message: `无法启动 ${command}：${why.zh}。`, hint: rewrite.zh },
      }
    }
    case 'ended': {
      const said = saidWords(lastLine)
      const { signal, exitStatus } = fault
      return {
        en: {
          message: `It ended before it answered (${signal ?? `exit status ${exitStatus}`}).${said.en}`,
          hint: rewrite.en,
        },
        zh: {
          message: `它在响应之前就退出了（${signal === null ? `退出码 ${exitStatus}` : `信号 ${signal}`}）。${said.zh}`,
          hint: rewrite.zh,
        },
      }
    }
    case 'noise':
      return {
        en: { message: `It wrote something to standard output that is not MCP: ${fault.line}`, hint: rewrite.en },
        zh: { message: `它在标准输出中写了不属于 MCP 的内容：${fault.line}`, hint: rewrite.zh },
      }
  }
}

const startWords: Readonly<Record<string, Bilingual<string>>> = {
  ENOENT: { en: 'there is no such program', zh: '没有这个程序' },
  EACCES: { en: 'this account may not run it', zh: '当前帐户没有运行它的权限' },
}

function saidWords(line: string): Bilingual<string> {
  return line === '' ? { en: '', zh: '' } : { en: ` It said: ${line}`, zh: `它的输出：${line}` }
}
