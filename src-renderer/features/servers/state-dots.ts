/** Which dot stands beside the words of a server's state. */
import type { ServerStateView } from '../../../src-main/api/contract/servers.ts'

export const stateDots: Readonly<Record<ServerStateView, 'good' | 'busy' | 'attention' | 'failed' | 'off'>> = {
  starting: 'busy',
  ready: 'good',
  'needs-login': 'attention',
  'needs-approval': 'attention',
  failed: 'failed',
  parked: 'failed',
  stopped: 'off',
}
