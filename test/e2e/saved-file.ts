/** Files that a page hands over to the person. */
import { readFile } from 'node:fs/promises'
import type { Page, TestHub } from './harness.ts'

/** What the page hands over as a file. A window of the app tells no one of its downloads, so there it is caught on the way. */
export async function savedFile(
  page: Page,
  hub: TestHub,
  save: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  if (hub.app === null) {
    const [download] = await Promise.all([page.waitForEvent('download'), save()])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const saved = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<{ name: string; text: string }>()
    const { createObjectURL } = URL
    let content = new Blob()
    URL.createObjectURL = (object) => {
      if (object instanceof Blob) content = object
      return createObjectURL(object)
    }
    HTMLAnchorElement.prototype.click = function click() {
      void content.text().then((text) => resolve({ name: this.download, text }))
    }
    return { promise }
  })
  await save()
  return saved.evaluate(({ promise }) => promise)
}
