/** The agent's plan, kept up to date in its place. */
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/class-names.ts'
import type { EventOf } from './answer-parts.ts'
import { ThreadCard } from './thread-card.tsx'

type Items = EventOf<'todos'>['items']

const icons = { pending: Circle, in_progress: CircleDot, completed: CircleCheck }

export function TodosCard({ items }: { items: Items }) {
  const { t } = useTranslation('thread')
  const done = items.filter(({ state }) => state === 'completed').length
  return (
    <ThreadCard aria-label={t('todos.title')} className="border-line bg-surface px-3.5 py-2.5">
      <p className="mb-1 flex items-baseline gap-2">
        <span className="font-medium">{t('todos.title')}</span>
        <span className="text-ink-3 text-xs">{t('todos.progress', { done, total: items.length })}</span>
      </p>
      <ol className="flex flex-col gap-0.5">
        {items.map(({ text, state }, index) => {
          const Icon = icons[state]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plan is whole each time, and two steps may read alike
            <li key={index} className="flex items-start gap-2">
              <Icon
                className={cx('mt-[3px] size-3.5 shrink-0', state === 'pending' ? 'text-ink-3' : 'text-accent')}
                strokeWidth={1.8}
                aria-hidden
              />
              <span className={cx('min-w-0 break-words', state !== 'in_progress' && 'text-ink-2')}>
                {text}
                <span className="sr-only"> ({t(`todos.${state}`)})</span>
              </span>
            </li>
          )
        })}
      </ol>
    </ThreadCard>
  )
}
