/** Warnings about any single text of an entry or a tool: what is hidden in it, and how long it is. */
import { hiddenIn, type TextUse } from './visible-text.ts'
import { type TrustWarning, warning } from './warning.ts'

/** Longer than what anybody reads to the end; it is shown whole nevertheless. */
const LONG_CHARS = 500

/** `place` names the text. */
export function textWarnings(place: string, text: string, use: TextUse = 'command'): TrustWarning[] {
  const hidden = hiddenIn(text, use)
  const warnings: TrustWarning[] = []
  const invisible = hidden.get('invisible')
  const bidi = hidden.get('bidi')
  const newlines = hidden.get('newline')
  if (invisible !== undefined) {
    const points = some(invisible)
    warnings.push(
      warning(
        'invisible-characters',
        place,
        `There are characters in it that cannot be seen: ${points}.`,
        `其中有看不见的字符：${points}。`,
      ),
    )
  }
  if (bidi !== undefined) {
    const points = some(bidi)
    warnings.push(
      warning(
        'bidi-characters',
        place,
        `There are characters in it that turn the reading direction round, so that it looks like another text: ${points}.`,
        `其中有改变文字方向的字符，会让它看起来像另一段文字：${points}。`,
      ),
    )
  }
  if (newlines !== undefined) {
    warnings.push(
      warning('newlines', place, 'It goes over several lines; read all of them.', '它不止一行，请把每一行都看完。'),
    )
  }
  if (use === 'command' && text.length > LONG_CHARS) {
    warnings.push(
      warning(
        'very-long',
        place,
        `It is ${text.length} characters long; something may be hidden far behind.`,
        `它长达 ${text.length} 个字符，后面可能藏着别的内容。`,
      ),
    )
  }
  return warnings
}

function some(points: readonly string[]): string {
  return points.length > 6 ? `${points.slice(0, 6).join(' ')} …` : points.join(' ')
}
