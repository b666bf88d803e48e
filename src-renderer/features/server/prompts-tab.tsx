/** Prompts of a server: their arguments as a form, and the messages that they make. */
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useAction } from '../../stores/use-action.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { ListState } from '../connect/list-state.tsx'
import { ContentView } from './content-view.tsx'
import type { ServerTabProps } from './use-server.ts'

type Prompt = Awaited<ReturnType<typeof client.servers.prompts>>[number]
type PromptAnswer = Awaited<ReturnType<typeof client.servers.getPrompt>>

export function PromptsTab({ server }: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const read = useLoaded(`prompts ${server.id} ${server.listedAt}`, () => client.servers.prompts({ id: server.id }), [])
  if (!read.value || read.value.length === 0) {
    return (
      <ListState
        read={read}
        isWholeTab
        failedTitle={t('prompts.failed')}
        icon={MessageSquareText}
        emptyTitle={t('prompts.none')}
      >
        {t('prompts.noneText')}
      </ListState>
    )
  }
  return (
    <div className="h-full overflow-y-auto">
      <div className="flex flex-col gap-4.5 px-6 pt-4 pb-10">
        {read.value.map((prompt) => (
          <PromptPanel key={prompt.name} serverId={server.id} prompt={prompt} />
        ))}
      </div>
    </div>
  )
}

function PromptPanel(props: { readonly serverId: string; readonly prompt: Prompt }) {
  const { t } = useTranslation('serverPage')
  const { t: tools } = useTranslation('tools')
  const { prompt } = props
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [answer, setAnswer] = useState<PromptAnswer | null>(null)
  const get = useAction(async (signal) => {
    // What was left empty was not given.
    const args = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    const got = await client.servers.getPrompt({ id: props.serverId, name: prompt.name, args }, { signal })
    if (!signal.aborted) setAnswer(got)
  })
  return (
    <Panel title={prompt.name} padded>
      {prompt.description && <p className="mb-3 max-w-[760px] text-ink-2 text-sm">{prompt.description}</p>}
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void get.run()
        }}
      >
        {prompt.arguments.map((one) => (
          <TextField
            key={one.name}
            label={one.required ? `${one.name} (${tools('required')})` : one.name}
            hint={one.description}
            className="max-w-xl"
            autoComplete="off"
            value={values[one.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [one.name]: value }))}
          />
        ))}
        <div className="flex gap-2">
          <Button
            type="submit"
            busy={get.isBusy}
            disabled={prompt.arguments.some((one) => one.required && !values[one.name])}
          >
            {t('prompts.show')}
          </Button>
          {get.isBusy && <Button onClick={get.cancel}>{t('stopWaiting')}</Button>}
        </div>
      </form>
      {get.error !== null && (
        <div className="mt-3">
          <ErrorState title={t('prompts.getFailed')} error={get.error} isReasonShown />
        </div>
      )}
      {answer && (
        <div className="mt-4 flex flex-col gap-4 border-line border-t pt-3">
          <div className="flex items-center gap-2">
            <h3 className="font-medium text-sm">{t('prompts.messages', { count: answer.messages.length })}</h3>
            <CopyButton text={JSON.stringify(answer.messages, null, 2)} size="sm" />
          </div>
          {answer.messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one answer neither move nor change
            <div key={index} className="flex flex-col gap-1.5">
              <span>
                <Chip>
                  {message.role === 'user' || message.role === 'assistant' ? t(`role.${message.role}`) : message.role}
                </Chip>
              </span>
              <ContentView blocks={[message.content]} />
            </div>
          ))}
        </div>
      )}
    </Panel>
  )
}
