/** The person's own words to the agents. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useAction } from '../../stores/use-action.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'

export function AgentPrompt() {
  const { t } = useTranslation('models')
  const { value, error, reload } = useLoaded('prompt', () => client.models.prompt(), ['models-changed'])
  return (
    <Panel title={t('prompt')} padded>
      <p className="text-ink-2 text-sm">{t('promptText')}</p>
      <div className="mt-2.5">
        {value !== null ? (
          <PromptField stored={value.text} />
        ) : error !== null ? (
          <ErrorState title={t('promptUnread')} error={error} onRetry={reload} />
        ) : (
          <SkeletonLines lines={3} />
        )}
      </div>
    </Panel>
  )
}

function PromptField({ stored }: { stored: string }) {
  const { t } = useTranslation('models')
  const [text, setText] = useState(stored)
  const [saved, setSaved] = useState(stored)
  const save = useAction(async () => {
    await client.models.setPrompt({ text })
    setSaved(text)
    toast(t('promptSaved'))
  })
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        rows={4}
        maxLength={8_000}
        aria-label={t('promptField')}
        placeholder={t('promptPlaceholder')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {save.error !== null && <ErrorState title={t('promptFailed')} error={save.error} />}
      <Button
        className="self-end"
        variant="primary"
        disabled={text === saved}
        busy={save.isBusy}
        onClick={() => void save.run()}
      >
        {t('save')}
      </Button>
    </div>
  )
}
