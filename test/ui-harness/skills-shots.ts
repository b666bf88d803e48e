/** Pictures of the Skills page: the cards, one skill, a review, an installation that is refused. */
import type { Page } from 'playwright-core'

const drop = async (page: Page) => {
  await page.locator('input[type=file][accept]').setInputFiles({
    name: 'night-shift.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK'),
  })
  await page.waitForTimeout(700)
}

export const skillsShots = [
  { name: 'skills', hash: '/skills' },
  { name: 'skills-none', query: 'skills=none', hash: '/skills' },
  { name: 'skills-broken', query: 'state=broken', hash: '/skills' },
  { name: 'skills-refused', hash: '/skills', act: drop },
  { name: 'skill', hash: '/skills/blood-pressure-diary' },
  { name: 'skill-fixed', hash: '/skills/lab-report-walkthrough' },
  { name: 'skill-new', hash: '/skills/migraine-diary' },
  {
    name: 'skill-script',
    hash: '/skills/migraine-diary',
    act: async (page: Page) => page.locator('main ul button').last().click(),
  },
  { name: 'skill-error', hash: '/skills/half-done' },
  {
    name: 'skill-delete',
    hash: '/skills/migraine-diary',
    act: async (page: Page) => {
      await page.locator('header button').last().click()
      await page.waitForTimeout(250)
    },
  },
  { name: 'skill-gone', hash: '/skills/nothing' },
]
