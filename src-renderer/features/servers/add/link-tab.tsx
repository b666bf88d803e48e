/** An install link, or a bundle: a file that brings a server along. */
import { PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../../rpc/client.ts'
import { uploadFile } from '../../../rpc/upload.ts'
import { useAction } from '../../../stores/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { CodeField } from '../../../ui/input.tsx'
import { Progress } from '../../../ui/progress.tsx'
import type { ReadProposals } from './read-proposals.ts'
import { TabFrame } from './tab-frame.tsx'

/** The same in every language. */
const ownScheme = 'mirohub://'

export interface LinkTabProps {
  url: string
  onChange: (url: string) => void
  isBusy: boolean
  onRead: ReadProposals
  children: ReactNode
}

export function LinkTab({ url, onChange, isBusy, onRead, children }: LinkTabProps) {
  const { t } = useTranslation('servers')
  return (
    <TabFrame
      canGoOn={url.trim() !== ''}
      isBusy={isBusy}
      onGoOn={() => onRead(() => client.servers.propose({ kind: 'link', url: url.trim() }))}
      error={children}
    >
      <CodeField
        label={t('link.label')}
        hint={t('link.hint')}
        placeholder={ownScheme}
        value={url}
        onChange={onChange}
      />
      <BundleDrop isBusy={isBusy} onRead={onRead} />
    </TabFrame>
  )
}

const isBundle = (name: string) => /\.(mcpb|dxt)$/i.test(name)

function BundleDrop({ isBusy, onRead }: Pick<LinkTabProps, 'isBusy' | 'onRead'>) {
  const { t } = useTranslation('servers')
  const { t: common } = useTranslation()
  const [isOver, setOver] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const chooser = useRef<HTMLInputElement>(null)
  const wanted = useRef<File | null>(null)
  const send = useAction(async (signal) => {
    const bundle = wanted.current
    if (bundle === null) return
    // The window hands over where the file lies; only a browser has to send it.
    const path = window.mirohubPipe?.filePath(bundle) ?? ''
    if (path !== '') {
      onRead(() => client.servers.propose({ kind: 'bundle', path }))
      return
    }
    const upload = await uploadFile({
      file: bundle,
      signal,
      onProgress: (sentBytes) => setShare(sentBytes / Math.max(1, bundle.size)),
    })
    onRead(() => client.servers.propose({ kind: 'bundle', upload }))
  })
  const take = (chosen: File | null | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setShare(0)
    wanted.current = isBundle(chosen.name) ? chosen : null
    if (wanted.current) void send.run()
  }
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium text-sm">{t('link.bundle')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the shortcut, the button does the same */}
      <div
        className={cx(
          'flex min-h-28 flex-col items-center justify-center gap-2 rounded-lg border border-dashed px-4 py-4 text-center',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
        // Kept from the window, which would import the file as health data.
        onDragEnter={(event) => event.stopPropagation()}
        onDragOver={(event) => {
          event.preventDefault()
          event.stopPropagation()
          event.dataTransfer.dropEffect = 'copy'
          setOver(true)
        }}
        onDragLeave={(event) => {
          event.stopPropagation()
          setOver(false)
        }}
        onDrop={(event) => {
          event.preventDefault()
          event.stopPropagation()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        {send.isBusy && file ? (
          <>
            <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">{t('link.uploading', { name: file.name })}</p>
            <span className="w-64 max-w-full">
              <Progress value={share} label={t('link.uploading', { name: file.name })} />
            </span>
            <Button size="sm" onClick={send.cancel}>
              {common('cancel')}
            </Button>
          </>
        ) : (
          <>
            <PackageOpen className="size-6 text-ink-3" strokeWidth={1.4} aria-hidden />
            <p className="text-ink-2 text-sm">{t('link.drop')}</p>
            <Button size="sm" disabled={isBusy} onClick={() => chooser.current?.click()}>
              {t('link.choose')}
            </Button>
          </>
        )}
        <input
          ref={chooser}
          type="file"
          accept=".mcpb,.dxt"
          hidden
          onChange={(event) => {
            take(event.target.files?.[0])
            // The same file may be chosen again after it was mended.
            event.target.value = ''
          }}
        />
      </div>
      <p className="text-ink-3 text-xs">{t('link.bundleText')}</p>
      {file && !isBundle(file.name) && (
        <p role="alert" className="text-red text-sm [overflow-wrap:anywhere]">
          {t('link.wrongFile', { name: file.name })}
        </p>
      )}
      {send.error !== null && <ErrorState title={t('add.readFailed')} error={send.error} isReasonShown />}
    </div>
  )
}
