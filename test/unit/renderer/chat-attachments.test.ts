/** Files on their way to a question: sent, failed, taken away, and moved while they are sent. */
import { beforeEach, expect, it, vi } from 'vitest'

const hub = vi.hoisted(() => ({ attach: vi.fn(), detach: vi.fn(), upload: vi.fn() }))
vi.mock('../../../src-renderer/rpc/client.ts', () => ({
  client: { chat: { attach: hub.attach, detach: hub.detach } },
}))
vi.mock('../../../src-renderer/rpc/upload.ts', () => ({ uploadFile: hub.upload, UploadError: Error }))
vi.stubGlobal('window', {})

const { useAttachments } = await import('../../../src-renderer/stores/chat-attachments.ts')

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const list = (key: string) => useAttachments.getState().lists[key] ?? []
const letter = () => new File(['hello'], 'letter.txt', { type: 'text/plain' })
const view = { id: 'f1', name: 'letter.txt', mime: 'text/plain', bytes: 5 }

beforeEach(() => {
  vi.resetAllMocks()
  useAttachments.setState({ lists: {} })
  hub.detach.mockResolvedValue({ removed: true })
})

it('goes with the question once the hub has it, and is gone from the list then', async () => {
  hub.upload.mockResolvedValue('u1')
  hub.attach.mockResolvedValue(view)
  useAttachments.getState().add('c1', [letter()])
  // On its way it is no part of a question yet.
  expect(useAttachments.getState().take('c1')).toEqual([])
  await settle()
  expect(hub.attach.mock.calls[0]?.[0]).toEqual({ upload: 'u1' })
  expect(useAttachments.getState().take('c1')).toEqual([view])
  expect(list('c1')).toEqual([])
  expect(hub.detach).not.toHaveBeenCalled()
})

it('that fails says so and can be tried again', async () => {
  const refused = new Error('Too large.')
  hub.upload.mockResolvedValue('u1')
  hub.attach.mockRejectedValueOnce(refused).mockResolvedValueOnce(view)
  useAttachments.getState().add('c1', [letter()])
  await settle()
  expect(list('c1')[0]).toMatchObject({ error: refused, view: null })
  useAttachments.getState().retry('c1', list('c1')[0]?.id ?? '')
  await settle()
  expect(list('c1')[0]).toMatchObject({ error: null, view })
})

it('that was taken away on its way is taken from the hub too, when it arrives there all the same', async () => {
  let arrive = (_: string) => {}
  hub.upload.mockReturnValue(
    new Promise<string>((resolve) => {
      arrive = resolve
    }),
  )
  hub.attach.mockResolvedValue(view)
  useAttachments.getState().add('c1', [letter()])
  useAttachments.getState().remove('c1', list('c1')[0]?.id ?? '')
  arrive('u1')
  await settle()
  expect(list('c1')).toEqual([])
  expect(hub.detach).toHaveBeenCalledWith({ id: 'f1' })
})

it('on its way while the new chat becomes a conversation arrives in the conversation', async () => {
  let arrive = (_: string) => {}
  hub.upload.mockReturnValue(
    new Promise<string>((resolve) => {
      arrive = resolve
    }),
  )
  hub.attach.mockResolvedValue(view)
  useAttachments.getState().add('new', [letter()])
  useAttachments.getState().move('new', 'c1')
  arrive('u1')
  await settle()
  expect(list('new')).toEqual([])
  expect(list('c1')[0]).toMatchObject({ view })
})
