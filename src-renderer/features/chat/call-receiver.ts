/** Who gets what is being written: a line that begins with `/` calls a tool, and that may be a server's. Pure. */

interface NamedServer {
  readonly slug: string
  readonly name: string
}

/**
 * The name of the server that a call goes to; `unknown` where a tool is called whose server the name does not tell
 * (servers whose tools keep their own names); null for a question, which stays here.
 */
export function callReceiver(
  text: string,
  servers: readonly NamedServer[],
): { readonly server: string } | 'unknown' | null {
  const tool = /^\s*\/(\S+)/.exec(text)?.[1]
  if (tool === undefined || servers.length === 0) return null
  const found = servers.find(({ slug }) => tool.startsWith(`${slug}__`))
  return found === undefined ? 'unknown' : { server: found.name }
}
