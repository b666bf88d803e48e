/** Files that wait for the next question of a conversation: on their way, arrived, or failed. They survive like drafts. */
import { create } from 'zustand'
import type { AttachmentView } from '../../src-main/api/contract/chat.ts'
import { i18n } from '../i18n/index.ts'
import { actingPerson } from '../rpc/acting-person.ts'
import { client } from '../rpc/client.ts'
import { UploadError, uploadFile } from '../rpc/upload.ts'

export interface WaitingFile {
  /** Of this window; the hub's is in `view`. */
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly mime: string
  readonly sentBytes: number
  /** The hub has it. */
  readonly view: AttachmentView | null
  readonly error: unknown
  /** Picture of an image, as an address of this page; null for others and after a reload. */
  readonly picture: string | null
}

interface AttachmentsStore {
  /** By conversation, or the key of the new thread. */
  lists: Readonly<Record<string, readonly WaitingFile[]>>
  add: (key: string, files: readonly File[]) => void
  retry: (key: string, id: string) => void
  /** Takes one away, here and in the hub. */
  remove: (key: string, id: string) => void
  /** Takes those that have arrived off the list: they go with a question. */
  take: (key: string) => AttachmentView[]
  /** What waits in the new thread waits in its conversation now. */
  move: (from: string, to: string) => void
  /** Brings back what an earlier page left. */
  recall: (key: string) => void
}

/** As much as the hub takes through the pipe. */
const maxPastedBytes = 20_000_000

const prefix = `mirohub.files.${actingPerson() ?? ''}.`

function isView(value: unknown): value is AttachmentView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string' &&
    'mime' in value &&
    typeof value.mime === 'string' &&
    'bytes' in value &&
    typeof value.bytes === 'number'
  )
}

function remembered(key: string): AttachmentView[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? '[]')
    return Array.isArray(read) ? read.filter(isView) : []
  } catch {
    return []
  }
}

function remember(key: string, list: readonly WaitingFile[]): void {
  const arrived = list.flatMap((file) => (file.view ? [file.view] : []))
  try {
    if (arrived.length === 0) localStorage.removeItem(prefix + key)
    else localStorage.setItem(prefix + key, JSON.stringify(arrived))
  } catch {
    // Storage refused: the files wait as long as the page.
  }
}

const waiting = (file: File): WaitingFile => ({
  id: crypto.randomUUID(),
  name: file.name,
  bytes: file.size,
  mime: file.type,
  sentBytes: 0,
  view: null,
  error: null,
  picture: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
})

const arrived = (view: AttachmentView): WaitingFile => ({
  ...view,
  sentBytes: view.bytes,
  view,
  error: null,
  picture: null,
})

/** Hands a file over: by its path in the window (as it is where it has none: a pasted picture), by upload in a browser. */
async function hand(file: File, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<AttachmentView> {
  const pipe = window.mirohubPipe
  if (!pipe) return client.chat.attach({ upload: await uploadFile({ file, signal, onProgress }) }, { signal })
  const path = pipe.filePath(file)
  if (path !== '') return client.chat.attach({ path }, { signal })
  if (file.size > maxPastedBytes) throw new UploadError('refused', i18n.t('composer:fileNoPath'), '')
  return client.chat.attach({ file }, { signal })
}

export const useAttachments = create<AttachmentsStore>()((set, get) => {
  /** What is being sent, for trying again and for giving up. */
  const sending = new Map<string, { file: File; control: AbortController }>()
  /** Where a file waits that moved while it was on its way. */
  const places = new Map<string, string>()

  const put = (key: string, change: (list: readonly WaitingFile[]) => readonly WaitingFile[]) => {
    const list = change(get().lists[key] ?? [])
    set((state) => ({ lists: { ...state.lists, [key]: list } }))
    remember(key, list)
  }
  const patch = (began: string, id: string, part: Partial<WaitingFile>) =>
    put(places.get(id) ?? began, (list) => list.map((file) => (file.id === id ? { ...file, ...part } : file)))

  const send = async (key: string, id: string, file: File) => {
    const control = new AbortController()
    sending.set(id, { file, control })
    patch(key, id, { error: null, sentBytes: 0 })
    try {
      const view = await hand(file, control.signal, (sentBytes) => patch(key, id, { sentBytes }))
      if (control.signal.aborted) {
        await client.chat.detach({ id: view.id })
        return
      }
      patch(key, id, { view, sentBytes: view.bytes, name: view.name })
      sending.delete(id)
    } catch (error) {
      if (!control.signal.aborted) patch(key, id, { error })
    }
  }

  return {
    lists: {},
    add: (key, files) => {
      const added = files.map((file) => ({ file, view: waiting(file) }))
      put(key, (list) => [...list, ...added.map(({ view }) => view)])
      for (const { file, view } of added) void send(key, view.id, file)
    },
    retry: (key, id) => {
      const file = sending.get(id)?.file
      if (file) void send(key, id, file)
    },
    remove: (key, id) => {
      const file = get().lists[key]?.find((one) => one.id === id)
      sending.get(id)?.control.abort()
      sending.delete(id)
      if (file?.picture) URL.revokeObjectURL(file.picture)
      put(key, (list) => list.filter((one) => one.id !== id))
      // A file that the hub could not take away is swept up by it later; the person need not know.
      if (file?.view) client.chat.detach({ id: file.view.id }).catch(() => {})
    },
    take: (key) => {
      const list = get().lists[key] ?? []
      const taken = list.flatMap((file) => (file.view ? [file.view] : []))
      for (const file of list) if (file.view && file.picture) URL.revokeObjectURL(file.picture)
      put(key, (all) => all.filter((file) => file.view === null))
      return taken
    },
    move: (from, to) => {
      const moved = get().lists[from] ?? []
      if (moved.length === 0) return
      for (const { id } of moved) places.set(id, to)
      put(from, () => [])
      put(to, (list) => [...list, ...moved])
    },
    recall: (key) => {
      if (get().lists[key] !== undefined) return
      set((state) => ({ lists: { ...state.lists, [key]: remembered(key).map(arrived) } }))
    },
  }
})
