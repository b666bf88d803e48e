// A stdio server that misbehaves as its argument says; writes its pid, and its child's, into the file of the second one.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , how, pids] = process.argv
if (pids !== undefined) appendFileSync(pids, `${process.pid}\n`)
if (how === 'dies') {
  process.stderr.write('warming up\nno database here\n')
  process.exit(3)
}
if (how === 'banner') process.stdout.write('Welcome to the server\n')
if (how === 'stubborn') {
  process.on('SIGTERM', () => {})
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {
    stdio: 'inherit',
  })
  appendFileSync(pids, `${child.pid}\n`)
  setInterval(() => {}, 1000)
}
const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (how === 'silent' || id === undefined) return
  if (method === 'initialize') {
    answer(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'odd', version: '1' },
    })
  } else if (how === 'no-list') return
  else if (how === 'refuses') {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: 'not today' } })}\n`)
  } else if (how === 'env') {
    answer(id, {
      tools: Object.entries(process.env).map(([name, value]) => ({
        name,
        description: value,
        inputSchema: { type: 'object' },
      })),
    })
    appendFileSync(pids, `${JSON.stringify(process.env)}\n`)
  } else answer(id, { tools: [1, 2, 3].map((at) => ({ name: `tool${at}`, inputSchema: { type: 'object' } })) })
})
