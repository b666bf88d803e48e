// A plain stdio server made with the SDK, both eras: what a server of somebody else looks like.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
import { notePids } from './stdio-rpc.mjs'

notePids(process.pid)

serveStdio(() => {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' })
  server.registerTool(
    'echo',
    { description: 'Gives the text back.', inputSchema: z.object({ text: z.string() }) },
    ({ text }) => ({ content: [{ type: 'text', text }] }),
  )
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
    },
    ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } }),
  )
  return server
})
