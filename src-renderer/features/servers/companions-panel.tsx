/** Servers that come with Mirohub: one click away, or what each of them still needs. */
import { Check, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { CompanionView } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAddServer } from './add/add-server.ts'

export function CompanionsPanel() {
  const { t } = useTranslation('servers')
  const read = useLoaded('companions', () => client.servers.companions(), ['servers-changed'])
  if (read.value?.length === 0) return null
  return (
    <section aria-labelledby="servers-companions">
      <h2 id="servers-companions" className="mb-2.5 flex items-baseline gap-2 font-semibold text-sm">
        {t('companion.title')}
        <span className="font-normal text-ink-3 text-xs">{t('companion.about')}</span>
      </h2>
      {read.error !== null && <ErrorState title={t('companion.failed')} error={read.error} onRetry={read.reload} />}
      {read.value === null && read.error === null && (
        <div className="grid gap-3 @2xl:grid-cols-2" aria-hidden>
          {['a', 'b', 'c', 'd'].map((key) => (
            <div key={key} className="flex h-[94px] flex-col gap-2.5 rounded-lg border border-line bg-surface p-3.5">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-3.5 w-56" />
            </div>
          ))}
        </div>
      )}
      <ul className="grid gap-3 @2xl:grid-cols-2">
        {read.value?.map((one) => (
          <CompanionCard key={one.id} companion={one} />
        ))}
      </ul>
    </section>
  )
}

function CompanionCard({ companion }: { companion: CompanionView }) {
  const { t, i18n } = useTranslation('servers')
  const [, navigate] = useLocation()
  const open = useAddServer((state) => state.open)
  const { id, title, description, tools, missing, fields, serverId } = companion
  const isThere = serverId !== null
  const list = new Intl.ListFormat(i18n.language, { style: 'narrow' })
  return (
    <li className="flex items-start gap-3 rounded-lg border border-line bg-surface p-3.5">
      <div className="min-w-0 flex-1">
        <h3 className="font-medium text-base">{title}</h3>
        <p className="text-ink-2 text-sm">{description}</p>
        {missing.length > 0 && !isThere && (
          <ul className="mt-1.5 text-sm" aria-label={t('companion.missing')}>
            {missing.map((sentence) => (
              <li key={sentence} className="flex items-start gap-1.5 text-ink-2">
                <CircleDashed className="mt-[3px] size-3.5 shrink-0 text-amber" strokeWidth={1.8} aria-hidden />
                <span className="min-w-0 [overflow-wrap:anywhere]">{sentence}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-1 text-ink-3 text-xs" title={tools.join('\n')}>
          {[
            t('companion.tools', { count: tools.length }),
            !isThere &&
              fields.length > 0 &&
              t('companion.key', { names: list.format(fields.map((field) => field.title)) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {isThere ? (
        <div className="flex shrink-0 flex-col items-end gap-1.5">
          <Button
            size="sm"
            aria-label={t('companion.addedOne', { name: title })}
            onClick={() => navigate(`/servers/${serverId}`)}
          >
            {t('companion.added')}
          </Button>
          <span className="inline-flex items-center gap-1 text-ink-3 text-xs">
            <Check className="size-3.5" strokeWidth={1.8} aria-hidden />
            {t('companion.isThere')}
          </span>
        </div>
      ) : (
        <Button
          size="sm"
          aria-label={t('companion.addOne', { name: title })}
          // What it lacks is asked for on the way; only what nobody is asked for keeps it from being added.
          disabled={missing.length > 0 && fields.length === 0}
          onClick={() => open({ kind: 'companion', companion: id })}
        >
          {t('companion.add')}
        </Button>
      )}
    </li>
  )
}
