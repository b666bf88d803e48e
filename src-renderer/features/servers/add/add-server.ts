/** Whether the dialog that adds a server is open, and what it begins with. */
import { create } from 'zustand'
import type { ProposalSource } from '../../../../src-main/api/contract/servers.ts'

interface AddServerStore {
  isOpen: boolean
  /** Read at once, where it is known what is to be added: a companion, a link that was followed. */
  source: ProposalSource | null
  open: (source?: ProposalSource) => void
  close: () => void
}

export const useAddServer = create<AddServerStore>()((set) => ({
  isOpen: false,
  source: null,
  open: (source) => set({ isOpen: true, source: source ?? null }),
  close: () => set({ isOpen: false, source: null }),
}))
