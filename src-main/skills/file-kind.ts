/** What kind of file of a skill one is, for the person who looks at them. Pure. */
import type { SkillFile } from './types.ts'

const scriptEndings =
  /\.(?:py|pyc|js|mjs|cjs|ts|mts|jsx|tsx|sh|bash|zsh|fish|ps1|psm1|bat|cmd|rb|pl|php|lua|r|go|rs|swift|exe|com|msi|scr|dll|so|dylib|node|wasm|jar|command|applescript|vbs|app)$/i

export function fileKind(path: string, content: Uint8Array, isExecutable: boolean): SkillFile['kind'] {
  if (path === 'SKILL.md') return 'instructions'
  const startsAsProgram = content[0] === 0x23 && content[1] === 0x21
  if (isExecutable || startsAsProgram || scriptEndings.test(path)) return 'script'
  return textOf(content) === null ? 'binary' : 'text'
}

/** The content as UTF-8 text, null when it is none. */
export function textOf(content: Uint8Array): string | null {
  if (content.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}
