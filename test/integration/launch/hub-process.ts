/** A hub as far as launching goes, in a process of its own that can be killed: starts what its argument lists. */
import { createLauncher } from '../../../src-main/mcp-client/launch/launcher.ts'
import type { StdioTarget } from '../../../src-main/mcp-client/model/server-entry.ts'

const [dataDir = '', targets = '[]'] = process.argv.slice(2)
const launcher = createLauncher({
  platform: process.platform,
  env: process.env,
  home: dataDir,
  dataDir,
  loginPath: async () => null,
})
const list: StdioTarget[] = JSON.parse(targets)
await Promise.all(list.map((target) => launcher.launch({ target, env: {} }).start()))
process.stdout.write('started\n')
setInterval(() => {}, 1000)
