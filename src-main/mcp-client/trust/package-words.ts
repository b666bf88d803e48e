/** Which package a runner such as npx, uvx or docker fetches, and whether its version is fixed. Pure. */
import { firstOperand, optionValues, type Program } from './command-words.ts'

/** The package that has no fixed version, or null where nothing is fetched or all versions are fixed. */
export function unpinnedPackage({ name, args }: Program): string | null {
  const [verb] = args
  switch (name) {
    case 'npx':
    case 'bunx':
    case 'pnpx':
      return nodePackage(args)
    case 'npm':
      return verb === 'exec' || verb === 'x' ? nodePackage(args.slice(1)) : null
    case 'pnpm':
    case 'yarn':
      return verb === 'dlx' ? nodePackage(args.slice(1)) : null
    case 'bun':
      return verb === 'x' ? nodePackage(args.slice(1)) : null
    case 'uvx':
      return pythonPackage(args)
    case 'uv':
      if (verb === 'tool' && args[1] === 'run') return pythonPackage(args.slice(2))
      return verb === 'run' ? loosePython(optionValues(args, ['--with'])) : null
    case 'pipx':
      return verb === 'run' ? pythonPackage(args.slice(1), ['--spec']) : null
    case 'docker':
    case 'podman':
    case 'nerdctl':
      return verb === 'run' || (verb === 'container' && args[1] === 'run')
        ? image(args.slice(verb === 'run' ? 1 : 2))
        : null
    default:
      return null
  }
}

function nodePackage(args: readonly string[]): string | null {
  const named = optionValues(args, ['-p', '--package'])
  const operand = args[firstOperand(args, ['-p', '--package', '-c', '--call', '--registry', '--cache', '-w'])]
  const packages = named.length > 0 ? named : operand === undefined ? [] : [operand]
  return packages.find((spec) => !isLocal(spec) && !/^(@[^/@]+\/)?[^/@]+@v?\d+\.\d+\.\d+[\w.+-]*$/.test(spec)) ?? null
}

function pythonPackage(args: readonly string[], from: readonly string[] = ['--from']): string | null {
  const named = optionValues(args, from)
  const taking = [...from, '--with', '-w', '--python', '-p', '--index-url', '--default-index', '--index', '--directory']
  const operand = args[firstOperand(args, taking)]
  const packages = named.length > 0 ? named : operand === undefined ? [] : [operand]
  return loosePython([...packages, ...optionValues(args, ['--with', '-w'])])
}

/** A git address is fixed by a commit, not by a branch or tag. */
function loosePython(specs: readonly string[]): string | null {
  const fixed = /^[\w.-]+(\[[\w,.-]+\])?(===?|@)\s*\d+(\.\d+)+[\w.+!-]*$|^git\+https:\/\/[^@]+@[0-9a-f]{40}$/
  return specs.find((spec) => !isLocal(spec) && !fixed.test(spec)) ?? null
}

const isLocal = (spec: string): boolean => /^(\.{0,2}[/\\]|[a-z]:[/\\]|file:|\.$)/i.test(spec)

/** Switches of `docker run` without a value; every other option takes the next word unless it has its own `=`. */
const bareSwitches =
  /^(-[itdP]+|--(rm|init|interactive|tty|detach|privileged|read-only|publish-all|no-healthcheck|quiet|sig-proxy|oom-kill-disable)|--[\w-]+=.*)$/s

function image(args: readonly string[]): string | null {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (!word.startsWith('-')) return isFixedImage(word) ? null : word
    if (!bareSwitches.test(word) && !/^-[a-z]\S/i.test(word)) at++
  }
  return null
}

/** A digest is exact; a full version number is what publishers do not move. */
function isFixedImage(name: string): boolean {
  return /@sha256:[0-9a-f]{64}$/.test(name) || /:v?\d+\.\d+(\.\d+)*[\w.-]*$/.test(name)
}
