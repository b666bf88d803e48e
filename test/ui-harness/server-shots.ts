/** Pictures of the page of one server and of the questions that servers ask. */
import type { Page } from 'playwright-core'

/** As the made-up servers are numbered. */
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const at = (n: number, tab = 'tools') => `/servers/${idOf(n)}/${tab}`

const scrollTo = (heading: RegExp) => async (page: Page) => {
  await page
    .getByRole('heading', { name: heading })
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

const run = (then: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.getByRole('textbox', { name: 'path' }).first().fill('/home/ada/Documents/plan.md')
  await page.getByRole('button', { name: /^(Run|运行)$/ }).click()
  await then(page)
}

const afterRun = async (page: Page) => {
  await page.waitForTimeout(1_900)
  await scrollTo(/^(Result|结果)$/)(page)
}

const button = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.waitForTimeout(500)
}

export const serverShots = [
  { name: 'server', hash: at(1) },
  { name: 'server-many', query: 'tools=many', hash: at(1) },
  { name: 'server-console', hash: at(1), act: scrollTo(/^(Test console|测试台)$/) },
  { name: 'server-running', query: 'run=long', hash: at(1), act: run(scrollTo(/^(Test console|测试台)$/)) },
  { name: 'server-result', hash: at(1), act: run(afterRun) },
  { name: 'server-refused', query: 'run=fail', hash: at(1), act: run(afterRun) },
  { name: 'server-changed', hash: at(3) },
  { name: 'server-approve-tools', hash: at(3), act: button(/^(Look at \d|查看 \d)/) },
  { name: 'server-login', hash: at(2) },
  { name: 'server-login-running', hash: at(2), act: button(/^(Log in|登录)$/) },
  { name: 'server-failed', hash: at(4, 'logs') },
  { name: 'server-stale', hash: at(6) },
  { name: 'server-approval', hash: at(7) },
  { name: 'server-review', hash: at(7), act: button(/^(Look at it|查看)$/) },
  { name: 'server-parked', hash: at(8) },
  { name: 'server-starting', hash: at(9) },
  { name: 'server-resources', hash: at(1, 'resources') },
  { name: 'server-template', hash: at(1, 'resources'), act: button(/Any file/) },
  { name: 'server-prompts', hash: at(1, 'prompts') },
  { name: 'server-logs', query: 'logs=many', hash: at(1, 'logs') },
  { name: 'server-settings', hash: at(1, 'settings') },
  {
    name: 'server-settings-edit',
    hash: at(4, 'settings'),
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^(Add an argument|添加参数)$/ }).click()
      await scrollTo(/^(Program|程序)$/)(page)
    },
  },
  { name: 'server-settings-offer', hash: at(1, 'settings'), act: scrollTo(/^(Its tools|它的工具)$/) },
  { name: 'server-settings-limits', hash: at(2, 'settings'), act: scrollTo(/^(Session and|会话与)/) },
  { name: 'server-settings-login', hash: at(2, 'settings'), act: scrollTo(/^(Address|地址)$/) },
  { name: 'server-settings-file', hash: at(10, 'settings') },
  { name: 'server-gone', hash: at(999) },
  { name: 'server-loading', query: 'state=loading', hash: at(1) },
  { name: 'question-tool', query: 'questions=tool', hash: '/health' },
  { name: 'question-form', query: 'questions=form', hash: '/health' },
  {
    name: 'question-form-faults',
    query: 'questions=form',
    hash: '/health',
    act: async (page: Page) => {
      await page.waitForTimeout(300)
      await page.locator('[role=alertdialog] footer button').last().click()
    },
  },
  { name: 'question-url', query: 'questions=url', hash: '/health' },
  { name: 'question-sampling', query: 'questions=sampling', hash: '/health' },
  {
    name: 'question-later',
    query: 'questions=several',
    hash: '/health',
    act: async (page: Page) => {
      for (let count = 0; count < 4; count++) {
        await page.keyboard.press('Escape')
        await page.waitForTimeout(300)
      }
    },
  },
  {
    name: 'question-ended',
    query: 'questions=ending',
    hash: '/health',
    act: (page: Page) => page.waitForTimeout(3_500),
  },
]
