// What the conformance suite starts for each scenario: `node ask-client.mjs PORT URL` asks the client that is loaded
// already (client-host.ts) to run against URL, prints what went wrong there, and ends with 0 or 1.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

const [port, url] = process.argv.slice(2)
const socket = connect(Number(port), '127.0.0.1')
// The end of what is sent is the end of the question; the answer is still to come.
socket.end(JSON.stringify({ url, context: process.env.MCP_CONFORMANCE_CONTEXT ?? '{}' }))
const { fault } = JSON.parse(await text(socket))
if (fault !== null) {
  console.error(fault)
  process.exitCode = 1
}
