/**
 * A chat with a model, as a person meets it: streamed, stopped, queued, with files, exported, in two windows. The specs share
 * an app; each comes in by the guide to a model of its own, and asks in a chat of its own.
 */
import { ask, composer, expect, goTo, lastAnswer, takeModel, test } from './model-steps.ts'
import { savedFile } from './saved-file.ts'

test.use({ sharesHub: true })

const slow = { text: `First words. ${'and more '.repeat(400)}the end.`, tokenMs: 20 }

test('an answer is seen while it is written, stops within a second, and keeps what was said', async ({
  page,
  serveModel,
}) => {
  const model = await serveModel([slow])
  await takeModel(page, model)
  await ask(page, 'Tell me a lot')
  await expect(lastAnswer(page)).toContainText('First words.')
  await expect(lastAnswer(page)).not.toContainText('the end.')
  const before = Date.now()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  expect(Date.now() - before).toBeLessThan(1_000)
  await page.reload()
  await expect(lastAnswer(page)).toContainText('First words.')
  await expect(lastAnswer(page)).not.toContainText('the end.')
  // Nothing is running any more: the page that comes later offers to write, not to stop.
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
})

test('questions wait in a queue over a change of page, can be changed and taken away, and go out in order', {
  tag: '@page',
}, async ({ page, serveModel }) => {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const asked: string[] = []
  const model = await serveModel(async (question) => {
    const last = question.messages.findLast((message) => message.role === 'user')
    const words = JSON.stringify(last?.content ?? '')
    const name = ['First', 'Second', 'Third', 'Fourth'].find((one) => words.includes(`${one} question`))
    if (name && asked.at(-1) !== name) asked.push(name)
    if (name === 'First') await held
    return { text: `Answer to the ${name ?? 'unknown'}.` }
  })
  await takeModel(page, model)
  await ask(page, 'First question')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  // The new chat becomes a conversation in the middle of this: nothing that is being written may be lost by it.
  for (const name of ['Second', 'Third', 'Other']) await ask(page, `${name} question`)
  const queue = page.getByRole('region', { name: 'Questions that wait' })
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await queue.getByRole('button', { name: 'Remove “Second question”' }).click()
  await queue.getByRole('button', { name: 'Change “Other question”' }).click()
  await queue.getByRole('textbox').fill('Fourth question')
  await queue.getByRole('textbox').press('Enter')
  await goTo(page, 'health')
  await page.goBack()
  await expect(queue.getByRole('listitem')).toHaveText([/Third question/, /Fourth question/])
  goOn()
  await expect(lastAnswer(page)).toContainText('Answer to the Fourth.')
  await expect(queue).toBeHidden()
  expect(asked).toEqual(['First', 'Third', 'Fourth'])
})

test('a text file that was picked goes with the question and is still there after a reload', async ({
  page,
  serveModel,
}) => {
  const model = await serveModel([{ text: 'I have read it.' }])
  // From the beginning: the browser hands choosers over only some time after they are asked for.
  const chooser = page.waitForEvent('filechooser', { timeout: 90_000 })
  await takeModel(page, model)
  await composer(page).fill('What does it say?')
  await page.keyboard.press('Control+u')
  await (await chooser).setFiles({
    name: 'letter.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The ferritin was 40 µg/l.'),
  })
  const chip = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(chip).toHaveAttribute('aria-label', /^letter\.txt, \d+ (B|bytes?)$/i)
  // Both the words and the file survive what a person does before sending.
  await page.reload()
  await expect(composer(page)).toHaveValue('What does it say?')
  await expect(chip).toHaveAttribute('aria-label', /^letter\.txt, \d+ (B|bytes?)$/i)
  await composer(page).press('Enter')
  await expect(lastAnswer(page)).toContainText('I have read it.')
  await expect(chip).toHaveCount(0)
  await expect(page.getByRole('main').getByText('letter.txt').first()).toBeVisible()
  expect(JSON.stringify(model.questions.at(-1)?.messages)).toContain('letter.txt')
})

test('a pasted picture becomes an attachment, in the window too, where it has no path', async ({
  page,
  serveModel,
}) => {
  await takeModel(page, await serveModel([{ text: 'OK' }]))
  await composer(page).evaluate((field) => {
    const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const bytes = Uint8Array.from(atob(onePixel), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  const chip = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(chip).toHaveAttribute('aria-label', 'image.png, 70 B')
  await chip.getByRole('button', { name: 'Remove image.png' }).click()
  await expect(chip).toHaveCount(0)
})

// A script cannot drop a file with a path into a window.
test('a dropped file that could be either is asked about; a DNA file goes to the import', { tag: '@page' }, async ({
  page,
  serveModel,
}) => {
  await takeModel(page, await serveModel([{ text: 'OK' }]))
  const drop = async (name: string, text: string) => {
    const data = await page.evaluateHandle(
      ([fileName = '', content = '']) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([content], fileName))
        return transfer
      },
      [name, text],
    )
    await page.dispatchEvent('body', 'drop', { dataTransfer: data })
  }
  await drop('values.csv', 'date,ferritin\n2026-01-01,40')
  const question = page.getByRole('dialog', { name: 'What is this file for?' })
  await question.getByRole('button', { name: 'Attach to my question' }).click()
  const chips = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await expect(chips).toHaveAttribute('aria-label', /^values\.csv, \d+ (B|bytes?)$/i)
  await drop('genome.txt', '# This data file generated by 23andMe\nrs4477212\t1\t82154\tAA\n')
  const sheet = page.getByRole('dialog', { name: 'Import' })
  await expect(sheet).toContainText('genome.txt')
  // Before the sheet has the focus it hears no key.
  await expect(page.locator('[role=dialog]:focus-within')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(chips).toHaveCount(1)
})

test('a chat is exported as a document and as JSON with everything', async ({ page, hub, serveModel }) => {
  const model = await serveModel([{ text: 'Forty is **enough**.' }])
  await takeModel(page, model)
  await ask(page, 'Is forty enough?')
  await expect(lastAnswer(page)).toContainText('Forty is enough.')
  const save = async (item: string) => {
    const choose = async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    return (await savedFile(page, hub, choose)).text
  }
  const document = await save('As Markdown')
  expect(document).toContain('Is forty enough?')
  expect(document).toContain('Forty is **enough**.')
  const whole: unknown = JSON.parse(await save('As JSON, with every call'))
  expect(JSON.stringify(whole)).toContain('Forty is **enough**.')
})

// The app's own window is one.
test('a second window sees an answer being written, and its Stop ends it in the first', { tag: '@page' }, async ({
  page,
  serveModel,
}) => {
  await takeModel(page, await serveModel([slow]))
  await ask(page, 'Tell me a lot')
  await expect(lastAnswer(page)).toContainText('First words.')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(lastAnswer(other)).toContainText('First words.')
  const length = async () => (await lastAnswer(other).textContent())?.length ?? 0
  const far = await length()
  await expect.poll(length).toBeGreaterThan(far)
  await other.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(lastAnswer(page)).not.toContainText('the end.')
})
