/** Where files go that were dropped on, pasted into or picked for a chat: each to the import or to the next question. */
import { create } from 'zustand'
import { useAttachments } from '../../stores/chat-attachments.ts'
import { useImports } from '../../stores/imports.ts'
import { sortFiles } from './composer-files.ts'

interface ReceiveStore {
  /** Files that could be either, and the chat they came to: the person is asked. */
  asking: { readonly key: string; readonly files: readonly File[] } | null
  /** `key` is the conversation, or the key of the new thread. */
  receive: (key: string, files: readonly File[]) => Promise<void>
  /** The person's answer; null forgets the files. */
  answer: (use: 'import' | 'attach' | null) => void
}

export const useReceive = create<ReceiveStore>()((set, get) => ({
  asking: null,
  receive: async (key, files) => {
    const { imported, attached, either } = await sortFiles(files)
    if (attached.length > 0) useAttachments.getState().add(key, attached)
    if (either.length > 0) set({ asking: { key, files: either } })
    if (imported.length > 0) await useImports.getState().addFiles(imported)
  },
  answer: (use) => {
    const { asking } = get()
    set({ asking: null })
    if (!asking || use === null) return
    if (use === 'attach') useAttachments.getState().add(asking.key, asking.files)
    else void useImports.getState().addFiles(asking.files)
  },
}))
