/** What a page can reach: the message pipe and its own files, in every host; no Node, no Electron, no network. */
import { createServer } from 'node:http'
import { expect, fontsReady, test } from './harness.ts'

test.use({ sharesHub: true })

test('a page reaches the pipe and its own files, and nothing else', async ({ page, hub }) => {
  await test.step('no Node and no Electron, and of the shell only the pipe', async () => {
    const seen = await page.evaluate(() => ({
      require: typeof Reflect.get(window, 'require'),
      process: typeof Reflect.get(window, 'process'),
      electron: typeof Reflect.get(window, 'electron'),
      pipe: Object.keys(Reflect.get(window, 'mirohubPipe') ?? {}).sort(),
    }))
    expect(seen).toEqual({
      require: 'undefined',
      process: 'undefined',
      electron: 'undefined',
      pipe: hub.app === null ? [] : ['filePath', 'host', 'onMessage', 'postMessage'],
    })
  })
  await test.step('no scripts written into the page, and no images, frames and calls to other servers', async () => {
    let hits = 0
    const sink = createServer((_request, response) => {
      hits++
      response.end('reached')
    })
    await new Promise<void>((done) => sink.listen(0, '127.0.0.1', done))
    try {
      const address = sink.address()
      const target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
      const outcome = await page.evaluate(async (target) => {
        const refused = new Set<string>()
        document.addEventListener('securitypolicyviolation', (event) => refused.add(event.effectiveDirective))
        const script = document.createElement('script')
        script.textContent = 'window.wasInjected = true'
        const frame = document.createElement('iframe')
        frame.src = target
        const image = new Image()
        const settled = new Promise((done) => {
          image.onerror = done
          image.onload = done
        })
        image.src = target
        document.body.append(script, frame)
        await Promise.all([settled, fetch(target).catch(() => null)])
        // Reports of a refusal come after it.
        for (let tries = 0; refused.size < 4 && tries < 50; tries++) await new Promise((done) => setTimeout(done, 100))
        return { wasInjected: Reflect.has(window, 'wasInjected'), refused: [...refused].sort() }
      }, target)
      expect(outcome).toEqual({
        wasInjected: false,
        refused: ['connect-src', 'frame-src', 'img-src', 'script-src-elem'],
      })
      expect(hits).toBe(0)
    } finally {
      sink.close()
    }
  })
  await test.step('every window is sandboxed and isolated, and its requests for devices are refused', async () => {
    if (hub.app === null) return
    const preferences = await hub.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => {
        const found = Object(Reflect.get(contents, 'getLastWebPreferences').call(contents))
        return [found.sandbox, found.contextIsolation, found.nodeIntegration, found.webSecurity]
      }),
    )
    expect(preferences).toEqual([[true, true, false, true]])
  })
})

// The browser opens links itself.
test.describe('the window', { tag: '@window' }, () => {
  test('links to the outside are shown first, and never opened by the window itself', async ({ page, hub }) => {
    await hub.app?.evaluate(({ dialog, shell }) => {
      const asked: string[] = []
      Reflect.set(globalThis, 'askedInSpec', asked)
      dialog.showMessageBox = async (...args: unknown[]) => {
        asked.push(String(Object(args.at(-1)).detail))
        return { response: 0, checkboxChecked: false }
      }
      shell.openExternal = async (url: string) => {
        asked.push(`opened ${url}`)
      }
    })
    // The app goes to its first page by itself.
    await fontsReady(page)
    const before = page.url()
    await page.evaluate(() => {
      for (const address of [
        'https://example.org/page',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'smb://server/x',
      ]) {
        const link = document.createElement('a')
        link.href = address
        link.target = '_blank'
        document.body.append(link)
        link.click()
      }
    })
    await expect
      .poll(() => hub.app?.evaluate(() => Reflect.get(globalThis, 'askedInSpec')))
      .toEqual(['https://example.org/page'])
    expect(page.url()).toBe(before)
    expect(hub.app?.windows()).toHaveLength(1)
  })
})

// The window has a pipe, no address.
test.describe('the address', { tag: '@page' }, () => {
  test('in the browser nobody but the holder of the one-time code is answered', async ({ page, hub, playwright }) => {
    const stranger = await playwright.request.newContext()
    const origin = new URL(hub.url).origin
    // The code in the address has been used by the page.
    await page.getByRole('main').or(page.locator('#page')).first().waitFor()
    expect((await stranger.get(hub.url)).status()).toBeGreaterThanOrEqual(400)
    expect((await stranger.get(`${origin}/`)).status()).toBeGreaterThanOrEqual(400)
    await stranger.dispose()
  })
})
