/** An answer of 3,000 lines, and one of twice as many, through the whole page. A third of each is in the normal suite. */
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.ts'
import { measureStream } from '../ui-harness/measured-stream.ts'
import { serveBuilt } from '../ui-harness/serve-built.ts'

test('streams to its end, and twice as many lines cost twice as much', async () => {
  const executablePath = await findBrowser((line) => process.stderr.write(`${line}\n`))
  const harness = await serveBuilt()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage()
    const once = await measureStream(page, harness.url, 3_000, 20)
    const twice = await measureStream(page, harness.url, 6_000, 40)
    expect(twice.cpuMs / once.cpuMs).toBeLessThan(2.5)
    expect(once.fromEndPx).toBeLessThan(80)
    expect(twice.fromEndPx).toBeLessThan(80)
  } finally {
    await browser.close()
    await harness.close()
  }
})
