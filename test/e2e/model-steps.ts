/** How a person comes to a model, in a few steps that specs share; the model is a script on this computer. */
import { type FakeModel, type FakeModelOptions, startFakeModel } from '../fake-models/fake-model.ts'
import { test as base, expect, goTo, type Page } from './harness.ts'

export type { FakeModel }
export { expect, goTo, type Page }

type Brain = Parameters<typeof startFakeModel>[0]

export interface ModelFixtures {
  /** Starts a scripted model server that ends with the test. */
  serveModel: (brain: Brain, options?: FakeModelOptions) => Promise<FakeModel>
}

export const test = base.extend<ModelFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture that needs no other
  serveModel: async ({}, use) => {
    const opened: FakeModel[] = []
    await use(async (brain, options) => {
      const model = await startFakeModel(brain, options)
      opened.push(model)
      return model
    })
    for (const model of opened) await model.close()
  },
})

/** Through the guide, from the first page on: the address of the model, tested, and chosen for new chats. */
export async function takeModel(page: Page, model: FakeModel): Promise<void> {
  await page.getByRole('button', { name: 'Use an AI model' }).click()
  const guide = page.getByRole('dialog')
  await guide.getByRole('button', { name: 'With a provider’s key' }).click()
  await guide.getByText('Another address (OpenAI-compatible)').click()
  await guide.getByRole('textbox', { name: 'Address' }).fill(model.url)
  await guide.getByRole('button', { name: 'Save and test' }).click()
  await guide.getByRole('button', { name: 'Ask with it' }).click()
  await expect(guide).toBeHidden()
}

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Ask about your health' })

export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question)
  await composer(page).press('Enter')
}

export const lastAnswer = (page: Page) => page.getByRole('article', { name: 'Answer' }).last()
