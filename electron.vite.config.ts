/** How the three bundles are made: main process and workers (ESM), preload (CJS, sandboxed) and the page. */
import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const root = import.meta.dirname
const source = (path: string): string => resolve(root, path)

/** Every import reader is a file of its own in the build too, so that the hub can list them at run time. */
const readers = Object.fromEntries(
  globSync('src-main/health/import/readers/*.ts', { cwd: root }).map((path) => [
    `readers/${basename(path, '.ts')}`,
    source(path),
  ]),
)

/**
 * LangChain counts tokens by a vocabulary that it fetches from a server on the network. Nothing of the hub asks for that
 * (models/token-estimate.ts); in the build the fetch is not even there.
 */
const withoutTokenizerFetch = {
  name: 'without-tokenizer-fetch',
  load: (id: string): string | null =>
    /[\\/]@langchain[\\/]core[\\/]dist[\\/]utils[\\/]tiktoken\.js$/.test(id)
      ? `const counted = { encode: (text) => new Array(Math.ceil(text.length / 4)) }
         export const getEncoding = async () => counted
         export const encodingForModel = async () => counted
         export const tiktoken_exports = { getEncoding, encodingForModel }`
      : null,
}

export default defineConfig({
  main: {
    plugins: [withoutTokenizerFetch],
    build: {
      target: 'node24',
      sourcemap: true,
      // Loaded file by file drizzle costs 0.8 s at every start of the hub and of each import; bundled, a twentieth.
      externalizeDeps: { exclude: ['drizzle-orm'] },
      rolldownOptions: {
        input: {
          main: source('src-main/main.ts'),
          cli: source('src-main/cli.ts'),
          'pglite-worker': source('src-main/db/pglite-worker.ts'),
          'keychain-process': source('src-main/secrets/keychain-process.ts'),
          'import-worker': source('src-main/health/import/import-worker.ts'),
          'document-worker': source('src-main/documents/document-worker.ts'),
          'repl-worker': source('src-main/agents/repl/repl-worker.ts'),
          ...readers,
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node24',
      rolldownOptions: {
        input: { index: source('src-preload/index.ts') },
        // A sandboxed preload is loaded as CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: source('src-renderer'),
    plugins: [react(), tailwindcss()],
    build: {
      outDir: source('out/renderer'),
      minify: true,
      chunkSizeWarningLimit: 1500,
      rolldownOptions: { input: source('src-renderer/index.html') },
    },
  },
})
