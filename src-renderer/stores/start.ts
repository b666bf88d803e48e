/** Reads everything once, then again whenever the hub says that it changed or comes back after being away. */
import { onReconnect } from '../rpc/connection.ts'
import { useApp } from './app.ts'
import { useChat } from './chat.ts'
import { useConversations } from './conversations.ts'
import { followHubEvents, onHubEvent } from './hub-events.ts'
import { useImports } from './imports.ts'
import { followWidth } from './layout.ts'
import { usePeople } from './people.ts'
import { atMostEvery, useServers } from './servers.ts'

export function startStores(): void {
  const loadAll = () => {
    void useApp.getState().load()
    void useConversations.getState().load()
    void useImports.getState().load()
    void usePeople.getState().load()
    void useServers.getState().load()
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
  onHubEvent('conversations-changed', () => void useConversations.getState().load())
  void followHubEvents(new AbortController().signal)
}
