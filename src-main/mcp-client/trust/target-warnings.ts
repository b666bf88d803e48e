/** Everything worth knowing about what an entry starts or reaches. */
import type { ServerTarget } from '../model/server-entry.ts'
import { addressWarnings } from './address-warnings.ts'
import { commandWarnings } from './command-warnings.ts'
import { textWarnings } from './text-warnings.ts'
import { type TrustWarning, warning } from './warning.ts'

/**
 * `${X}`, `$X`, `%X%`, `{{x}}`, `<your key>`, YOUR_API_KEY: a place that somebody meant to be filled in. In what is run
 * or reached it stays as it stands and is told (CVE-2026-32625: an imported URL must not carry our environment away).
 */
const placeholder = /\$\{[^}]*\}|\$[A-Z_][A-Z0-9_]*|%[A-Za-z_]\w*%|\{\{[^}]+\}\}|<[a-z][\w .-]*>|\byour[-_ ][\w-]+/i

/** Variables by which a program loads other code, or its downloads come from elsewhere. */
const loaderVariable =
  /^(NODE_OPTIONS|NODE_PATH|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|ELECTRON_RUN_AS_NODE|LD_[A-Z_]+|DYLD_[A-Z_]+|PYTHON(PATH|STARTUP|HOME|INSPECT)|PERL5(OPT|LIB)|RUBY(OPT|LIB)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|BASH_ENV|ENV|ZDOTDIR|SHELLOPTS|PATH|PATHEXT|COMSPEC|GIT_SSH(_COMMAND)?|GIT_[A-Z]*PROXY[A-Z_]*|NPM_CONFIG_\w+|PIP_\w+|UV_\w+|(HTTPS?|ALL)_PROXY|SSL_CERT_(FILE|DIR))$/i

/** What may be told of values: names of variables are shown, and of loader variables the value is no secret. */
export interface KnownValues {
  readonly env: Readonly<Record<string, string | null>>
  /** Texts in the target that a field of the form will take the place of. */
  readonly tokens?: readonly string[]
}

export function targetWarnings(target: ServerTarget, values: KnownValues = { env: {} }): TrustWarning[] {
  if (target.kind === 'stdio') {
    const { command, args, cwd, envNames } = target
    const texts = [
      { place: 'command', text: command },
      ...args.map((text, at) => ({ place: `args[${at}]`, text })),
      ...(cwd === null ? [] : [{ place: 'cwd', text: cwd }]),
    ]
    return [
      ...commandWarnings(command, args),
      ...texts.flatMap(({ place, text }) => [
        ...textWarnings(place, text),
        ...placeholderWarnings(place, text, values.tokens),
      ]),
      ...manyArguments(args),
      ...nameWarnings('env', envNames),
      ...envNames.flatMap((name) => loaderWarnings(name, values.env[name] ?? null)),
    ]
  }
  return [
    ...addressWarnings(target.url),
    ...textWarnings('url', target.url),
    ...placeholderWarnings('url', target.url),
    ...nameWarnings('headers', target.headerNames),
  ]
}

function placeholderWarnings(place: string, text: string, tokens: readonly string[] = []): TrustWarning[] {
  const found = placeholder.exec(tokens.reduce((rest, token) => rest.replaceAll(token, ''), text))?.[0]
  if (found === undefined) return []
  return [
    warning(
      'placeholder',
      place,
      `“${found}” looks like a place to fill in. It is used exactly as it stands; change it if it is one.`,
      `“${found}” 像是待填写的内容。它会原样使用；如果确实要填，请先改好。`,
    ),
  ]
}

function manyArguments(args: readonly string[]): TrustWarning[] {
  const chars = args.reduce((sum, text) => sum + text.length, 0)
  if (args.length <= 40 && chars <= 2_000) return []
  return [
    warning(
      'very-long',
      'args',
      `There are ${args.length} arguments with ${chars} characters in all; read them to the end.`,
      `共有 ${args.length} 个参数、${chars} 个字符，请一直看到最后。`,
    ),
  ]
}

function nameWarnings(place: string, names: readonly string[]): TrustWarning[] {
  return names.flatMap((name) => textWarnings(`${place}.${name}`, name))
}

/** The value is shown: it decides what runs as much as the command does. */
function loaderWarnings(name: string, value: string | null): TrustWarning[] {
  if (!loaderVariable.test(name)) return []
  const [en, zh] = value === null ? ['', ''] : [` Its value: ${value}`, `它的值：${value}`]
  return [
    warning(
      'shell',
      `env.${name}`,
      `“${name}” decides which code the program loads or where it comes from.${en}`,
      `“${name}” 会决定程序加载哪些代码、从哪里取得。${zh}`,
    ),
  ]
}
