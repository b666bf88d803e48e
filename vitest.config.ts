/**
 * Which tests vitest runs, and how long each kind may take. Two workers: the smallest machine we build on has two cores.
 *
 * Integration and issue tests share their processes and the modules loaded there: loading the hub again for each file
 * took a quarter of all work. So such a test puts back what it changes in the process (the environment, the clock, spies),
 * keeps nothing in variables of modules for the next file, and replaces no module (`vi.mock`) that another file loads.
 */
import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

const kinds = '{test,int.test,prop.test}.{ts,tsx}'
const sharedProcess = { isolate: false, setupFiles: ['test/engine-code.ts'] }

/**
 * The object-relational mapper by its CommonJS files: as hundreds of ES modules it took each test file that comes near
 * the database most of a second to load.
 */
const { resolve } = createRequire(import.meta.url)
const mapper = ['drizzle-orm', 'drizzle-orm/node-postgres', 'drizzle-orm/pg-core'].map((name) => ({
  find: new RegExp(`^${name}$`),
  replacement: resolve(name),
}))

export default defineConfig({
  resolve: { alias: mapper },
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // A line for each file is enough; a slow test is named only where it is out of the ordinary.
    slowTestThreshold: 15_000,
    // The clock and the secrets of the machine must not decide a test.
    env: { MIROHUB_SECRETS: 'memory', TZ: 'UTC' },
    projects: [
      { extends: true, test: { name: 'unit', include: [`test/unit/**/*.${kinds}`], testTimeout: 20_000 } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [`test/integration/**/*.${kinds}`],
          ...sharedProcess,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'issues',
          include: [`test/issues/**/*.${kinds}`],
          ...sharedProcess,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: [`test/conformance/**/*.${kinds}`],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['test/long/**/*.long.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
