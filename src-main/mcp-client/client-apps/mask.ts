/** Hides other people's secrets in the text of a settings file before it is shown. */
import type { ScalarSpan, SettingsFormat } from './settings-format.ts'
import { applyEdits } from './settings-text.ts'

const MASK = '••••'

const maskedMaps = new Set(['env', 'envs', 'headers', 'http_headers', 'requestinit'])
const maskedKey = /token|secret|password|passwd|api[_-]?key|access[_-]?key|private[_-]?key|credential|authorization/i
const maskedText =
  /\b(bearer|basic)\s+\S|authorization\s*[:=]|^(sk|pk|ghp|gho|glpat|xox[abp])[-_]\w|:\/\/[^/\s:@]+:[^/\s@]+@/i
const secretOption = /^--?[\w-]*(token|secret|password|api[_-]?key|header)[\w-]*(=|$)/i

/**
 * The text with `"••••"` for every value of an environment or header map, for values whose key speaks of a secret, and
 * for texts that look like a credential, wherever they stand in the file. Numbers and switches outside of such maps
 * stay. The text must be one that the format can read.
 */
export function maskSecrets(format: SettingsFormat, text: string): string {
  const spans = format.scalars(text)
  const edits = spans
    .filter((span, at) => isSecret(span, spans[at - 1]))
    .map(({ start, end }) => ({
      start,
      end,
      // A YAML block text takes its last line break with it.
      text: `"${MASK}"${text.slice(start, end).endsWith('\n') ? '\n' : ''}`,
    }))
  return applyEdits(text, edits)
}

function isSecret({ path, value }: ScalarSpan, before: ScalarSpan | undefined): boolean {
  if (value === null || value === '') return false
  if (path.slice(0, -1).some((key) => maskedMaps.has(key.toLowerCase()))) return true
  if (typeof value !== 'string') return false
  if (path.some((key) => maskedKey.test(key)) || maskedText.test(value)) return true
  if (secretOption.test(value) && value.includes('=')) return true
  // `--header VALUE`, `--token VALUE`: the value is the next item of the same list.
  const option = before !== undefined && before.path.slice(0, -1).join('\0') === path.slice(0, -1).join('\0')
  return option && typeof before.value === 'string' && secretOption.test(before.value) && !before.value.includes('=')
}
