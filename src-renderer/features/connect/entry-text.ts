/** Copyable entries with a token in the place that is kept for it. Pure. */

/** The word that the hub writes where a token belongs; part of a longer name (`UMCP_TOKEN`) it is only that name. */
const place = /\bTOKEN\b/g

export function needsToken(text: string): boolean {
  return text.search(place) >= 0
}

/** `copied` is what goes to the clipboard; `shown` keeps all but the end of the token off the screen. */
export function withToken(text: string, token: string | null): { shown: string; copied: string } {
  if (token === null) return { shown: text, copied: text }
  const hidden = `••••${token.slice(-4)}`
  return { shown: text.replace(place, () => hidden), copied: text.replace(place, () => token) }
}
