/** The main job, as a person meets it: nothing there yet, sample data, a question, its answer and where it comes from. */
import { expect, type Page, takeSampleData, test } from './harness.ts'

async function ask(page: Page, question: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Ask about your health' })
  await composer.fill(question)
  await composer.press('Enter')
}

test('from an empty app to an answer with its chart and the call behind it', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Your health data, on your own computer' })).toBeVisible()
  await takeSampleData(page)
  await expect(page.getByText('You are looking at sample data. It is made up.')).toBeVisible()

  await ask(page, 'average resting heart rate last month')
  const answer = page.getByRole('article').last()
  // The clock of the harness stands in June 2026, so last month is May; a mean carries one decimal, its unit and its dates.
  await expect(answer).toContainText(/\d{2,3}\.\d (bpm|beats)/)
  await expect(answer).toContainText(/May 2026|2026-05/)
  await expect(answer.locator('canvas').first()).toBeVisible()

  const call = answer.getByRole('button', { expanded: false }).first()
  await call.click()
  await expect(answer.getByText('What was asked')).toBeVisible()
  await expect(answer.getByText('query_health_indicators').first()).toBeVisible()
  await expect(answer.getByText('resting_heart_rate').first()).toBeVisible()
})

test('a question that needs judgement is declined, with what to do instead', async ({ page }) => {
  await takeSampleData(page)
  await ask(page, 'is my heart rate dangerous?')
  const answer = page.getByRole('article').last()
  await expect(answer.getByText('Ask instead')).toBeVisible()
  await expect(answer.locator('canvas')).toHaveCount(0)
})

test('sample data goes with one click and leaves nothing', async ({ page }) => {
  await takeSampleData(page)
  await page.getByRole('button', { name: 'Remove sample data' }).click()
  await expect(page.getByText('You are looking at sample data. It is made up.')).toBeHidden({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Your health data, on your own computer' })).toBeVisible()
})

test('a chat is still there after a reload', async ({ page }) => {
  await takeSampleData(page)
  await ask(page, '上个月平均静息心率')
  await expect(page.getByRole('article').last().locator('canvas').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').last().locator('canvas').first()).toBeVisible()
  await expect(page.getByText('上个月平均静息心率').first()).toBeVisible()
})
