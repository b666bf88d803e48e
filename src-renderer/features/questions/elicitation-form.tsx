/** The fields of a server's question, drawn like every other field of the app. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckboxLine } from '../../ui/checkbox.tsx'
import { Field, Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { ElicitationField, FieldFault, FieldValue, FieldValues } from './elicitation-fields.ts'

/** Radix has no item with an empty value; this one stands for "leave it out". */
const LEFT_OUT = '\u0000'

export function ElicitationForm(props: {
  readonly id: string
  readonly fields: readonly ElicitationField[]
  readonly values: FieldValues
  readonly faults: Readonly<Record<string, FieldFault>>
  readonly onChange: (values: FieldValues) => void
  readonly onSubmit: () => void
}) {
  const { t } = useTranslation('questions')
  if (props.fields.length === 0) {
    return (
      <form
        id={props.id}
        onSubmit={(event) => {
          event.preventDefault()
          props.onSubmit()
        }}
      >
        <p className="text-ink-2 text-sm">{t('form.noFields')}</p>
      </form>
    )
  }
  return (
    <form
      id={props.id}
      noValidate
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      {props.fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={props.values[field.name] ?? ''}
          fault={props.faults[field.name] ?? null}
          onChange={(value) => props.onChange({ ...props.values, [field.name]: value })}
        />
      ))}
    </form>
  )
}

interface OneFieldProps {
  readonly field: ElicitationField
  readonly value: FieldValue
  readonly fault: FieldFault | null
  readonly onChange: (value: FieldValue) => void
}

function OneField(props: OneFieldProps) {
  const { t } = useTranslation('questions')
  const { field, value, fault } = props
  const label = field.isRequired && field.kind !== 'boolean' ? t('form.required', { title: field.title }) : field.title
  const bounds = 'least' in field ? { least: field.least ?? '', most: field.most ?? '' } : { least: '', most: '' }
  const error = fault && t(`fault.${fault}`, bounds)
  if (field.kind === 'boolean') return <YesNo {...props} />
  if (field.kind === 'choices') return <Choices {...props} label={label} error={error} />
  return (
    <Field label={label} hint={field.description} error={error}>
      {({ id, describedBy, invalid }) =>
        field.kind === 'choice' ? (
          <Select
            id={id}
            describedBy={describedBy}
            value={value === '' ? LEFT_OUT : String(value)}
            options={[
              { value: LEFT_OUT, label: t('form.notChosen') },
              ...field.choices.map((choice) => ({ value: choice.value, label: choice.label })),
            ]}
            onChange={(next) => props.onChange(next === LEFT_OUT ? '' : next)}
          />
        ) : (
          <Input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            aria-required={field.isRequired || undefined}
            type={inputType(field)}
            inputMode={field.kind === 'number' ? 'decimal' : undefined}
            autoComplete="off"
            value={String(value)}
            onChange={(event) => props.onChange(event.target.value)}
          />
        )
      }
    </Field>
  )
}

/** A date picker where the browser has one; the rest as text, whose faults are told in our own words. */
function inputType(field: ElicitationField): string {
  if (field.kind !== 'text') return 'text'
  if (field.format === 'date') return 'date'
  return field.format === 'email' ? 'email' : field.format === 'uri' ? 'url' : 'text'
}

function YesNo({ field, value, onChange }: OneFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="min-w-0 flex-1 text-sm">
        <span className="font-medium">{field.title}</span>
        {field.description && <span className="block text-ink-3 text-xs">{field.description}</span>}
      </label>
      <Switch id={id} checked={value === true} onChange={onChange} />
    </div>
  )
}

function Choices(props: OneFieldProps & { readonly label: string; readonly error: string | null }) {
  const id = useId()
  const { field, value } = props
  if (field.kind !== 'choices') return null
  const chosen = Array.isArray(value) ? value : []
  return (
    <fieldset className="flex flex-col gap-1" aria-describedby={props.error ? `${id}-fault` : undefined}>
      <legend className="mb-1 font-medium text-sm">{props.label}</legend>
      {field.description && <p className="text-ink-3 text-xs">{field.description}</p>}
      {field.choices.map((choice) => (
        <CheckboxLine
          key={choice.value}
          className="-mx-3 text-sm"
          checked={chosen.includes(choice.value)}
          onChange={(on) =>
            props.onChange(
              on
                ? field.choices.map((one) => one.value).filter((one) => one === choice.value || chosen.includes(one))
                : chosen.filter((one) => one !== choice.value),
            )
          }
        >
          {choice.label}
        </CheckboxLine>
      ))}
      {props.error && (
        <p id={`${id}-fault`} role="alert" className="text-red text-xs">
          {props.error}
        </p>
      )}
    </fieldset>
  )
}
