/** Resources of a server: what it lists, templates with their variables, and the one that was read. */
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useAction } from '../../stores/use-action.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CodeField } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { ListState } from '../connect/list-state.tsx'
import { LongCode } from '../tools/result-view.tsx'
import { Binary } from './content-view.tsx'
import { fillTemplate, templateVariables } from './uri-template.ts'
import type { ServerTabProps } from './use-server.ts'

type Resource = Awaited<ReturnType<typeof client.servers.resources>>[number]

/** More rows than this are found by search, not by scrolling. */
const MOST_ROWS = 300

export function ResourcesTab({ server }: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const read = useLoaded(
    `resources ${server.id} ${server.listedAt}`,
    () => client.servers.resources({ id: server.id }),
    [],
  )
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  if (!read.value || read.value.length === 0) {
    return (
      <ListState
        read={read}
        isWholeTab
        failedTitle={t('resources.failed')}
        icon={FileText}
        emptyTitle={t('resources.none')}
      >
        {t('resources.noneText')}
      </ListState>
    )
  }
  const wanted = words.trim().toLowerCase()
  const found = read.value.filter((one) =>
    [one.uri, one.name, one.description ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  )
  const selected = read.value.find((one) => one.uri === chosen) ?? null
  return (
    <div className="@container h-full overflow-y-auto">
      <div className="flex flex-col gap-4.5 px-6 pt-4 pb-10">
        {selected && <ResourceReader key={selected.uri} serverId={server.id} resource={selected} />}
        <Panel
          title={t('resources.title')}
          about={t('resources.count', { count: read.value.length })}
          actions={<SearchInput className="w-56" label={t('resources.find')} value={words} onChange={setWords} />}
        >
          <ul className="flex flex-col">
            {found.slice(0, MOST_ROWS).map((one) => (
              <li key={one.uri} className="border-line border-t">
                <button
                  type="button"
                  aria-current={one.uri === chosen || undefined}
                  onClick={() => setChosen(one.uri)}
                  className={cx(
                    'flex w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-3.5 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2',
                    one.uri === chosen && 'bg-sunken',
                  )}
                >
                  <span className="font-medium">{one.name}</span>
                  <span className="min-w-40 flex-1 break-all font-mono text-ink-3 text-xs">{one.uri}</span>
                  {one.isTemplate && <Chip tone="accent">{t('resources.template')}</Chip>}
                  {one.mimeType && <Chip>{one.mimeType}</Chip>}
                  {one.description && <span className="w-full text-ink-2 text-xs">{one.description}</span>}
                </button>
              </li>
            ))}
          </ul>
          {found.length > MOST_ROWS && (
            <p className="border-line border-t px-3.5 py-2 text-ink-3 text-xs">
              {t('resources.more', { count: found.length - MOST_ROWS })}
            </p>
          )}
          {found.length === 0 && (
            <p className="border-line border-t px-3.5 py-6 text-center text-ink-2 text-sm">{t('resources.noMatch')}</p>
          )}
        </Panel>
      </div>
    </div>
  )
}

type Contents = Awaited<ReturnType<typeof client.servers.readResource>>['contents']

function ResourceReader(props: { readonly serverId: string; readonly resource: Resource }) {
  const { t } = useTranslation('serverPage')
  const { resource } = props
  const variables = resource.isTemplate ? templateVariables(resource.uri) : []
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [contents, setContents] = useState<Contents | null>(null)
  const uri = resource.isTemplate ? fillTemplate(resource.uri, values) : resource.uri
  const read = useAction(async (signal) => {
    const answer = await client.servers.readResource({ id: props.serverId, uri }, { signal })
    if (!signal.aborted) setContents(answer.contents)
  })
  return (
    <Panel title={resource.name} padded actions={<CopyButton text={uri} label={t('content.copyAddress')} />}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void read.run()
        }}
      >
        <p className="break-all font-mono text-ink-2 text-xs">{uri}</p>
        {variables.map((name) => (
          <CodeField
            key={name}
            label={name}
            className="max-w-xl text-xs"
            value={values[name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            busy={read.isBusy}
            disabled={variables.some((name) => !values[name]) && !/\{[?&]/.test(resource.uri)}
          >
            {t('resources.read')}
          </Button>
          {read.isBusy && <Button onClick={read.cancel}>{t('stopWaiting')}</Button>}
        </div>
      </form>
      {read.error !== null && (
        <div className="mt-3">
          <ErrorState title={t('resources.readFailed')} error={read.error} isReasonShown />
        </div>
      )}
      {contents && (
        <div className="mt-4 flex flex-col gap-4">
          {contents.length === 0 && <p className="text-ink-2 text-sm">{t('resources.empty')}</p>}
          {contents.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one address may come in several parts
            <figure key={index} className="m-0 flex flex-col gap-1.5">
              <figcaption className="flex flex-wrap items-center gap-2 text-ink-2 text-xs">
                <span className="break-all font-mono">{one.uri}</span>
                {one.mimeType && <Chip>{one.mimeType}</Chip>}
              </figcaption>
              {one.text !== null && <LongCode code={one.text} label={one.uri} />}
              {one.blob !== null && <Binary data={one.blob} mimeType={one.mimeType} name={one.uri} />}
            </figure>
          ))}
        </div>
      )}
    </Panel>
  )
}
