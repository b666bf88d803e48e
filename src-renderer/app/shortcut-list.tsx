/** All keys, on one card; opened with "?". */
import { useTranslation } from 'react-i18next'
import { useLayout } from '../stores/layout.ts'
import { Dialog } from '../ui/dialog.tsx'
import { keyName } from '../ui/key-hint.tsx'

export function ShortcutList() {
  const { t } = useTranslation()
  const { t: composer } = useTranslation('composer')
  const open = useLayout((state) => state.isShortcutListOpen)
  const setOpen = useLayout((state) => state.setShortcutList)
  const rows: [string, string[]][] = [
    [t('openPalette'), ['mod', 'K']],
    [t('newChat'), ['mod', 'N']],
    [t('settings'), ['mod', ',']],
    [t('toggleList'), ['mod', 'B']],
    [t('shortcutFocus'), ['/']],
    [t('shortcutSend'), ['enter']],
    [t('shortcutNewline'), ['shift', 'enter']],
    [composer('shortcutSendNow'), ['mod', 'enter']],
    [composer('shortcutRecall'), ['↑']],
    [composer('shortcutModel'), ['mod', 'J']],
    [composer('shortcutAttach'), ['mod', 'U']],
    [t('shortcutStop'), ['esc']],
    [t('shortcuts'), ['?']],
  ]
  return (
    <Dialog open={open} onOpenChange={setOpen} title={t('shortcuts')} width="sm">
      <dl>
        {rows.map(([label, keys]) => (
          <div
            key={label}
            className="flex items-center justify-between border-line border-b py-1.5 text-sm last:border-0"
          >
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border border-line bg-bg px-1.5 font-sans text-ink-2 text-xs">
                  {keyName(key)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
