/** Asks what files are for that could be records or something to read. */

import type { LucideIcon } from 'lucide-react'
import { FileInput, Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useReceive } from './composer-receive.ts'

export function ComposerFileQuestion() {
  const { t } = useTranslation('composer')
  const { t: common } = useTranslation()
  const asking = useReceive((state) => state.asking)
  const answer = useReceive((state) => state.answer)
  if (!asking) return null
  const isOne = asking.files.length === 1
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer(null)}
      title={t(isOne ? 'useOne' : 'use')}
      description={t(isOne ? 'useOneText' : 'useText')}
      width="sm"
      footer={<Button onClick={() => answer(null)}>{common('cancel')}</Button>}
    >
      <ul className="mb-3 flex flex-col gap-0.5 text-sm">
        {asking.files.map((file) => (
          <li key={`${file.name}-${file.lastModified}`} className="truncate font-medium">
            {file.name}
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-2">
        <Use icon={Paperclip} label={t('useAttach')} text={t('useAttachText')} onChoose={() => answer('attach')} />
        <Use icon={FileInput} label={t('useImport')} text={t('useImportText')} onChoose={() => answer('import')} />
      </div>
    </Dialog>
  )
}

interface UseProps {
  icon: LucideIcon
  label: string
  text: string
  onChoose: () => void
}

function Use({ icon: Icon, label, text, onChoose }: UseProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex items-start gap-3 rounded-lg border border-line px-3.5 py-2.5 text-left transition-colors hover:border-line-strong hover:bg-hover"
    >
      <Icon className="mt-0.5 size-[18px] shrink-0 text-accent" strokeWidth={1.6} aria-hidden />
      <span className="min-w-0">
        <span className="block font-medium text-sm">{label}</span>
        <span className="block text-ink-2 text-sm">{text}</span>
      </span>
    </button>
  )
}
