/** What axe finds in a page that has come to rest. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Waits until nothing is loading, moving or changing in the page. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let changedAt = performance.now()
        const observer = new MutationObserver(() => {
          changedAt = performance.now()
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        const isMoving = () =>
          document.getAnimations().some(({ playState, effect }) => {
            return playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime)
          })
        const look = () => {
          const isQuiet = performance.now() - changedAt > 250
          if (!isQuiet || document.querySelector('.skeleton') !== null || isMoving()) return void setTimeout(look, 50)
          observer.disconnect()
          resolve()
        }
        look()
      }),
  )
}

/** Each fault with where it is; of `within`, or of the whole page. */
export async function faults(page: Page, within?: string): Promise<string[]> {
  await settled(page)
  // Legacy mode checks in the page itself: a window of the app cannot open another one for axe. Only what is wrong is
  // told in full: all that is right is many times as long.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}
