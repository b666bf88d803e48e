/** Where one writes: grows to 40 % of the window, keeps drafts, never sends while an input method composes. */
import { ArrowUp, ArrowUpRight, Lock, Paperclip, Square, Zap } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isImeKey } from '../../app/shortcuts.ts'
import { useImports } from '../../stores/imports.ts'
import { useServers } from '../../stores/servers.ts'
import { IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Popover } from '../../ui/popover.tsx'
import { callReceiver } from './call-receiver.ts'
import { composerId } from './composer-focus.ts'
import { keepDraft, readDraft } from './drafts.ts'

export interface ComposerProps {
  /** Conversation id, or 'new'. */
  conversation: string
  isRunning: boolean
  onSend: (question: string) => void
  onStop: () => void
}

export function Composer({ conversation, isRunning, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation('chat')
  const [text, setText] = useState(() => readDraft(conversation))
  const field = useRef<HTMLTextAreaElement>(null)
  const addFiles = useImports((state) => state.addFiles)
  const pick = useImports((state) => state.pick)
  const servers = useServers((state) => state.servers)
  const receiver = callReceiver(text, servers ?? [])
  const leaves =
    receiver !== null && t(receiver === 'unknown' ? 'leavesToTool' : 'leavesTo', receiver === 'unknown' ? {} : receiver)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [text])

  const change = (next: string) => {
    setText(next)
    keepDraft(conversation, next)
  }
  const canSend = text.trim() !== '' && !isRunning
  const send = () => {
    if (!canSend) return
    onSend(text.trim())
    change('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || isImeKey(event.nativeEvent)) return
    event.preventDefault()
    send()
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void addFiles(files)
  }
  return (
    <form
      aria-label={t('composer')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="mx-auto w-full max-w-[760px] rounded-xl border border-line-strong bg-surface shadow-float transition-colors focus-within:border-accent"
    >
      <textarea
        id={composerId}
        ref={field}
        rows={1}
        maxLength={8000}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        className="block max-h-[40vh] w-full resize-none bg-transparent px-4 pt-3 pb-1 text-[15px] leading-relaxed focus:outline-none"
      />
      <div className="flex items-center gap-1.5 px-2.5 pb-2.5">
        <IconButton icon={Paperclip} label={t('attach')} onClick={() => void pick()} />
        <Popover
          label={t('agentTitle')}
          side="top"
          className="w-72 p-3.5 text-sm"
          trigger={
            <button type="button" className="rounded-full hover:bg-hover">
              <Chip icon={Zap}>{t('agentQuick')}</Chip>
            </button>
          }
        >
          <p className="font-medium">{t('agentTitle')}</p>
          <p className="mt-1 text-ink-2">{t('agentText')}</p>
        </Popover>
        <Popover
          label={leaves || t('privacyTitle')}
          side="top"
          className="w-72 p-3.5 text-sm"
          trigger={
            <button type="button" className="min-w-0 rounded-full hover:bg-hover">
              <Chip icon={leaves ? ArrowUpRight : Lock} tone={leaves ? 'plain' : 'accent'}>
                {leaves || t('nothingLeaves')}
              </Chip>
            </button>
          }
        >
          <p className="font-medium">{leaves || t('privacyTitle')}</p>
          <p className="mt-1 text-ink-2">{t(leaves ? 'leavesText' : 'privacyText')}</p>
        </Popover>
        <div className="flex-1" />
        {isRunning ? (
          <IconButton icon={Square} label={t('stop')} keys={['esc']} variant="secondary" onClick={onStop} />
        ) : (
          <IconButton
            icon={ArrowUp}
            type="submit"
            label={t('send')}
            keys={['enter']}
            variant="primary"
            disabled={!canSend}
            className="rounded-[10px]"
          />
        )}
      </div>
    </form>
  )
}
