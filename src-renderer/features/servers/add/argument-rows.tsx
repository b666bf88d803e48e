/** Arguments, a row each, exactly as the program is to get them. */
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'

export interface ArgumentRowsProps {
  args: readonly string[]
  onChange: (args: readonly string[]) => void
}

export function ArgumentRows({ args, onChange }: ArgumentRowsProps) {
  const { t } = useTranslation('servers')
  const box = useRef<HTMLFieldSetElement>(null)
  const focus = (index: number) =>
    requestAnimationFrame(() => box.current?.querySelectorAll<HTMLInputElement>('li input')[index]?.focus())
  const insert = (index: number, texts: readonly string[]) => {
    onChange([...args.slice(0, index), ...texts, ...args.slice(index)])
    focus(index + texts.length - 1)
  }
  const remove = (index: number) => {
    onChange(args.filter((_, each) => each !== index))
    if (args.length > 1) focus(Math.max(0, index - 1))
  }
  return (
    <fieldset ref={box} className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium text-sm">{t('form.args')}</legend>
      {args.length > 0 && (
        <ol className="flex flex-col gap-1.5">
          {args.map((arg, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: arguments are known by their place alone
            <li key={index} className="flex items-center gap-1.5">
              <span className="w-5 shrink-0 text-right text-ink-3 text-xs" aria-hidden>
                {index + 1}
              </span>
              <Input
                className="font-mono"
                spellCheck={false}
                autoComplete="off"
                aria-label={t('form.arg', { number: index + 1 })}
                value={arg}
                onChange={(event) => onChange(args.map((one, each) => (each === index ? event.target.value : one)))}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                    event.preventDefault()
                    insert(index + 1, [''])
                  } else if (event.key === 'Backspace' && arg === '') {
                    event.preventDefault()
                    remove(index)
                  }
                }}
                onPaste={(event) => {
                  const lines = event.clipboardData.getData('text').split(/\r?\n/)
                  if (arg !== '' || lines.length < 2) return
                  event.preventDefault()
                  const texts = lines.filter((line) => line !== '')
                  onChange([...args.slice(0, index), ...texts, ...args.slice(index + 1)])
                  focus(index + texts.length - 1)
                }}
              />
              <IconButton
                icon={X}
                size="sm"
                label={t('form.removeArg', { number: index + 1 })}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" icon={Plus} onClick={() => insert(args.length, [''])}>
          {t('form.addArg')}
        </Button>
        <p className="min-w-0 flex-1 basis-52 text-ink-3 text-xs">{t('form.argsHint')}</p>
      </div>
    </fieldset>
  )
}
