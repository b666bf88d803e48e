/** Why a program could not be started, or ended, in words. Written for each language on its own. */
import type { Bilingual } from '../../config/bilingual.ts'
import type { ServerFault } from '../model/server-status.ts'
import { installHint } from './install-hints.ts'

const notPath = {
  en: 'Check the command and its arguments; run them in a terminal to see what they say.',
  zh: '请检查命令和参数；可以在终端运行它们，看看输出。',
}

export function commandMissing(command: string, lookedIn: readonly string[], cwd: string): ServerFault {
  return {
    code: 'command_missing',
    message: { en: `The command ${command} was not found.`, zh: `找不到命令 ${command}。` },
    hint: installHint(command),
    details: [`command: ${command}`, ...lookedIn.map((place) => `looked in: ${place}`), `working directory: ${cwd}`],
  }
}

export function commandNotExecutable(command: string, path: string, cwd: string): ServerFault {
  return {
    code: 'command_not_executable',
    message: { en: `${path} is there, but may not be run.`, zh: `${path} 存在，但没有执行权限。` },
    hint: {
      en: `Make it executable (chmod +x), or name the program that runs it as the command.`,
      zh: '请赋予它执行权限（chmod +x），或者把运行它的程序填为命令。',
    },
    details: [`command: ${command}`, `found: ${path}`, `working directory: ${cwd}`],
  }
}

export function commandIsDirectory(command: string, path: string, cwd: string): ServerFault {
  return {
    code: 'command_not_executable',
    message: { en: `${path} is a directory, not a program.`, zh: `${path} 是文件夹，不是程序。` },
    hint: { en: 'Name the program in it.', zh: '请填写其中的程序。' },
    details: [`command: ${command}`, `found: ${path}`, `working directory: ${cwd}`],
  }
}

/** A batch file that cannot be run without a shell, which would read the arguments as its own language. */
export function batchFileRefused(command: string, path: string, cwd: string): ServerFault {
  return {
    code: 'command_not_executable',
    message: {
      en: `${path} is a batch file that only cmd.exe can run, and servers are never started through a shell.`,
      zh: `${path} 是批处理文件，只能由 cmd.exe 运行，而服务器不会通过命令行解释器启动。`,
    },
    hint: {
      en: 'Name the program that the file starts (node, python, an .exe) as the command, and the rest as arguments.',
      zh: '请把该文件所启动的程序（node、python 或 .exe）填为命令，其余填为参数。',
    },
    details: [`command: ${command}`, `found: ${path}`, `working directory: ${cwd}`],
  }
}

export function directoryMissing(cwd: string, isFile: boolean): ServerFault {
  return {
    code: 'directory_missing',
    message: isFile
      ? { en: `The working directory ${cwd} is a file.`, zh: `工作目录 ${cwd} 是一个文件。` }
      : { en: `The working directory ${cwd} does not exist.`, zh: `工作目录 ${cwd} 不存在。` },
    hint: { en: 'Make the directory, or choose another one.', zh: '请创建该目录，或选择其他目录。' },
    details: [`working directory: ${cwd}`],
  }
}

/** The file is there, but the program named in its first line is not. */
export function interpreterMissing(path: string, interpreter: string, cwd: string): ServerFault {
  return {
    code: 'command_missing',
    message: {
      en: `${path} is to be run by ${interpreter}, which was not found.`,
      zh: `${path} 需要由 ${interpreter} 运行，但找不到它。`,
    },
    hint: installHint(interpreter),
    details: [`command: ${path}`, `interpreter: ${interpreter}`, `working directory: ${cwd}`],
  }
}

/** `reason`: the system's error code, e.g. EAGAIN. */
export function notStarted(command: string, reason: string, cwd: string): ServerFault {
  return {
    code: 'internal',
    message: {
      en: `The system did not start ${command} (${reason}).`,
      zh: `系统没有启动 ${command}（${reason}）。`,
    },
    hint: {
      en: 'Try again; if many programs run, close some first.',
      zh: '请重试；如果正在运行的程序很多，请先关闭一些。',
    },
    details: [`command: ${command}`, `reason: ${reason}`, `working directory: ${cwd}`],
  }
}

export function badEntry(what: Bilingual<string>, details: readonly string[]): ServerFault {
  return {
    code: 'bad_entry',
    message: what,
    hint: { en: 'Edit the server and save it again.', zh: '请编辑该服务器并重新保存。' },
    details,
  }
}

/** What is asked of a program that was closed, or was never started. */
export function notRunning(command: string): ServerFault {
  return {
    code: 'exited',
    message: { en: `${command} does not run any more.`, zh: `${command} 已不在运行。` },
    hint: { en: 'Start the server again.', zh: '请重新启动该服务器。' },
    details: [`command: ${command}`],
  }
}

/** It lives, and closed a stream that MCP needs, or does not take what it is sent. */
export function streamClosed(command: string, stream: 'stdin' | 'stdout', stderr: readonly string[]): ServerFault {
  return {
    code: 'exited',
    message:
      stream === 'stdin'
        ? { en: `${command} does not read what it is sent.`, zh: `${command} 不再读取发给它的内容。` }
        : { en: `${command} closed its output.`, zh: `${command} 关闭了输出。` },
    hint: { en: 'Start the server again.', zh: '请重新启动该服务器。' },
    details: [`command: ${command}`, `stream: ${stream}`, ...stderr.map((line) => `stderr: ${line}`)],
  }
}

export interface Ending {
  readonly command: string
  readonly exitStatus: number | null
  readonly signal: string | null
  readonly stderr: readonly string[]
  readonly cwd: string
  /** Lines of stdout that were no JSON-RPC. */
  readonly badLines: number
  /** It had sent something that was. */
  readonly spoke: boolean
}

export function exited({ command, exitStatus, signal, stderr, cwd, badLines, spoke }: Ending): ServerFault {
  const how = signal === null ? { en: `exit status ${exitStatus}`, zh: `退出码 ${exitStatus}` } : signalWords(signal)
  const said = stderr.at(-1)
  return {
    code: 'exited',
    message: {
      en: `${command} ended ${spoke ? 'by itself' : 'before it answered'} (${how.en}).${said ? ` It said: ${said}` : ''}`,
      zh: `${command} ${spoke ? '自行退出了' : '在响应之前就退出了'}（${how.zh}）。${said ? `它的输出：${said}` : ''}`,
    },
    hint: notPath,
    details: [
      `command: ${command}`,
      signal === null ? `exit status: ${exitStatus}` : `signal: ${signal}`,
      `working directory: ${cwd}`,
      ...(badLines > 0 ? [`lines on stdout that were no JSON-RPC: ${badLines}`] : []),
      ...stderr.map((line) => `stderr: ${line}`),
    ],
  }
}

const signalWords = (signal: string): Bilingual<string> => ({ en: `signal ${signal}`, zh: `信号 ${signal}` })

export function notMcp(command: string, firstLines: readonly string[], stderr: readonly string[]): ServerFault {
  const first = firstLines[0] ?? ''
  return {
    code: 'not_mcp',
    message: {
      en: `${command} writes something to stdout that is not MCP: ${first}`,
      zh: `${command} 在标准输出中写的不是 MCP：${first}`,
    },
    hint: {
      en: 'Make sure that the command starts an MCP server over stdio; some need an argument such as “stdio” for it.',
      zh: '请确认该命令启动的是通过 stdio 通信的 MCP 服务器；有些程序需要“stdio”之类的参数。',
    },
    details: [
      `command: ${command}`,
      ...firstLines.map((line) => `stdout: ${line}`),
      ...stderr.map((line) => `stderr: ${line}`),
    ],
  }
}

export function lineTooLong(command: string, limitBytes: number, stderr: readonly string[]): ServerFault {
  const size = `${limitBytes / (1024 * 1024)} MiB`
  return {
    code: 'line_too_long',
    message: {
      en: `${command} sent a message of more than ${size} and was stopped.`,
      zh: `${command} 发送了超过 ${size} 的消息，已被停止。`,
    },
    hint: {
      en: 'Ask it for less at a time, or report this to whoever makes the server.',
      zh: '请减少一次请求的内容，或向该服务器的作者报告。',
    },
    details: [`command: ${command}`, `limit: ${limitBytes} bytes`, ...stderr.map((line) => `stderr: ${line}`)],
  }
}
