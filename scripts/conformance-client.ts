/**
 * The hub's client as the MCP conformance suite wants one: `npm run -s conformance:client -- URL` connects as the hub
 * does, lists what there is, calls, reads and gets it all once, and ends with 0. MCP_CONFORMANCE_CONTEXT holds
 * credentials and calls as JSON; MCP_CONFORMANCE_SCENARIO, the scenario's name, changes nothing.
 */
import { enableCompileCache } from 'node:module'

const url = process.argv[2]
if (url === undefined || !URL.canParse(url)) {
  console.error('usage: npm run -s conformance:client -- URL')
  process.exitCode = 2
} else {
  // The suite starts one for each scenario, all at once: what one has compiled the next need not.
  enableCompileCache()
  const { runClient } = await import('../test/conformance/client/run-client.ts')
  const fault = await runClient(url, process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
  if (fault !== null) {
    console.error(fault)
    process.exitCode = 1
  }
}
