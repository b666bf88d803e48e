/** Streams an answer through the whole page and measures what a person would feel: frames, the first word, the work done. */
import type { CDPSession, Page } from 'playwright-core'

export interface StreamFigures {
  readonly lines: number
  /** Between two frames, ms: the median, the 99th of 100, the longest. */
  readonly frameMedianMs: number
  readonly frameP99Ms: number
  readonly frameLongestMs: number
  /** Share of seconds in which fewer than 30 frames were drawn. */
  readonly secondsUnder30: number
  readonly seconds: number
  /** The fewest frames in one second. */
  readonly leastFrames: number
  /** From the arrival of the first piece to the frame after it is on the page. */
  readonly firstTokenMs: number
  /** From the first piece to the last, as the made-up hub sent them. */
  readonly sentMs: number
  /** From the last piece to its being on the page. */
  readonly lastTokenMs: number
  /** Processor time of the page's main thread from the question to the end of the answer, whatever else runs. */
  readonly cpuMs: number
  /** How far from its end the thread stands afterwards: it follows what is written. */
  readonly fromEndPx: number
}

async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics: list } = await session.send('Performance.getMetrics')
  return Object.fromEntries(list.map(({ name, value }) => [name, value]))
}

/** Works in the page itself, so it may use nothing from here. */
function watch() {
  const frames: number[] = []
  let firstShown: number | null = null
  let lastShown: number | null = null
  let isOver = false
  const shown = () => document.querySelector('article')
  const tick = (now: number) => {
    frames.push(now)
    const article = shown()
    // Drawn in the frame that comes after the one in which it was found.
    if (firstShown === null && article?.querySelector('p, li, table, pre')) firstShown = performance.now()
    if (lastShown === null && article?.getAttribute('aria-busy') === 'false') {
      lastShown = performance.now()
      isOver = true
    }
    if (!isOver) requestAnimationFrame(tick)
    else Reflect.set(window, 'watched', { frames, firstShown, lastShown })
  }
  requestAnimationFrame(tick)
}

/** Asks for `lines` lines within `seconds` in a new conversation of the page at `url`. */
export async function measureStream(page: Page, url: string, lines: number, seconds: number): Promise<StreamFigures> {
  await page.goto(`${url}?theme=light&lang=en&run=${lines}#/chat`)
  const field = page.locator('main textarea')
  await field.waitFor()
  await page.waitForTimeout(800)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await field.fill(`stream ${lines} lines in ${seconds} s`)
  const before = await metrics(session)
  await page.evaluate(watch)
  await field.press('Enter')
  await page.waitForFunction(() => Reflect.has(window, 'watched'), undefined, {
    timeout: seconds * 1000 + 120_000,
    polling: 500,
  })
  const after = await metrics(session)
  const seen = await page.evaluate(() => {
    const watched: unknown = Reflect.get(window, 'watched')
    const mark = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
    const thread = document.querySelector('main section')
    return {
      watched,
      first: mark('first-token'),
      last: mark('last-token'),
      fromEndPx: thread ? thread.scrollHeight - thread.scrollTop - thread.clientHeight : Number.NaN,
    }
  })
  await session.detach()
  return figures(lines, seen, before, after)
}

function figures(
  lines: number,
  seen: { watched: unknown; first: number; last: number; fromEndPx: number },
  before: Record<string, number>,
  after: Record<string, number>,
): StreamFigures {
  const { watched, first, last, fromEndPx } = seen
  if (typeof watched !== 'object' || watched === null) throw new Error('Nothing was watched')
  const list: unknown = Reflect.get(watched, 'frames')
  const frames = (Array.isArray(list) ? list.filter((one) => typeof one === 'number') : []).filter(
    (at) => at >= first && at <= last,
  )
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  const sorted = [...gaps].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const seconds = Math.floor((last - first) / 1000)
  const perSecond = Array.from(
    { length: seconds },
    (_, second) => frames.filter((time) => Math.floor((time - first) / 1000) === second).length,
  )
  const work = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) * 1000
  const shown = (name: string) => {
    const value: unknown = Reflect.get(watched, name)
    return typeof value === 'number' ? value : Number.NaN
  }
  return {
    lines,
    frameMedianMs: at(0.5),
    frameP99Ms: at(0.99),
    frameLongestMs: sorted.at(-1) ?? Number.NaN,
    secondsUnder30: perSecond.filter((count) => count < 30).length,
    seconds,
    leastFrames: perSecond.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    firstTokenMs: shown('firstShown') - first,
    sentMs: last - first,
    lastTokenMs: shown('lastShown') - last,
    cpuMs: work('ThreadTime'),
    fromEndPx,
  }
}
