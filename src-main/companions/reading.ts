/** Reading: a file of this computer or the web as Markdown. */
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { type MarkdownDocument, toMarkdown } from '../documents/to-markdown.ts'
import { type Companion, companionServer, type Environment, textResult, told } from './companion.ts'
import { allowedFile } from './fetching/allowed-files.ts'
import { cutNote, readPage } from './fetching/page-engines.ts'
import { createWebClient } from './fetching/web-client.ts'

export const reading: Companion = (env) => {
  const server = companionServer('reading', 'Reads documents as Markdown: web pages, PDF, Word and text files.')
  const web = createWebClient(env)
  server.registerTool(
    'read_file',
    {
      title: 'Read a document',
      description:
        'A document as Markdown: https:// address, file:// address or absolute path (only in the folders that the person allowed), or data: address.',
      inputSchema: z.object({ uri: z.string().min(1).describe('Address or absolute path of the document.') }),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    ({ uri }, { mcpReq }) =>
      told(async () => {
        if (/^https?:/i.test(uri)) {
          const page = await readPage(uri, { web, env, signal: mcpReq.signal })
          return textResult(`${page.markdown}${page.note === null ? '' : `\n\n[${page.note}]`}`)
        }
        const document = /^data:/i.test(uri) ? await readData(uri) : await readLocal(uri, env)
        return textResult(document.markdown + cutNote(document.cutChars))
      }),
  )
  return server
}

async function readLocal(uri: string, env: Environment): Promise<MarkdownDocument> {
  const path = await allowedFile(uri, env)
  return toMarkdown({ bytes: await readFile(path), type: '', name: path })
}

async function readData(uri: string): Promise<MarkdownDocument> {
  const response = await fetch(uri)
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  return toMarkdown({ bytes: new Uint8Array(await response.arrayBuffer()), type, name: 'data' })
}
