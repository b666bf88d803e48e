/** The Servers pages: external MCP servers. */
import { api } from '../base.ts'

function notBuilt(): never {
  throw new Error('This is not there yet.')
}

export const serverRoutes = {
  list: api.servers.list.handler(notBuilt),
  get: api.servers.get.handler(notBuilt),
  find: api.servers.find.handler(notBuilt),
  propose: api.servers.propose.handler(notBuilt),
  add: api.servers.add.handler(notBuilt),
  approve: api.servers.approve.handler(notBuilt),
  approveTools: api.servers.approveTools.handler(notBuilt),
  update: api.servers.update.handler(notBuilt),
  setValues: api.servers.setValues.handler(notBuilt),
  duplicate: api.servers.duplicate.handler(notBuilt),
  remove: api.servers.remove.handler(notBuilt),
  export: api.servers.export.handler(notBuilt),
  setEnabled: api.servers.setEnabled.handler(notBuilt),
  start: api.servers.start.handler(notBuilt),
  stop: api.servers.stop.handler(notBuilt),
  restart: api.servers.restart.handler(notBuilt),
  refresh: api.servers.refresh.handler(notBuilt),
  move: api.servers.move.handler(notBuilt),
  setTools: api.servers.setTools.handler(notBuilt),
  run: api.servers.run.handler(notBuilt),
  resources: api.servers.resources.handler(notBuilt),
  readResource: api.servers.readResource.handler(notBuilt),
  prompts: api.servers.prompts.handler(notBuilt),
  getPrompt: api.servers.getPrompt.handler(notBuilt),
  logs: api.servers.logs.handler(notBuilt),
  login: api.servers.login.handler(notBuilt),
  cancelLogin: api.servers.cancelLogin.handler(notBuilt),
  logout: api.servers.logout.handler(notBuilt),
  companions: api.servers.companions.handler(notBuilt),
  groups: {
    list: api.servers.groups.list.handler(notBuilt),
    save: api.servers.groups.save.handler(notBuilt),
    remove: api.servers.groups.remove.handler(notBuilt),
  },
  blocks: {
    list: api.servers.blocks.list.handler(notBuilt),
    set: api.servers.blocks.set.handler(notBuilt),
  },
}
