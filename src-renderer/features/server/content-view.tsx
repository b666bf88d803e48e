/** Content blocks of every type: text, picture, sound, resource, link. Nothing is fetched, nothing opens by itself. */
import { Download, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../format/save-file.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LongCode } from '../tools/result-view.tsx'
import { bytesOfBase64 } from './base64.ts'
import { contentPart, isPicture, isSound, isWebAddress } from './content-parts.ts'

export function ContentView({ blocks }: { readonly blocks: readonly unknown[] }) {
  const { t } = useTranslation('serverPage')
  if (blocks.length === 0) return <p className="text-ink-2 text-sm">{t('content.none')}</p>
  return (
    <ol className="flex flex-col gap-3">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one result neither move nor change
        <li key={index} className="min-w-0">
          <Block block={block} />
        </li>
      ))}
    </ol>
  )
}

function Block({ block }: { readonly block: unknown }) {
  const { t } = useTranslation('serverPage')
  const part = contentPart(block)
  switch (part.kind) {
    case 'text':
      return <LongCode code={part.text} label={t('content.text')} />
    case 'image':
    case 'audio':
      return <Binary data={part.data} mimeType={part.mimeType} name={t(`content.${part.kind}`)} />
    case 'resource':
      return (
        <Framed uri={part.uri} mimeType={part.mimeType}>
          <LongCode code={part.text} label={part.uri} />
        </Framed>
      )
    case 'blob':
      return (
        <Framed uri={part.uri} mimeType={part.mimeType}>
          <Binary data={part.data} mimeType={part.mimeType} name={part.uri} />
        </Framed>
      )
    case 'link':
      return (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-3 py-2 text-sm">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{part.name}</p>
            {part.description && <p className="text-ink-2">{part.description}</p>}
            <p className="break-all font-mono text-ink-2 text-xs">{part.uri}</p>
          </div>
          {part.mimeType && <Chip>{part.mimeType}</Chip>}
          <CopyButton text={part.uri} label={t('content.copyAddress')} size="sm" />
          {isWebAddress(part.uri) && (
            <Button
              size="sm"
              icon={ExternalLink}
              onClick={() => window.open(part.uri, '_blank', 'noopener,noreferrer')}
            >
              {t('content.open')}
            </Button>
          )}
        </div>
      )
    default:
      return <CodeBlock code={JSON.stringify(part.block, null, 2) ?? ''} label={t('content.unknown')} />
  }
}

function Framed(props: { readonly uri: string; readonly mimeType: string | null; readonly children: ReactNode }) {
  return (
    <figure className="m-0 flex flex-col gap-1.5">
      <figcaption className="flex flex-wrap items-center gap-2 text-ink-2 text-xs">
        <span className="break-all font-mono">{props.uri}</span>
        {props.mimeType && <Chip>{props.mimeType}</Chip>}
      </figcaption>
      {props.children}
    </figure>
  )
}

/** A picture or sound that plays, anything else by its size; all of them can be saved. */
export function Binary(props: { readonly data: string; readonly mimeType: string | null; readonly name: string }) {
  const { t } = useTranslation('serverPage')
  const format = useFormat()
  const { data, mimeType, name } = props
  const blob = useMemo(() => {
    const bytes = bytesOfBase64(data)
    return bytes && new Blob([bytes], { type: mimeType ?? 'application/octet-stream' })
  }, [data, mimeType])
  const url = useObjectUrl(blob)
  const [isBroken, setBroken] = useState(false)
  if (!blob) return <p className="text-amber text-sm">{t('content.notBase64')}</p>
  return (
    <div className="flex flex-col items-start gap-2">
      {url && isPicture(mimeType) && !isBroken && (
        <img
          src={url}
          alt={name}
          onError={() => setBroken(true)}
          className="max-h-96 max-w-full rounded-md border border-line bg-sunken object-contain"
        />
      )}
      {url && isSound(mimeType) && !isBroken && (
        // biome-ignore lint/a11y/useMediaCaption: a server sends sound without captions
        <audio controls src={url} aria-label={name} onError={() => setBroken(true)} className="w-full max-w-md" />
      )}
      {isBroken && <p className="text-amber text-sm">{t('content.broken')}</p>}
      <div className="flex items-center gap-2 text-ink-2 text-xs">
        <span>{[mimeType ?? t('content.unknownType'), format.bytes(blob.size)].join(' · ')}</span>
        <Button size="sm" icon={Download} onClick={() => saveFile(savedName(name, mimeType), blob)}>
          {t('content.save')}
        </Button>
      </div>
    </div>
  )
}

/** The last part of the address, without what a file system could misread. */
function savedName(name: string, mimeType: string | null): string {
  const stem = (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(-80)
  if (/\.[\p{L}\p{N}]{1,8}$/u.test(stem)) return stem
  const ending = mimeType?.split(/[/+;]/)[1]?.replace(/[^a-z0-9]/gi, '') ?? ''
  return `${stem || 'content'}.${ending || 'bin'}`
}

function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [blob])
  return url
}
