/** The main job, as a person meets it: nothing there yet, sample data, a question, its answer and where it comes from. */
import { expect, goTo, type Page, takeSampleData, test } from './harness.ts'

/** In a chat of its own. */
async function ask(page: Page, question: string): Promise<void> {
  await goTo(page, 'chat')
  await expect(page.getByRole('article')).toHaveCount(0)
  const composer = page.getByRole('textbox', { name: 'Ask about your health' })
  await composer.fill(question)
  await composer.press('Enter')
}

// One app for all of it: starting one and reading the sample data takes longer than the rest.
test('from an empty app to answers, and back to an empty app', async ({ page }) => {
  const answer = page.getByRole('article').last()
  await expect(page.getByRole('heading', { name: 'Your health data, on your own computer' })).toBeVisible()
  await takeSampleData(page)
  await expect(page.getByText('You are looking at sample data. It is made up.')).toBeVisible()

  await test.step('an answer with its chart and the call behind it', async () => {
    await ask(page, 'average resting heart rate last month')
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

  await test.step('a question that needs judgement is declined, with what to do instead', async () => {
    await ask(page, 'is my heart rate dangerous?')
    await expect(answer.getByText('Ask instead')).toBeVisible()
    await expect(answer.locator('canvas')).toHaveCount(0)
  })

  await test.step('a chat is still there after a reload', async () => {
    await ask(page, '上个月平均静息心率')
    await expect(answer.locator('canvas').first()).toBeVisible()
    await page.reload()
    await expect(answer.locator('canvas').first()).toBeVisible()
    await expect(page.getByText('上个月平均静息心率').first()).toBeVisible()
  })

  await test.step('sample data goes with one click and leaves nothing', async () => {
    await goTo(page, 'chat')
    await page.getByRole('button', { name: 'Remove sample data' }).click()
    await expect(page.getByText('You are looking at sample data. It is made up.')).toBeHidden({ timeout: 60_000 })
    await expect(page.getByRole('heading', { name: 'Your health data, on your own computer' })).toBeVisible()
  })
})
