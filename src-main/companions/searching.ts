/** Searching: Google by Serper, Wikipedia as it is and as it was, the web archive, and any page as Markdown. */
import * as z from 'zod'
import { blockedBy, blockedSites } from '../config/blocked-sites.ts'
import { type Companion, companionServer, setting, textResult, told } from './companion.ts'
import { readPage } from './fetching/page-engines.ts'
import { createWebClient } from './fetching/web-client.ts'
import { archivedPage } from './searching/archive.ts'
import { searchGoogle } from './searching/serper.ts'
import { createWikipedia } from './searching/wikipedia.ts'

const year = z.number().int().min(1990).max(2100)
const month = z.number().int().min(1).max(12)
const day = z.number().int().min(1).max(31)

export const searching: Companion = (env) => {
  const server = companionServer('searching', 'Search the web and read pages. Quote the address that a fact came from.')
  const web = createWebClient(env)
  const sites = blockedSites(env.BLOCKED_SITES)
  const wikipedia = createWikipedia(web, env)
  const annotations = { readOnlyHint: true, openWorldHint: true }
  const serperKey = setting(env, 'SERPER_API_KEY')

  if (serperKey !== null)
    server.registerTool(
      'google_search',
      {
        title: 'Google search',
        description:
          'Searches Google (by Serper) and returns titles, addresses and snippets, with the answer box where there is one.',
        inputSchema: z.object({
          q: z.string().min(1).describe('What to search for; quotes and operators such as site: work.'),
          gl: z.string().length(2).default('us').describe('Country of the results, two letters.'),
          hl: z.string().min(2).max(5).default('en').describe('Language of the interface.'),
          location: z.string().optional().describe('City or region to search from, such as "Berlin, Germany".'),
          num: z.number().int().min(1).max(100).default(10).describe('How many results.'),
          tbs: z
            .enum(['qdr:h', 'qdr:d', 'qdr:w', 'qdr:m', 'qdr:y'])
            .optional()
            .describe('Only the last hour, day, week, month or year.'),
          page: z.number().int().min(1).max(50).default(1).describe('Page of the results.'),
        }),
        annotations,
      },
      (query, { mcpReq }) =>
        told(async () => {
          const found = await searchGoogle(web, env, serperKey, query, mcpReq.signal)
          const kept = found.results.filter(({ link }) => blockedBy(link, sites) === null)
          const lines = kept.map(
            ({ title, link, snippet, date }) => `- [${title}](${link})${date ? ` (${date})` : ''}\n  ${snippet}`,
          )
          const head = found.answer === null ? [] : [`Answer box: ${found.answer}`, '']
          return textResult([...head, ...(lines.length > 0 ? lines : ['Nothing was found.'])].join('\n'), {
            answer: found.answer,
            results: kept,
          })
        }),
    )

  server.registerTool(
    'wiki_get_page_content',
    {
      title: 'Wikipedia article',
      description:
        'Text of a Wikipedia article by its title. A title that is close leads to the article; several candidates are listed.',
      inputSchema: z.object({
        entity: z.string().min(1).describe('Title of the article.'),
        first_sentences: z
          .number()
          .int()
          .min(0)
          .max(500)
          .default(10)
          .describe('How many sentences; 0 for the whole article.'),
        language: z
          .string()
          .regex(/^[a-z-]{2,12}$/)
          .default('en')
          .describe('Language of Wikipedia, such as en or zh.'),
      }),
      annotations,
    },
    ({ entity, first_sentences, language }, { mcpReq }) =>
      told(async () => {
        const page = await wikipedia.page(entity, { language, sentences: first_sentences, signal: mcpReq.signal })
        return textResult(`# ${page.title}\n${page.url}\n\n${page.text}`, { ...page })
      }),
  )

  server.registerTool(
    'search_wiki_revision',
    {
      title: 'Wikipedia history',
      description: 'Revisions of a Wikipedia article in one month, with the address of the article as it was then.',
      inputSchema: z.object({
        entity: z.string().min(1).describe('Title of the article.'),
        year,
        month,
        max_revisions: z
          .number()
          .int()
          .min(1)
          .max(500)
          .default(50)
          .describe('How many revisions at most, newest first.'),
        language: z
          .string()
          .regex(/^[a-z-]{2,12}$/)
          .default('en'),
      }),
      annotations,
    },
    ({ entity, year, month, max_revisions, language }, { mcpReq }) =>
      told(async () => {
        const history = await wikipedia.revisions(entity, {
          language,
          year,
          month,
          max: max_revisions,
          signal: mcpReq.signal,
        })
        const lines = history.revisions.map(
          ({ at, user, comment, url }) => `- ${at} ${user}: ${comment || '(no comment)'}\n  ${url}`,
        )
        return textResult(
          lines.length > 0
            ? [`# ${history.title}`, ...lines].join('\n')
            : `${history.title} was not changed in ${year}-${String(month).padStart(2, '0')}.`,
          { ...history },
        )
      }),
  )

  server.registerTool(
    'search_archived_webpage',
    {
      title: 'Archived page',
      description: 'The copy of a page in the web archive that is closest to a date, as Markdown.',
      inputSchema: z.object({ url: z.string().min(1).describe('Address of the page.'), year, month, day }),
      annotations,
    },
    ({ url, year, month, day }, { mcpReq }) =>
      told(async () => {
        const copy = await archivedPage(web, env, { url, year, month, day, signal: mcpReq.signal })
        return textResult(`# ${copy.title ?? url}\nCopy of ${copy.capturedAt}: ${copy.address}\n\n${copy.markdown}`, {
          ...copy,
        })
      }),
  )

  server.registerTool(
    'scrape_website',
    {
      title: 'Read a web page',
      description: 'A web page (or PDF) as Markdown.',
      inputSchema: z.object({ url: z.string().min(1).describe('Address of the page, with https://.') }),
      annotations,
    },
    ({ url }, { mcpReq }) =>
      told(async () => {
        const page = await readPage(url, { web, env, signal: mcpReq.signal })
        const note = page.note === null ? '' : `\n\n[${page.note}]`
        return textResult(`# ${page.title ?? page.url}\n${page.url}\n\n${page.markdown}${note}`, { ...page })
      }),
  )
  return server
}
