/** Questions and answers, kept at the newest line while one is there. */
import { ArrowDown, Hand } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '../../../src-main/api/contract/chat.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Answer } from './answer.tsx'
import { isWaiting } from './answer-parts.ts'
import { QuestionMessage } from './question-message.tsx'
import { ThreadContext } from './thread-scope.ts'

export interface ThreadProps {
  /** Null for a conversation that the hub has not named yet. */
  conversationId: string | null
  messages: readonly MessageView[]
  onAsk: (question: string) => void
}

/** Within this distance of the end one is reading along; further up one is reading back and stays there. */
const nearEndPx = 80
/** A movement so soon after a wheel, a key, a finger or the bar was touched is the person's. */
const byHandMs = 1_000

export function Thread({ conversationId, messages, onAsk }: ThreadProps) {
  const { t } = useTranslation('chat')
  const { t: words } = useTranslation('thread')
  const scroller = useRef<HTMLElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const lastTop = useRef(0)
  const lastTouchAt = useRef(Number.NEGATIVE_INFINITY)
  const isRunning = messages.at(-1)?.state === 'running'
  const [isAway, setAway] = useState(false)

  const toEnd = useCallback(() => {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
  }, [])

  // A new question always shows itself, wherever one was reading.
  const lastQuestion = messages.findLast((message) => message.role === 'user')?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new question
  useLayoutEffect(() => {
    isFollowing.current = true
    toEnd()
  }, [lastQuestion, toEnd])

  // Charts and tables change the height after they were added.
  useEffect(() => {
    if (!column.current) return
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) toEnd()
    })
    observer.observe(column.current)
    return () => observer.disconnect()
  }, [toEnd])

  /** What someone opens in a finished answer must not push what they look at away. */
  const onTouch = () => {
    lastTouchAt.current = performance.now()
    if (!isRunning) isFollowing.current = false
  }
  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx
    // Only a person moves up; an answer that grows moves the end away, parts that are measured for the first time move
    // everything, and neither must end the following.
    const isByHand = performance.now() - lastTouchAt.current < byHandMs
    if (isByHand && element.scrollTop < lastTop.current - 1) isFollowing.current = false
    else if (isNear) isFollowing.current = true
    lastTop.current = element.scrollTop
    setAway(!isNear)
  }
  const last = messages.at(-1)
  const waits = last?.state === 'running' && isWaiting(last.events)
  const scope = useMemo(() => ({ conversationId, isBusy: isRunning }), [conversationId, isRunning])
  return (
    <ThreadContext value={scope}>
      <div className="relative min-h-0 flex-1">
        <section
          ref={scroller}
          onScroll={onScroll}
          onPointerDown={onTouch}
          onKeyDown={onTouch}
          onWheel={onTouch}
          onTouchMove={onTouch}
          onPointerMove={(event) => event.buttons !== 0 && onTouch()}
          aria-label={t('messages')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="h-full overflow-y-auto px-5 pt-6 pb-4 focus-visible:-outline-offset-2"
        >
          <div ref={column} className="mx-auto flex max-w-[760px] flex-col gap-4.5">
            {messages.map((message, index) =>
              message.role === 'user' ? (
                <QuestionMessage key={message.id} message={message} />
              ) : (
                <Answer
                  key={message.id}
                  message={message}
                  onAsk={onAsk}
                  question={questionBefore(messages, index)}
                  isLast={message === last}
                />
              ),
            )}
          </div>
        </section>
        <p className="sr-only" role="status">
          {last?.role === 'assistant' && last.state !== 'running' ? t('answerReady') : ''}
        </p>
        {isAway && waits && (
          <Button
            icon={Hand}
            className="absolute right-14 bottom-2 shadow-float"
            onClick={() => {
              const card = scroller.current?.querySelector('[data-waiting]')
              card?.scrollIntoView({ block: 'nearest' })
              card?.querySelector('button')?.focus()
            }}
          >
            {words('waiting.show')}
          </Button>
        )}
        {isAway && (
          <IconButton
            icon={ArrowDown}
            label={t('toNewest')}
            variant="secondary"
            className="absolute right-4 bottom-2 rounded-full shadow-float"
            onClick={toEnd}
          />
        )}
      </div>
    </ThreadContext>
  )
}

function questionBefore(messages: readonly MessageView[], index: number): string | null {
  const before = messages[index - 1]
  return before?.role === 'user' ? before.text : null
}
