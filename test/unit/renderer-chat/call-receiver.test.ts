/** "Nothing leaves this computer" must not stand beside a line that goes to a server. */
import { describe, expect, it } from 'vitest'
import { callReceiver } from '../../../src-renderer/features/chat/call-receiver.ts'

const servers = [
  { slug: 'notes', name: 'My notes' },
  { slug: 'weather', name: 'Weather' },
]

describe('what is written in the chat', () => {
  it('stays here when it is a question', () => {
    expect(callReceiver('How did I sleep? /notes__read', servers)).toBeNull()
    expect(callReceiver('/', servers)).toBeNull()
    expect(callReceiver('/query_health_indicators', [])).toBeNull()
  })

  it('goes to the server whose tool is called', () => {
    expect(callReceiver(' /weather__today city="Bern"', servers)).toEqual({ server: 'Weather' })
  })

  it('may go to any of them where the name does not tell', () => {
    expect(callReceiver('/read_note {}', servers)).toBe('unknown')
  })
})
