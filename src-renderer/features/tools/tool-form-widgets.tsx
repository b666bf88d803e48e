/** Controls of a schema's form: choices, yes/no, longer text, and a list of values typed into one field. */
import { ariaDescribedByIds, type RegistryWidgetsType, type WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'

/** Radix has no item with an empty value; this one stands for "leave it out". */
const LEFT_OUT = '\u0000'

function SelectWidget(props: WidgetProps) {
  const { t } = useTranslation('tools')
  const choices = props.options.enumOptions ?? []
  const at = choices.findIndex((choice) => choice.value === props.value)
  const options = choices.map((choice, index) => ({ value: String(index), label: choice.label }))
  if (!props.required) options.unshift({ value: LEFT_OUT, label: t('form.leftOut') })
  return (
    <Select
      id={props.id}
      describedBy={ariaDescribedByIds(props.id)}
      className="max-w-xl"
      disabled={props.disabled || props.readonly}
      value={at === -1 ? (props.required ? '' : LEFT_OUT) : String(at)}
      options={options}
      onChange={(index) => props.onChange(index === LEFT_OUT ? undefined : choices[Number(index)]?.value)}
    />
  )
}

function CheckboxWidget(props: WidgetProps) {
  return (
    <div className="flex h-8 items-center">
      <Switch
        id={props.id}
        label={props.label}
        checked={props.value === true}
        disabled={props.disabled || props.readonly}
        onChange={props.onChange}
      />
    </div>
  )
}

function TextareaWidget(props: WidgetProps) {
  return (
    <Textarea
      id={props.id}
      className="max-w-xl"
      spellCheck={false}
      aria-describedby={ariaDescribedByIds(props.id)}
      aria-invalid={(props.rawErrors?.length ?? 0) > 0 || undefined}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => props.onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}

/** Lists of texts or numbers, one a line: quicker than a row of fields, and a column pastes in as it is. */
function LinesWidget(props: WidgetProps) {
  const { t } = useTranslation('tools')
  const { items } = props.schema
  const isNumeric =
    typeof items === 'object' && !Array.isArray(items) && (items.type === 'number' || items.type === 'integer')
  const given = Array.isArray(props.value) ? props.value.map(String).join('\n') : ''
  const [typed, setTyped] = useState(given)
  // Another run's arguments may be loaded into the form; what is being typed (blank lines, spaces) stays.
  const shown = lines(typed).join('\n') === given ? typed : given
  return (
    <Textarea
      id={props.id}
      className="max-w-xl font-mono text-xs"
      rows={Math.min(8, Math.max(2, shown.split('\n').length))}
      style={{ minHeight: 0 }}
      spellCheck={false}
      placeholder={t('form.oneALine')}
      aria-describedby={ariaDescribedByIds(props.id)}
      aria-invalid={(props.rawErrors?.length ?? 0) > 0 || undefined}
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value)
        const list = lines(event.target.value)
        props.onChange(list.length === 0 ? undefined : isNumeric ? list.map(numberOrText) : list)
      }}
    />
  )
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function numberOrText(line: string): number | string {
  const value = Number(line)
  return Number.isFinite(value) ? value : line
}

export const formWidgets: RegistryWidgetsType = { SelectWidget, CheckboxWidget, TextareaWidget, lines: LinesWidget }
