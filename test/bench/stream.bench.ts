/**
 * An answer of 3,000 lines streamed through the whole page: frames drawn in each second, time to the first word on the page,
 * and the page's processor time for it beside that of twice as many lines.
 *
 *     npm run bench -- stream
 */
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/find-browser.ts'
import { measureStream } from '../ui-harness/measured-stream.ts'
import { serveBuilt } from '../ui-harness/serve-built.ts'

const LINES = 3_000
const SECONDS = 20
const TARGET_FRAMES = 30
const TARGET_FIRST_MS = 50
const TARGET_RATIO = 2.5
/** A page that does nothing and draws fewer frames than this a second is on a machine that is too busy to measure on. */
const IDLE_FRAMES = 58

/** The fewest frames a second that the page draws while nothing happens. */
async function idleFrames(page: Page, url: string): Promise<number> {
  await page.goto(`${url}?theme=light&lang=en#/chat`)
  await page.waitForTimeout(1_500)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const counts = [0, 0, 0]
        const start = performance.now()
        const tick = (now: number) => {
          const second = Math.floor((now - start) / 1000)
          if (second > 2) resolve(Math.min(...counts))
          else {
            counts[Math.max(0, second)] = (counts[Math.max(0, second)] ?? 0) + 1
            requestAnimationFrame(tick)
          }
        }
        requestAnimationFrame(tick)
      }),
  )
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const harness = await serveBuilt()
const browser = await chromium.launch({
  executablePath: await findBrowser(say),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = await browser.newPage()
  const before = await idleFrames(page, harness.url)
  const once = await measureStream(page, harness.url, LINES, SECONDS)
  const twice = await measureStream(page, harness.url, 2 * LINES, 2 * SECONDS)
  const after = await idleFrames(page, harness.url)
  const ratio = twice.cpuMs / once.cpuMs
  say(`idle page: ${before} frames a second before, ${after} after`)
  say(
    `${LINES} lines: at least ${once.leastFrames} frames in a second (target ${TARGET_FRAMES}), longest frame ${once.frameLongestMs.toFixed(0)} ms`,
  )
  say(`first word on the page after ${once.firstTokenMs.toFixed(0)} ms (target ${TARGET_FIRST_MS})`)
  say(
    `processor time ${once.cpuMs.toFixed(0)} ms, of twice as many lines ${ratio.toFixed(2)} times that (target under ${TARGET_RATIO})`,
  )
  const isBusy = Math.min(before, after) < IDLE_FRAMES
  if (isBusy) say('The machine is too busy for frames and the first word to say anything.')
  const isSmooth = once.leastFrames >= TARGET_FRAMES && once.firstTokenMs < TARGET_FIRST_MS
  process.exitCode = ratio < TARGET_RATIO && (isBusy || isSmooth) ? 0 : 1
} finally {
  await browser.close()
  await harness.close()
}
