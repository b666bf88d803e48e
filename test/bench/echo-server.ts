/** The echo tool of `test/fake-servers/stdio-sdk.mjs`, for the places that have it without that program. */
import { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'

export function echoServer(): McpServer {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' })
  server.registerTool(
    'echo',
    { description: 'Gives the text back.', inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: 'text', text }] }),
  )
  return server
}
