/** Watches for questions and shows the oldest over any page. One that was put off waits at the foot of the rail. */
import { useEffect } from 'react'
import { onReconnect } from '../../rpc/connection.ts'
import { onHubEvent } from '../../stores/hub-events.ts'
import { usePendingConsents } from '../consent/pending-consents.ts'
import { usePendingQuestions } from './pending-questions.ts'
import { QuestionDialog } from './question-dialog.tsx'

export function QuestionGate() {
  const { items, later, load } = usePendingQuestions()
  // An app that asks to be let in comes first; two questions over each other would be answered for one another.
  const isConsentOpen = usePendingConsents((state) => state.items.some((item) => !state.later.has(item.id)))
  useEffect(() => {
    const reload = () => void load()
    reload()
    const ends = [onHubEvent('questions-changed', reload), onReconnect(reload)]
    return () => {
      for (const end of ends) end()
    }
  }, [load])
  const current = items.find((item) => !later.has(item.id))
  if (!current || isConsentOpen) return null
  return <QuestionDialog key={current.id} item={current} waiting={items.length - 1} />
}
