/** A process that serves the fake registry over stdio as `mirohub stdio` does, among noise that must not reach stdout. */
import { silentLogger } from '../../../src-main/log/logger.ts'
import { reserveStdout } from '../../../src-main/mcp-server/reserve-stdout.ts'
import { serveStdioEndpoint } from '../../../src-main/mcp-server/stdio-endpoint.ts'
import { registryBackend } from '../../../src-main/mcp-server/tool-backend.ts'
import { createFakeRegistry } from './fake-registry.ts'

const { output } = reserveStdout()
console.log('a library greets')
console.info('and informs')
process.stdout.write('someone writes past the console\n')

const registry = createFakeRegistry()
const user = { id: 1, publicId: '00000000-0000-4000-8000-00000000000a', timeZone: 'UTC', language: 'en' }
const noise = setInterval(() => console.log('noise'), 5)
const changes = setInterval(() => registry.listChanged(), 20)
await serveStdioEndpoint({
  backend: registryBackend(registry, { user, scopes: null }),
  input: process.stdin,
  output,
  log: silentLogger,
  identity: { name: 'Mirohub', version: '0.0.0' },
})
clearInterval(noise)
clearInterval(changes)
process.stderr.write(`ended listeners=${registry.listeners} cancelled=${registry.cancelled.length}\n`)
