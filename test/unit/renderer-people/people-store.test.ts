/** The people on screen when answers come late or fail. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PersonView } from '../../../src-main/api/contract/people.ts'

const hub = vi.hoisted(() => ({ list: vi.fn(), shares: vi.fn() }))
vi.mock('../../../src-renderer/rpc/client.ts', () => ({
  client: { people: { list: hub.list, shares: { list: hub.shares } } },
}))
const { usePeople } = await import('../../../src-renderer/stores/people.ts')

const person = (id: string): PersonView => ({ id, name: id, isDefault: false, isSelf: false, hasRecords: false })
const shares = { given: [], received: [] }

beforeEach(() => {
  vi.resetAllMocks()
  usePeople.setState({ people: null, given: [], received: [], error: null })
  hub.shares.mockResolvedValue(shares)
})

describe('the people', () => {
  it('are those of the last reading: a removed one does not come back with an answer that was late', async () => {
    let slow = (_: PersonView[]) => {}
    hub.list.mockReturnValueOnce(
      new Promise<PersonView[]>((resolve) => {
        slow = resolve
      }),
    )
    hub.list.mockResolvedValueOnce([person('a')])
    const first = usePeople.getState().load()
    await usePeople.getState().load()
    slow([person('a'), person('gone')])
    await first
    expect(usePeople.getState().people?.map((one) => one.id)).toEqual(['a'])
  })

  it('stay on screen when a later reading fails, and the failure is told', async () => {
    hub.list.mockResolvedValueOnce([person('a')])
    await usePeople.getState().load()
    const failure = new Error('away')
    hub.list.mockRejectedValueOnce(failure)
    await usePeople.getState().load()
    expect(usePeople.getState().people).toHaveLength(1)
    expect(usePeople.getState().error).toBe(failure)
  })
})
