import { expect, it } from 'vitest'
import { openServerBed } from './hub-with-servers.ts'
it('x', async () => {
  const bed = await openServerBed()
  const good = await bed.addFake('Good one', 'stdio-server.mjs', 'good')
  const d = await bed.until(good, 'ready')
  for (let i=0;i<8;i++){ const d = await bed.page.servers.get({id:good}); console.log(JSON.stringify({on:d.tools, rev:d.toReview, t:d.toolList.slice(0,2).map(t=>[t.name,t.trust,t.setAside,t.enabled])})); await new Promise(r=>setTimeout(r,300)) }
  console.log(await bed.hub.services.db.query('select name, alias, pinned is not null p, enabled from mcp_tool'), await bed.hub.services.db.query('select approved, tools_approved_at, enabled from mcp_server'))
  await bed.close()
})
