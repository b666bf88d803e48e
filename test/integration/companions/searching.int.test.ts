/** The searching companion against stand-ins of Serper, Wikipedia, the web archive, Jina and of ordinary sites. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CompanionBed, type Reply, type StandIn, standIn, startCompanion } from './companion-bed.ts'

const article = `<!doctype html><html><head><title>Sleep and age</title></head><body>
<nav>Menu</nav><script>alert(1)</script>
<article><h1>Sleep and age</h1>${'<p>Deep sleep becomes shorter over the years, as many studies of adults have shown.</p>'.repeat(6)}
<p>A table of values follows: <a href="https://example.org/t">table</a>.</p></article></body></html>`

let pages: Record<string, Reply | ((path: string) => Reply)>
let web: StandIn
let bed: CompanionBed

beforeAll(async () => {
  web = await standIn((path) => {
    const page = pages[path.split('?')[0] ?? '']
    return page === undefined ? null : typeof page === 'function' ? page(path) : page
  })
  bed = await startCompanion('searching', {
    SERPER_API_KEY: 'serper-key',
    SERPER_BASE_URL: web.url,
    WIKIPEDIA_BASE_URL: web.url,
    ARCHIVE_BASE_URL: web.url,
    BLOCKED_SITES: 'huggingface.co/datasets,blocked.example',
  })
})
afterAll(async () => {
  await bed.close()
  await web.close()
})
afterEach(() => {
  web.asked.length = 0
})

describe('searching', () => {
  it('lists google_search only with a key of its service', async () => {
    expect(await bed.tools()).toEqual([
      'google_search',
      'scrape_website',
      'search_archived_webpage',
      'search_wiki_revision',
      'wiki_get_page_content',
    ])
    const without = await startCompanion('searching')
    expect(await without.tools()).not.toContain('google_search')
    await without.close()
  })

  it('asks Serper with the key in a header, and leaves out results on blocked sites', async () => {
    pages = {
      '/search': {
        body: JSON.stringify({
          answerBox: { answer: '7 to 9 hours' },
          organic: [
            { title: 'Sleep', link: 'https://example.org/sleep', snippet: 'About sleep.' },
            { title: 'Answers', link: 'https://huggingface.co/datasets/x/answers', snippet: 'The answers.' },
          ],
        }),
      },
    }
    const { text, result } = await bed.call('google_search', { q: 'how long to sleep', tbs: 'qdr:y' })
    expect(text).toBe('Answer box: 7 to 9 hours\n\n- [Sleep](https://example.org/sleep)\n  About sleep.')
    expect(result.structuredContent).toMatchObject({ results: [{ link: 'https://example.org/sleep' }] })
    expect(web.asked).toHaveLength(1)
    expect(web.asked[0]?.headers['x-api-key']).toBe('serper-key')
    expect(JSON.parse(String(web.asked[0]?.body))).toMatchObject({
      q: 'how long to sleep',
      tbs: 'qdr:y',
      gl: 'us',
      num: 10,
    })
  })

  it('says what the service said when the key is not good', async () => {
    pages = { '/search': { status: 403, body: '{"message":"Unauthorized."}' } }
    const { text, isError } = await bed.call('google_search', { q: 'x' })
    expect(isError).toBe(true)
    expect(text).toContain('answered 403')
    expect(text).toContain('Unauthorized.')
    expect(text).not.toContain('serper-key')
  })

  it('gives the first sentences of an article, and names near titles where there is none', async () => {
    pages = {
      '/w/api.php': (path) => {
        const query = new URL(path, 'http://x').searchParams
        if (query.get('action') === 'opensearch')
          return { body: JSON.stringify(['Aple', ['Apple', 'Apple Inc.'], [], []]) }
        if (query.get('titles') === 'Aple')
          return { body: JSON.stringify({ query: { pages: [{ title: 'Aple', missing: true }] } }) }
        return {
          body: JSON.stringify({
            query: {
              pages: [
                { title: 'Apple', fullurl: 'https://en.wikipedia.org/wiki/Apple', extract: 'One. Two. Three. Four.' },
              ],
            },
          }),
        }
      },
    }
    const page = await bed.call('wiki_get_page_content', { entity: 'Apple', first_sentences: 12 })
    expect(page.text).toBe('# Apple\nhttps://en.wikipedia.org/wiki/Apple\n\nOne. Two. Three. Four.')
    const none = await bed.call('wiki_get_page_content', { entity: 'Aple' })
    expect(none).toMatchObject({
      isError: true,
      text: 'Wikipedia has no article "Aple". These come close: Apple; Apple Inc..',
    })
  })

  it('lists the revisions of one month with addresses of the article as it was', async () => {
    pages = {
      '/w/api.php': {
        body: JSON.stringify({
          query: {
            pages: [
              {
                title: 'Apple',
                revisions: [{ revid: 42, timestamp: '2020-02-29T10:00:00Z', user: 'Eve', comment: 'typo' }],
              },
            ],
          },
        }),
      },
    }
    const { text } = await bed.call('search_wiki_revision', { entity: 'Apple', year: 2020, month: 2 })
    expect(text).toContain('2020-02-29T10:00:00Z Eve: typo')
    expect(text).toContain('/w/index.php?oldid=42')
    // February of a leap year, whole: from its first to its last second.
    const query = new URL(web.asked[0]?.path ?? '', web.url).searchParams
    expect([query.get('rvend'), query.get('rvstart')]).toEqual(['2020-02-01T00:00:00.000Z', '2020-02-29T23:59:59.000Z'])
  })

  it('reads a page as Markdown: the article, without menu and scripts', async () => {
    pages = { '/article': { type: 'text/html; charset=utf-8', body: article } }
    const { text } = await bed.call('scrape_website', { url: `${web.url}/article` })
    expect(text).toContain('# Sleep and age')
    expect(text).toContain('Deep sleep becomes shorter')
    expect(text).toContain('[table](https://example.org/t)')
    expect(text).not.toContain('alert(1)')
    expect(text).not.toContain('Menu')
  })

  it('falls back to the archive when a page cannot be had, and says so; when both fail the first error is told', async () => {
    pages = {
      '/gone': { status: 410, type: 'text/plain', body: 'was removed' },
      [`/web/2/${web.url}/gone`]: { type: 'text/html', body: article },
    }
    const found = await bed.call('scrape_website', { url: `${web.url}/gone` })
    expect(found.text).toContain('Deep sleep becomes shorter')
    expect(found.text).toContain('The first way to read it failed (127.0.0.1')
    expect(found.text).toContain('answered 410')
    pages = { '/gone': { status: 410, type: 'text/plain', body: 'was removed' } }
    const none = await bed.call('scrape_website', { url: `${web.url}/gone` })
    expect(none.isError).toBe(true)
    expect(none.text).toContain('answered 410: was removed')
  })

  it('tries again while a site is busy', async () => {
    let tries = 0
    pages = { '/busy': () => (++tries < 3 ? { status: 503, body: '' } : { type: 'text/html', body: article }) }
    expect((await bed.call('scrape_website', { url: `${web.url}/busy` })).text).toContain('Deep sleep')
    expect(tries).toBe(3)
  })

  it.each([
    'https://huggingface.co/datasets/gaia/answers',
    'https://HuggingFace.co/%64atasets/gaia',
    'https://r.jina.ai/https://huggingface.co/datasets/gaia',
    'https://web.archive.org/web/2024/https://huggingface.co/datasets/gaia',
    'https://sub.blocked.example/x',
  ])('refuses a blocked site however it is reached: %s', async (url) => {
    const { text, isError } = await bed.call('scrape_website', { url })
    expect(isError).toBe(true)
    expect(text).toContain('is on the list of blocked sites')
    expect(web.asked).toEqual([])
  })

  it('refuses a blocked site behind a redirect, and the archived copy of one', async () => {
    pages = { '/away': { status: 302, headers: { Location: 'https://blocked.example/answers' } } }
    expect((await bed.call('scrape_website', { url: `${web.url}/away` })).text).toContain('blocked sites')
    const copy = await bed.call('search_archived_webpage', {
      url: 'https://blocked.example/a',
      year: 2024,
      month: 1,
      day: 2,
    })
    expect(copy.text).toContain('blocked sites')
  })

  it('finds the archived copy nearest to a day', async () => {
    pages = {
      '/wayback/available': {
        body: JSON.stringify({
          archived_snapshots: {
            closest: {
              available: true,
              url: `${web.url}/web/20240103120000/https://example.org/a`,
              timestamp: '20240103120000',
            },
          },
        }),
      },
      '/web/20240103120000id_/https://example.org/a': { type: 'text/html', body: article },
    }
    const { text } = await bed.call('search_archived_webpage', {
      url: 'https://example.org/a',
      year: 2024,
      month: 1,
      day: 2,
    })
    expect(text).toContain('Copy of 2024-01-03T12:00:00Z')
    expect(text).toContain('Deep sleep becomes shorter')
  })

  it('looks at nothing on this computer or its network', async () => {
    const plain = await startCompanion('searching', { COMPANION_ALLOW_PRIVATE: '' })
    for (const url of [
      `${web.url}/article`,
      `http://localhost:${new URL(web.url).port}/article`,
      'http://[::1]/',
      'http://169.254.169.254/latest',
    ]) {
      const { text, isError } = await plain.call('scrape_website', { url })
      expect(isError, url).toBe(true)
      expect(text).toMatch(/address of this computer or its network/)
    }
    await plain.close()
    expect(web.asked).toEqual([])
  })
})
