/** Reads everything once, then again whenever the hub says that it changed or comes back after being away. */
import { onReconnect } from '../rpc/connection.ts'
import { useApp } from './app.ts'
import { useChat } from './chat.ts'
import { useConversations } from './conversations.ts'
import { followHubEvents, onHubEvent } from './hub-events.ts'
import { useImports } from './imports.ts'
import { followWidth } from './layout.ts'
import { useModels } from './models.ts'
import { usePeople } from './people.ts'
import { atMostEvery, useServers } from './servers.ts'
import { useWaiting } from './waiting.ts'

/** A chat that is open here and written to by another window is followed. */
function takeUpRuns(): void {
  const { known } = useConversations.getState()
  for (const [key, thread] of Object.entries(useChat.getState().threads)) {
    const isBusy = known[key] !== undefined && known[key].activity !== null
    if (isBusy && !thread.run) void useChat.getState().open(key)
  }
}

export function startStores(): void {
  const loadAll = () => {
    void useApp.getState().load()
    void useConversations.getState().load()
    void useImports.getState().load()
    void usePeople.getState().load()
    void useServers.getState().load()
    void useModels.getState().load()
    void useWaiting.getState().load()
  }
  followWidth()
  loadAll()
  onReconnect(() => {
    loadAll()
    void useChat.getState().reload()
  })
  for (const type of ['profile-changed', 'people-changed'] as const) {
    onHubEvent(type, () => {
      void useApp.getState().load()
      void usePeople.getState().load()
    })
  }
  onHubEvent('data-changed', () => {
    void useApp.getState().load()
    void useImports.getState().load()
    void useChat.getState().loadSuggestions()
    // Who has records is part of who is here.
    void usePeople.getState().load()
  })
  onHubEvent('tools-changed', () => void useApp.getState().load())
  onHubEvent(
    'servers-changed',
    atMostEvery(200, () => void useServers.getState().load()),
  )
  onHubEvent(
    'conversations-changed',
    atMostEvery(200, () => void useConversations.getState().load().then(takeUpRuns)),
  )
  onHubEvent('waiting-changed', () => void useWaiting.getState().load())
  onHubEvent(
    'models-changed',
    atMostEvery(200, () => void useModels.getState().load()),
  )
  void followHubEvents(new AbortController().signal)
}
