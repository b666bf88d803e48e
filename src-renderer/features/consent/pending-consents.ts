/** Apps that wait to be let in. */
import { create } from 'zustand'
import type { ConsentView } from '../../../src-main/api/contract/consents.ts'
import { client } from '../../rpc/client.ts'
import { oldestFirst, type WaitingList, waitingList } from '../../stores/waiting-list.ts'

export const usePendingConsents = create<WaitingList<ConsentView>>()((set) =>
  waitingList(
    set,
    () => client.consents.pending(),
    (items) => oldestFirst(items, (one) => one.createdAt),
  ),
)
