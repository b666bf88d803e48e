/** Stores against a hub that answers late, breaks off or goes away. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConversationView } from '../../../src-main/api/contract/chat.ts'
import type { ImportProgressView } from '../../../src-main/api/contract/imports.ts'
import { fedStream } from './fed-stream.ts'

const hub = vi.hoisted(() => ({
  conversations: vi.fn(),
  jobs: vi.fn(),
  start: vi.fn(),
  follow: vi.fn(),
}))
vi.mock('../../../src-renderer/rpc/client.ts', () => ({
  client: {
    chat: { conversations: hub.conversations },
    imports: { jobs: hub.jobs, start: hub.start, follow: hub.follow },
  },
}))

const { useConversations } = await import('../../../src-renderer/stores/conversations.ts')
const { useImports } = await import('../../../src-renderer/stores/imports.ts')

const settle = () => vi.advanceTimersByTimeAsync(1)

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  hub.conversations.mockResolvedValue([])
})
afterEach(() => vi.useRealTimers())

describe('the list of chats', () => {
  const item = (id: string): ConversationView => ({
    id,
    title: id,
    agent: 'quick',
    model: null,
    subject: null,
    activity: null,
    createdAt: '',
    updatedAt: '',
  })

  it('shows the answer to the last search, however late the one before comes', async () => {
    let slow = (_: ConversationView[]) => {}
    hub.conversations.mockReturnValueOnce(
      new Promise<ConversationView[]>((resolve) => {
        slow = resolve
      }),
    )
    hub.conversations.mockResolvedValueOnce([item('pulse')])
    useConversations.getState().setSearch('p')
    useConversations.getState().setSearch('pulse')
    await settle()
    slow([item('paris')])
    await settle()
    expect(useConversations.getState().items?.map((one) => one.id)).toEqual(['pulse'])
  })
})

describe('imports', () => {
  const job = (patch: Partial<ImportProgressView> = {}): ImportProgressView => ({
    jobId: 'j1',
    path: '/x/export.zip',
    phase: 'reading',
    title: null,
    part: null,
    bytesRead: 1,
    bytesTotal: 10,
    records: 1,
    startedAt: '2026-11-28T00:00:00Z',
    ...patch,
  })

  it('that run when the window opens are followed to their end, once each', async () => {
    const progress = fedStream<ImportProgressView>()
    hub.jobs.mockResolvedValue([job()])
    hub.follow.mockResolvedValue(progress.stream)
    await useImports.getState().load()
    await useImports.getState().load()
    expect(hub.follow).toHaveBeenCalledTimes(1)
    progress.push(job({ bytesRead: 5 }), job({ phase: 'done', files: [] }))
    progress.end()
    await settle()
    expect(useImports.getState().jobs.map((one) => one.phase)).toEqual(['done'])
  })

  it('that were taken off the sheet do not come back with the next reading', async () => {
    hub.jobs.mockResolvedValue([job({ jobId: 'j2', phase: 'failed' })])
    await useImports.getState().load()
    useImports.getState().dismiss('j2')
    await useImports.getState().load()
    expect(useImports.getState().jobs).toEqual([])
  })
})
