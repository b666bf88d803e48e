import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { quitAfter } from '../../../src-main/shell/quit.ts'

/** Electron's `app` as far as leaving goes: quit() asks before-quit, and ends when nobody objects. */
class FakeApp extends EventEmitter {
  ended = 0
  quit(): void {
    let isPrevented = false
    this.emit('before-quit', {
      preventDefault: () => {
        isPrevented = true
      },
    })
    if (!isPrevented) this.ended++
  }
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

test('the process ends only when the hub has stopped, and the hub stops once however often one quits', async () => {
  const app = new FakeApp()
  let stops = 0
  const stopped = Promise.withResolvers<void>()
  quitAfter(app, {
    platform: 'linux',
    onError: () => {},
    stop: () => {
      stops++
      return stopped.promise
    },
  })
  app.quit()
  app.quit()
  app.emit('window-all-closed')
  await settled()
  expect([stops, app.ended]).toEqual([1, 0])
  stopped.resolve()
  await settled()
  expect([stops, app.ended]).toEqual([1, 1])
})

test('a hub that fails to stop does not keep the app open for ever, and the failure is told', async () => {
  const app = new FakeApp()
  const errors: unknown[] = []
  quitAfter(app, {
    platform: 'linux',
    onError: (error) => errors.push(error),
    stop: () => Promise.reject(new Error('disk gone')),
  })
  app.quit()
  await settled()
  expect(errors).toEqual([new Error('disk gone')])
  expect(app.ended).toBe(1)
})

test('closing the last window leaves the app, but on macOS it stays in the dock', async () => {
  for (const [platform, ended] of [
    ['win32', 1],
    ['linux', 1],
    ['darwin', 0],
  ] as const) {
    const app = new FakeApp()
    quitAfter(app, { platform, onError: () => {}, stop: async () => {} })
    app.emit('window-all-closed')
    await settled()
    expect(app.ended, platform).toBe(ended)
  }
})
