/** The typed client: the window's pipe where there is one, else a websocket to the hub that served this page. */
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../src-main/api/contract/index.ts'
import { i18n } from '../i18n/index.ts'
import { personHeaders } from './acting-person.ts'
import { setConnection } from './connection.ts'
import { pipeLink } from './pipe.ts'
import { SocketLink } from './socket-link.ts'

/** Without `local`, which answers the command line only. */
export type Client = ContractRouterClient<Omit<Contract, 'local'>>

function connect() {
  if (window.mirohubPipe) {
    setConnection('open')
    return pipeLink(window.mirohubPipe, personHeaders)
  }
  const url = new URL('/rpc', window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const link = new SocketLink({
    url: url.href,
    headers: personHeaders,
    onState: setConnection,
    isLocked: async () => {
      const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' })
      return answer.status === 401 || answer.status === 403
    },
    awayWords: () => ({ message: i18n.t('hubAway'), hint: i18n.t('hubAwayHint') }),
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') link.retryNow()
  })
  return link
}

export const client: Client = createORPCClient(connect())
