/** What a resource's text may leave open, filled in for one request on a copy. */

/** All three are this hub, which serves its page, its tools and its data from one address. */
const ADDRESS = /\{\{\s*(?:WEB_SERVER_URL|MCP_SERVER_URL|DATA_SERVER_URL)\s*\}\}/g
const TOKEN = /\{\{\s*JWT_TOKEN\s*\}\}/g

/**
 * `origin` null (stdio of a hub that listens nowhere) leaves nothing to call. A token is never put into a text: a client
 * keeps, shows and logs what it reads, and a cached copy would hand one person's token to the next.
 */
export function filledIn(text: string, origin: string | null): string {
  return text.replace(ADDRESS, () => origin ?? '').replace(TOKEN, '')
}

export function asksForToken(text: string): boolean {
  return text.search(TOKEN) >= 0
}
