/** Scheme of the links that open the app: `mirohub://mcp/install?…`. electron-builder.yml registers it. */
export const LINK_SCHEME = 'mirohub'

/** Whether a word of a command line, or a URL, is such a link. */
export const isAppLink = (word: string): boolean => word.toLowerCase().startsWith(`${LINK_SCHEME}://`)
