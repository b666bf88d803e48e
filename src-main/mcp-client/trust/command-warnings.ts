/** Warnings about what a command does: it hands a line to a shell, runs code from an argument, or downloads its code. */
import { firstOperand, optionValues, type Program, programsOf } from './command-words.ts'
import { unpinnedPackage } from './package-words.ts'
import { type TrustWarning, warning } from './warning.ts'

const posixShells = ['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish', 'csh', 'tcsh', 'nu', 'xonsh']
const windowsShells = ['cmd', 'powershell', 'pwsh', 'wsl', 'mshta', 'wscript', 'cscript', 'rundll32']

/** Options by which a program runs code that stands in its arguments. */
const evalOptions: readonly { readonly programs: RegExp; readonly options: RegExp }[] = [
  {
    programs: /^(node|nodejs|bun|tsx|ts-node|electron)$/,
    options:
      /^(-[a-z]*[ep][a-z]*|--eval|--print|(--import|--require|--loader|--experimental-loader)=?(data:.*)?)(=.*)?$/s,
  },
  { programs: /^(python|pypy)[\d.]*w?$/, options: /^-[a-zA-Z]*c/ },
  { programs: /^py$/, options: /^-[a-zA-Z]*c/ },
  { programs: /^ruby[\d.]*$/, options: /^-[a-zA-Z]*e/ },
  { programs: /^perl[\d.]*$/, options: /^-[a-zA-Z]*[eE]/ },
  { programs: /^php[\d.]*$/, options: /^-[rBRE]/ },
  { programs: /^(lua|luajit|r|rscript|julia|elixir|osascript|scala|jshell)$/, options: /^-{1,2}[eE]/ },
  { programs: /^(npx|npm|pnpm|bunx)$/, options: /^(-c|--call|--shell-mode)(=.*)?$/s },
]

export function commandWarnings(command: string, args: readonly string[]): TrustWarning[] {
  return programsOf(command, args).flatMap((program) => [
    ...shellWarnings(program),
    ...evalWarnings(program),
    ...downloadWarnings(program),
  ])
}

function shellWarnings({ name, place }: Program): TrustWarning[] {
  if (!posixShells.includes(name) && !windowsShells.includes(name)) return []
  return [
    warning(
      'shell',
      place,
      `“${name}” is a shell: it can run any command, also several in one line. Read its arguments to the end.`,
      `“${name}” 是命令行解释器，可以执行任何命令，一行里还能执行多条。请把参数看完。`,
    ),
  ]
}

function evalWarnings({ name, args, offset }: Program): TrustWarning[] {
  const denoEval = name === 'deno' && args[0] === 'eval' ? 0 : -1
  const rule = evalOptions.find(({ programs }) => programs.test(name))
  // Behind the script's own name, or a module's, options are the script's.
  const module = /^(python|pypy|py)/.test(name) ? args.indexOf('-m') : -1
  const operand = firstOperand(args, ['-r', '--require', '--import', '--loader', '-p', '--package', '-W', '-X'])
  const end = module < 0 ? operand : Math.min(module, operand)
  const at = denoEval >= 0 ? denoEval : args.slice(0, end).findIndex((word) => rule?.options.test(word) === true)
  if (at < 0) return []
  return [
    warning(
      'shell',
      `args[${offset + at}]`,
      `“${name}” runs code that stands in its arguments, not a program of its own.`,
      `“${name}” 运行的是参数里写的代码，而不是一个单独的程序。`,
    ),
  ]
}

function downloadWarnings(program: Program): TrustWarning[] {
  const found = unpinnedPackage(program)
  const fetched = found ?? downloaderOf(program)
  if (fetched === null) return []
  return [
    warning(
      'downloads-code',
      program.place,
      `It downloads “${fetched}” when it starts and runs whatever version is there then. An exact version would be safer.`,
      `它启动时会下载“${fetched}”，运行的是当时的最新内容。写明确切的版本会更安全。`,
    ),
  ]
}

function downloaderOf({ name, args }: Program): string | null {
  if (name === 'curl' || name === 'wget' || name === 'iwr') return args.find((word) => /^https?:/i.test(word)) ?? name
  if (name === 'deno') return args.find((word) => /^(https?|jsr|npm):/i.test(word)) ?? null
  if (name === 'go' && args[0] === 'run') return args.slice(1).find((word) => word.includes('@latest')) ?? null
  const [from] = optionValues(args, ['--index-url', '--extra-index-url', '--registry', '-i'])
  return from !== undefined && /^https?:/i.test(from) && /^(uvx?|pipx?|npx|npm|pnpm|yarn)$/.test(name) ? from : null
}
