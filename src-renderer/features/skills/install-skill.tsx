/** Installs a skill from a folder or a zip, by button or drop; progress and refusals show where it was asked for. */
import { FileArchive, FolderOpen, PackageOpen } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { uploadFile } from '../../rpc/upload.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Progress } from '../../ui/progress.tsx'
import { type ChosenSource, sourceOfDrop, sourceOfFile, sourceOfFolder } from './chosen-source.ts'

export function InstallSkill({ onInstalled }: { readonly onInstalled: (id: string) => void }) {
  const { t } = useTranslation('skills')
  const { t: common } = useTranslation()
  const [isOver, setOver] = useState(false)
  const [name, setName] = useState('')
  const [share, setShare] = useState<number | null>(null)
  const wanted = useRef<(() => Promise<ChosenSource>) | null>(null)
  const zip = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const install = useAction(async (signal) => {
    const source = await wanted.current?.()
    if (source === undefined || signal.aborted) return
    setName(source.name)
    const { id } = await client.skills.install(
      source.kind === 'path' ? { path: source.path } : { upload: await send(source.file, signal) },
      { signal },
    )
    onInstalled(id)
  })
  const send = async (file: File, signal: AbortSignal) => {
    setShare(0)
    const upload = await uploadFile({
      file,
      signal,
      onProgress: (sentBytes) => setShare(sentBytes / Math.max(1, file.size)),
    })
    setShare(null)
    return upload
  }
  const start = (source: () => Promise<ChosenSource>) => {
    wanted.current = source
    setName('')
    setShare(null)
    void install.run()
  }
  const label = t('install.running', { name: name || t('install.unnamed') })
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the shortcut, the buttons do the same */}
      <div
        data-testid="skill-drop"
        className={cx(
          'flex min-h-24 flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed px-4 py-4',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
        // Kept from the window, which would import what is dropped as health data.
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
          const source = sourceOfDrop(event.dataTransfer)
          // Told of below, by the run that waits for it.
          source.catch(() => {})
          start(() => source)
        }}
      >
        {install.isBusy ? (
          <div role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-3">
            <span className="min-w-0 text-ink-2 text-sm [overflow-wrap:anywhere]">{label}</span>
            <span className="w-56 max-w-full">
              <Progress value={share} label={label} />
            </span>
            <Button size="sm" onClick={install.cancel}>
              {common('cancel')}
            </Button>
          </div>
        ) : (
          <>
            <PackageOpen className="size-6 shrink-0 text-ink-3" strokeWidth={1.4} aria-hidden />
            <div className="min-w-48 flex-1">
              <p className="font-medium text-sm">{t('install.title')}</p>
              <p className="text-ink-2 text-sm">{t('install.text')}</p>
            </div>
            <div className="flex gap-2">
              <Button icon={FileArchive} onClick={() => zip.current?.click()}>
                {t('install.zip')}
              </Button>
              <Button icon={FolderOpen} onClick={() => folder.current?.click()}>
                {t('install.folder')}
              </Button>
            </div>
          </>
        )}
        <input
          ref={zip}
          type="file"
          accept=".zip,.skill"
          hidden
          aria-label={t('install.zip')}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) start(async () => sourceOfFile(file))
            // The same file may be chosen again after it was mended.
            event.target.value = ''
          }}
        />
        <input
          ref={(element) => {
            folder.current = element
            element?.setAttribute('webkitdirectory', '')
          }}
          type="file"
          hidden
          aria-label={t('install.folder')}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            start(() => sourceOfFolder(files))
            event.target.value = ''
          }}
        />
      </div>
      {install.error !== null && <ErrorState title={t('install.failed')} error={install.error} isReasonShown />}
    </div>
  )
}
