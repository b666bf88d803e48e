/** Model providers as a person meets them: from the first page to an answer, and in Settings from adding to removing. */
import { ask, composer, expect, goTo, lastAnswer, takeModel, test } from './model-steps.ts'

test.use({ sharesHub: true })

test('the guide leads from an empty app to an answer of a model, another is picked by the keys, and both are gone', async ({
  page,
  serveModel,
}) => {
  const model = await serveModel([{ text: 'Blood carries oxygen.' }], { models: ['fake-model', 'other-model'] })
  await takeModel(page, model)
  await expect(page.getByRole('button', { name: 'Who answers: Deep · fake-model on this computer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nothing leaves this computer' })).toBeVisible()
  await ask(page, 'What does blood do?')
  await expect(lastAnswer(page)).toContainText('Blood carries oxygen.')
  expect(model.questions.at(-1)?.model).toBe('fake-model')

  await test.step('the picker is used with the keys alone', async () => {
    await composer(page).press('Control+j')
    await expect(page.getByRole('dialog', { name: 'Who answers' })).toBeVisible()
    await page.keyboard.type('other')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Who answers: Deep · other-model on this computer' })).toBeVisible()
  })

  await test.step('a model that is gone is told above the message box, with quick answers as a way out', async () => {
    await goTo(page, 'settings/models')
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.goBack()
    await expect(page.getByText('other-model is not there any more.')).toBeVisible()
    await page.getByRole('button', { name: 'Use quick answers' }).click()
    await expect(page.getByText('other-model is not there any more.')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Who answers: Quick · no AI model' })).toBeVisible()
  })
})

test('a wrong key is told in place, the right one is kept and never shown, and removing asks what is lost', async ({
  page,
  serveModel,
}) => {
  const model = await serveModel([{ text: 'OK' }], { key: 'right-key', models: ['one', 'two'] })
  await goTo(page, 'settings/models')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a provider' })
  await dialog.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Another address (OpenAI-compatible)' }).click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(model.url)
  await dialog.getByLabel('Key, if it asks for one').fill('wrong-key')
  await dialog.getByRole('button', { name: 'Save and test' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/key/i)
  await dialog.getByLabel('Key, if it asks for one').fill('right-key')
  await dialog.getByRole('button', { name: 'Save and test' }).click()
  await expect(dialog).toBeHidden()

  const row = page.getByRole('listitem').filter({ hasText: 'Mine' })
  await expect(row.getByText('Key set')).toBeVisible()
  await expect(row.getByText('2 models', { exact: true })).toBeVisible()
  await expect(row.getByText('Tested just now')).toBeVisible()
  await expect(page.locator('body')).not.toContainText('right-key')
  // One provider stands there, not one for each try.
  await expect(row).toHaveCount(1)

  await page.getByRole('combobox', { name: /^Deep answers/ }).click()
  await page.getByRole('option', { name: /^two/ }).click()
  await expect(page.getByRole('combobox', { name: 'Deep answers: two' })).toBeVisible()

  await row.getByRole('button', { name: 'More for Mine' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Remove Mine?' })
  await expect(sure).toContainText('Its key is deleted')
  await sure.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})

test('what agents may do is off until it is turned on, and their words are kept', async ({ page }) => {
  await goTo(page, 'settings/agents')
  const shell = page.getByRole('switch', { name: 'Run commands' })
  await expect(shell).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Hand work to sub-agents' })).not.toBeChecked()
  await shell.click()
  const words = page.getByRole('textbox', { name: 'Your words' })
  await words.fill('Answer in one sentence.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. It counts from the next question.').first()).toBeVisible()
  await page.reload()
  await expect(shell).toBeChecked()
  await expect(words).toHaveValue('Answer in one sentence.')
})
