/** Serves the page with a made-up hub behind it: `npx vite --config test/ui-harness/vite.config.ts`. */
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = resolve(import.meta.dirname, '../../src-renderer')

/** Every import of the typed client gets the made-up one; nothing in the page knows about it. */
function fakeHub(): Plugin {
  return {
    name: 'fake-hub',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer?.includes('src-renderer') || !source.endsWith('rpc/client.ts')) return null
      return resolve(import.meta.dirname, 'fake-client.ts')
    },
  }
}

/** Takes files as the hub does, and forgets them. */
function fakeUpload(): Plugin {
  return {
    name: 'fake-upload',
    configureServer(server) {
      server.middlewares.use('/api/upload', (request, response) => {
        let bytes = 0
        request.on('data', (part: Buffer) => {
          bytes += part.length
        })
        request.on('end', () => {
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify({ upload: 'u1', bytes }))
        })
      })
    },
  }
}

export default defineConfig({
  root,
  cacheDir: resolve(import.meta.dirname, '../../node_modules/.vite-ui-harness'),
  plugins: [fakeHub(), fakeUpload(), react(), tailwindcss()],
  server: { host: '127.0.0.1', port: 5199, fs: { allow: [resolve(import.meta.dirname, '../..')] } },
})
