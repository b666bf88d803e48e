/** The end-to-end specs, once per host: the Electron stand-in, the browser, and real Electron where its binary is. */
import { defineConfig } from '@playwright/test'
import { findBrowser, installedElectron } from './scripts/find-browser.ts'
import type { HostName } from './test/e2e/harness.ts'

const executablePath = await findBrowser((line) => process.stderr.write(`${line}\n`))
process.env.STAND_IN_CHROMIUM = executablePath

const hosts: HostName[] = ['stand-in', 'browser']
if (installedElectron() !== null) hosts.push('electron')

/**
 * They follow the page alone, which is the same in a window: once, in the browser, is enough. Single specs of a file say so by
 * the tag @page.
 */
const pageAlone = ['accessibility', 'chat-thread', 'first-run', 'mcp-app', 'models', 'servers', 'servers-real']

/** There is no desktop window in the browser. */
const windowAlone = ['desktop']

export default defineConfig<{ hostName: HostName }>({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Specs of a file share an app where they can, so a file stays in one worker.
  fullyParallel: false,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/summary.json' }]],
  projects: hosts.map((hostName) => ({
    name: hostName,
    testIgnore: (hostName === 'browser' ? windowAlone : pageAlone).map((spec) => `**/${spec}.e2e.ts`),
    // What only a window has is tagged for it.
    grepInvert: hostName === 'browser' ? /@window/ : /@page/,
    use: {
      hostName,
      screenshot: 'only-on-failure',
      launchOptions: {
        executablePath,
        args: [
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
        ],
      },
    },
  })),
})
