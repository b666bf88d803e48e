/** A call of a tool as text for elsewhere: the JSON-RPC request, and a command line against the hub's own endpoint. Pure. */

/** `tools/call` (MCP), two spaces deep. */
export function callJson(tool: string, args: unknown): string {
  return JSON.stringify(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args ?? {} } },
    null,
    2,
  )
}

/** POSIX: everything is literal between single quotes, and a quote itself is written outside of them. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The token stays a variable: what is copied holds no secret. `alias` is the name that the hub offers the tool under. */
export function callCurl(url: string, alias: string, args: unknown): string {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: alias, arguments: args ?? {} },
  })
  return [
    `curl -sX POST ${shellQuoted(url)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    `-d ${shellQuoted(body)}`,
  ].join(' \\\n  ')
}
