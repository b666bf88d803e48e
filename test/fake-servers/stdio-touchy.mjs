// A legacy stdio server that ends at anything before `initialize`, as some older SDKs do. `--pids FILE`: see README.md.
import { createInterface } from 'node:readline'
import { notePids, write } from './stdio-rpc.mjs'

notePids(process.pid)
let initialized = false
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method } = JSON.parse(line)
    if (!initialized && method !== 'initialize') {
      process.stderr.write('expected initialize\n')
      process.exit(1)
    }
    initialized = true
    if (id === undefined) return
    const results = {
      initialize: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'touchy', version: '1.0.0' },
      },
      'tools/list': { tools: [] },
    }
    write({ jsonrpc: '2.0', id, result: results[method] ?? {} })
  })
  .on('close', () => process.exit(0))
