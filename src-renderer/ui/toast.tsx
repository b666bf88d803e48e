/** Short messages under the page's header, clear of the composer, with at most one action (undo). */
import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { Button, IconButton } from './button.tsx'
import { cx } from './class-names.ts'

export interface ToastMessage {
  id: number
  text: string
  tone: 'plain' | 'error'
  durationMs: number
  action?: { label: string; run: () => void }
  /** Called once when it goes away without its action having been taken. */
  onDismiss?: () => void
}

interface Toasts {
  items: ToastMessage[]
  remove: (id: number) => void
}

const useToasts = create<Toasts>()((set) => ({
  items: [],
  remove: (id) => set((state) => ({ items: state.items.filter((item) => item.id !== id) })),
}))

let nextId = 1

/** Shows a message. Errors stay twice as long. */
export function toast(text: string, options: Partial<Omit<ToastMessage, 'id' | 'text'>> = {}): void {
  const tone = options.tone ?? 'plain'
  const item = {
    ...options,
    id: nextId++,
    text,
    tone,
    durationMs: options.durationMs ?? (tone === 'error' ? 10_000 : 5_000),
  }
  useToasts.setState((state) => ({ items: [...state.items.slice(-2), item] }))
}

export function ToastViewport() {
  const { t } = useTranslation()
  const items = useToasts((state) => state.items)
  const remove = useToasts((state) => state.remove)
  return (
    <Radix.Provider label={t('notification')} swipeDirection="right">
      {items.map((item) => (
        <Radix.Root
          key={item.id}
          duration={item.durationMs}
          onOpenChange={(open) => {
            if (open) return
            remove(item.id)
            item.onDismiss?.()
          }}
          className={cx(
            'motion-rise flex items-center gap-2 rounded-lg border bg-surface py-1.5 pr-1.5 pl-3.5 text-sm shadow-float',
            item.tone === 'error' ? 'border-red' : 'border-line-strong',
          )}
        >
          <Radix.Description className="min-w-0 flex-1">{item.text}</Radix.Description>
          {item.action && (
            <Radix.Action altText={item.action.label} asChild>
              <Button
                size="sm"
                variant="link"
                onClick={() => {
                  // The action replaces the dismissal: removed first, so that onOpenChange finds nothing to dismiss.
                  item.onDismiss = undefined
                  item.action?.run()
                }}
              >
                {item.action.label}
              </Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <IconButton icon={X} label={t('close')} size="sm" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed top-16 right-4 z-70 flex w-[min(420px,calc(100vw-32px))] flex-col gap-2 outline-none" />
    </Radix.Provider>
  )
}
