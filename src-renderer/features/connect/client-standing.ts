/** What a client program's card says and offers. Green is for what was heard just now and for nothing else. Pure. */
import type { ClientAppView } from '../../../src-main/api/contract/connect.ts'
import { isJustNow } from './time-ago.ts'

export interface ClientStanding {
  readonly light: 'good' | 'attention' | 'failed' | 'off'
  readonly words:
    | 'state.connected'
    | 'state.heardBefore'
    | 'state.notHeard'
    | 'state.outdated'
    | 'state.unreadable'
    | 'state.absent'
    | 'state.elsewhere'
    | 'state.elsewhereBefore'
  /** The one thing to do next. */
  readonly action: 'setUp' | 'update' | 'details' | 'readAgain'
}

export function clientStanding(client: ClientAppView, now: number): ClientStanding {
  const isHeard = client.heardAt !== null && isJustNow(client.heardAt, now)
  switch (client.state) {
    case 'unreadable':
      return { light: 'failed', words: 'state.unreadable', action: 'readAgain' }
    case 'outdated':
      return { light: 'attention', words: 'state.outdated', action: 'update' }
    case 'current':
      if (isHeard) return { light: 'good', words: 'state.connected', action: 'details' }
      return {
        light: 'off',
        words: client.heardAt === null ? 'state.notHeard' : 'state.heardBefore',
        action: 'details',
      }
    case 'absent':
      if (isHeard) return { light: 'good', words: 'state.elsewhere', action: 'setUp' }
      return {
        light: 'off',
        words: client.heardAt === null ? 'state.absent' : 'state.elsewhereBefore',
        action: 'setUp',
      }
  }
}

/** The file and its folder, which tell two files apart in a narrow card: "…/Claude/claude_desktop_config.json". */
export function pathTail(path: string): string {
  const parts = path.split(/[\\/]/)
  if (parts.length <= 3) return path
  const separator = path.includes('\\') ? '\\' : '/'
  return `…${separator}${parts.slice(-2).join(separator)}`
}
