/** How a form made from a schema looks: the same fields as everywhere else in the app. */
import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  ariaDescribedByIds,
  type BaseInputTemplateProps,
  descriptionId,
  type FieldErrorProps,
  type FieldTemplateProps,
  getInputProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type TemplatesType,
} from '@rjsf/utils'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Prose } from './prose.tsx'

function FieldTemplate(props: FieldTemplateProps) {
  const { t } = useTranslation('tools')
  if (props.hidden) return <div hidden>{props.children}</div>
  if (props.id === 'root') return <>{props.children}</>
  // The library leaves the label to its checkbox; our switch stands under its label like every other field.
  const isLabelled = props.displayLabel || props.schema.type === 'boolean'
  return (
    <div className="flex flex-col gap-1">
      {isLabelled && (
        <label htmlFor={props.id} className="flex items-baseline gap-2 text-sm">
          <span className="font-medium font-mono text-[12.5px]">{props.label}</span>
          {props.required && <span className="text-ink-3 text-xs">{t('required')}</span>}
        </label>
      )}
      {isLabelled && props.rawDescription && (
        <p id={descriptionId(props.id)} className="text-ink-3 text-xs">
          <Prose text={props.rawDescription} />
        </p>
      )}
      {props.children}
      {props.errors}
    </div>
  )
}

function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const isRoot = props.fieldPathId.path.length === 0
  return (
    <div className={isRoot ? 'flex flex-col gap-4' : 'flex flex-col gap-3 rounded-md border border-line p-3'}>
      {!isRoot && <span className="font-medium font-mono text-[12.5px]">{props.title}</span>}
      {!isRoot && props.description && <p className="text-ink-3 text-xs">{props.description}</p>}
      {props.properties.map((property) => property.content)}
    </div>
  )
}

function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { t } = useTranslation('tools')
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium font-mono text-[12.5px]">{props.title}</span>
      {props.schema.description && <p className="text-ink-3 text-xs">{props.schema.description}</p>}
      {props.items}
      {props.canAdd && (
        <Button size="sm" icon={Plus} className="self-start" onClick={props.onAddClick}>
          {t('form.add')}
        </Button>
      )}
    </div>
  )
}

function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { t } = useTranslation('tools')
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">{props.children}</div>
      {props.buttonsProps.hasRemove && (
        <IconButton icon={Trash2} label={t('form.removeItem')} onClick={props.buttonsProps.onRemoveItem} />
      )}
    </div>
  )
}

function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { type, step, min, max } = getInputProps(props.schema, props.type, props.options)
  const value: unknown = props.value
  return (
    <Input
      id={props.id}
      type={type === 'number' ? 'text' : type}
      inputMode={type === 'number' ? 'decimal' : undefined}
      step={step}
      min={min}
      max={max}
      className="max-w-xl"
      autoComplete="off"
      spellCheck={false}
      disabled={props.disabled}
      readOnly={props.readonly}
      aria-invalid={(props.rawErrors?.length ?? 0) > 0 || undefined}
      aria-describedby={ariaDescribedByIds(props.id)}
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      onChange={(event) => {
        const typed = event.target.value
        props.onChange(typed === '' ? undefined : type === 'number' ? numberOrText(typed) : typed)
      }}
    />
  )
}

/** What is not a number yet ("1." or "-") stays as typed and is told as a fault instead of being dropped. */
function numberOrText(typed: string): number | string {
  const value = Number(typed)
  return /^-?\d+(\.\d+)?$/.test(typed.trim()) && Number.isFinite(value) ? value : typed
}

function FieldErrorTemplate(props: FieldErrorProps) {
  if (!props.errors || props.errors.length === 0) return null
  return (
    <p role="alert" className="text-red text-xs">
      {props.errors.map(String).join(' ')}
    </p>
  )
}

function MultiSchemaFieldTemplate(props: MultiSchemaFieldTemplateProps) {
  return (
    <div className="flex flex-col gap-2">
      {props.selector}
      {props.optionSchemaField}
    </div>
  )
}

const nothing = () => null

export const formTemplates: Partial<TemplatesType> = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  BaseInputTemplate,
  FieldErrorTemplate,
  MultiSchemaFieldTemplate,
  DescriptionFieldTemplate: nothing,
  ErrorListTemplate: nothing,
}
