/** One line that tells servers of a list apart; the whole is on the server's page and in its review. Pure. */

const mostCharacters = 160

/** Absolute paths of more than three parts keep their last three: the first are the same for most servers. */
const longPath = /(?<=^|\s)(?:[A-Za-z]:)?[\\/](?:[^\s\\/]+[\\/])+?(?=(?:[^\s\\/]+[\\/]){2}[^\s\\/]+(?:\s|$))/g

export function shortSummary(summary: string): string {
  const short = summary.slice(0, 2_000).replaceAll(longPath, '…/')
  return short.length > mostCharacters ? `${short.slice(0, mostCharacters)}…` : short
}
