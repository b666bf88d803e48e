import { expect, test, vi } from 'vitest'

vi.mock('electron', () => ({ Menu: {} }))
const { menuTemplate } = await import('../../../src-main/shell/menu.ts')
const { shellWords } = await import('../../../src-main/shell/words.ts')

type Template = ReturnType<typeof menuTemplate>

function build(platform: NodeJS.Platform, isPackaged = true) {
  const sent: { key: string; command: boolean }[] = []
  const template = menuTemplate(shellWords('en-US'), {
    platform,
    appName: 'Mirohub',
    isPackaged,
    send: (keys) => sent.push(keys),
  })
  return { template, sent }
}

function items(template: Template): Template {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
}

test('choosing an item presses the shortcut that the page already knows', () => {
  const { template, sent } = build('linux')
  const newChat = items(template).find((item) => item.label === 'New Chat')
  // Electron's click arguments are not used.
  Reflect.apply(newChat?.click ?? (() => {}), undefined, [])
  expect(sent).toEqual([{ key: 'n', command: true }])
})

test('page shortcuts are not taken by the menu where the page hears them itself', () => {
  for (const item of items(build('linux').template)) {
    if (item.click !== undefined) expect(item.registerAccelerator, item.label).toBe(false)
  }
})

test('developer tools are not in a packaged app', () => {
  const roles = (isPackaged: boolean) => items(build('linux', isPackaged).template).map((item) => item.role)
  expect(roles(true)).not.toContain('toggleDevTools')
  expect(roles(false)).toContain('toggleDevTools')
})

test('macOS has its app menu with quit; elsewhere quit is under File', () => {
  expect(build('darwin').template[0]?.label).toBe('Mirohub')
  const file = build('linux').template[0]
  expect(file?.label).toBe('File')
  expect(items(file === undefined ? [] : [file]).map((item) => item.role)).toContain('quit')
})

test('the native parts speak Chinese on a Chinese system, English elsewhere', () => {
  expect(shellWords('zh-CN').newChat).toBe('新对话')
  expect(shellWords('de-DE').newChat).toBe('New Chat')
  expect(Object.keys(shellWords('zh-CN')).sort()).toEqual(Object.keys(shellWords('en')).sort())
})
