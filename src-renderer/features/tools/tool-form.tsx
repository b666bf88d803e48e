/** A tool's arguments as a form made from its schema. */
import Form from '@rjsf/core'
import type { ErrorSchema, RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { typeWords } from './parameter-table.tsx'
import { type Fault, schemaFaults } from './schema-check.ts'
import { isJson, type Json, parameterType } from './schema-parameters.ts'
import { formTemplates } from './tool-form-theme.tsx'
import { formWidgets } from './tool-form-widgets.tsx'

function isFormSchema(schema: Json): schema is RJSFSchema & Json {
  return schema.type === undefined || schema.type === 'object'
}

/** `onSubmit` runs only when the arguments fit the schema. `id` is for a submit button outside. */
export function ToolForm(props: {
  readonly id: string
  readonly schema: Json
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onSubmit: (value: unknown) => void
}) {
  const { t } = useTranslation('tools')
  const schema = useMemo(() => withNames(props.schema, t), [props.schema, t])
  const uiSchema = useMemo(() => layout(schema), [schema])
  const validator = useMemo(() => pageValidator(t), [t])
  const properties = isJson(schema.properties) ? Object.keys(schema.properties) : []
  if (!isFormSchema(schema)) return <p className="text-ink-2 text-sm">{t('form.notPossible')}</p>
  return (
    <>
      {properties.length === 0 && <p className="text-ink-2 text-sm">{t('noParameters')}</p>}
      <Form
        id={props.id}
        schema={schema}
        uiSchema={uiSchema}
        validator={validator}
        formData={props.value}
        templates={formTemplates}
        widgets={formWidgets}
        showErrorList={false}
        noHtml5Validate
        focusOnFirstError
        onError={() => {
          // The faults stand beside their fields; without a handler the library prints them to the console as well.
        }}
        onChange={(event) => props.onChange(event.formData)}
        onSubmit={(event) => props.onSubmit(event.formData)}
      />
    </>
  )
}

/**
 * Fields are named as the tool names them, so titles inside the schema go; the branches of a union get their kind in
 * words, which the library would call "Option 1".
 */
function withNames(schema: Json, t: TFunction<'tools'>): Json {
  const { title: _title, description: _description, $schema: _dialect, ...rest } = schema
  if (!isJson(rest.properties)) return rest
  const properties = Object.fromEntries(
    Object.entries(rest.properties).map(([name, property]) => [name, isJson(property) ? named(property, t) : property]),
  )
  return { ...rest, properties }
}

function named(property: Json, t: TFunction<'tools'>): Json {
  if (!Array.isArray(property.anyOf)) return property
  const anyOf = property.anyOf.map((branch) =>
    isJson(branch) ? { ...branch, title: typeWords(t, parameterType(branch)) } : branch,
  )
  return { ...property, anyOf }
}

function layout(schema: Json): UiSchema {
  const ui: UiSchema = { 'ui:submitButtonOptions': { norender: true } }
  const properties = isJson(schema.properties) ? schema.properties : {}
  for (const [name, property] of Object.entries(properties)) if (isJson(property)) ui[name] = fieldLayout(property)
  return ui
}

function fieldLayout(property: Json): UiSchema {
  const { items } = property
  if (Array.isArray(property.anyOf))
    return { anyOf: property.anyOf.map((one) => (isJson(one) ? fieldLayout(one) : {})) }
  const isListed = isJson(items) && ['string', 'number', 'integer'].includes(String(items.type)) && !items.enum
  if (property.type === 'array' && isListed) return { 'ui:widget': 'lines' }
  const isLong = property.type === 'string' && typeof property.maxLength === 'number' && property.maxLength > 400
  return isLong ? { 'ui:widget': 'textarea' } : {}
}

export function faultWords(t: TFunction<'tools'>, fault: Fault): string {
  return t(`fault.${fault.code}`, { expected: fault.expected })
}

function pageValidator(t: TFunction<'tools'>): ValidatorType {
  return {
    isValid: (schema, value, root) => schemaFaults(schema, value, root).length === 0,
    rawValidation: (schema, value) => ({
      errors: schemaFaults(schema, value).length === 0 ? undefined : [],
    }),
    validateFormData: (value, schema) => {
      const faults = schemaFaults(schema, value ?? {})
      const errorSchema: ErrorSchema = {}
      for (const fault of faults) {
        let at: ErrorSchema = errorSchema
        for (const step of fault.path) {
          const next: ErrorSchema = at[step] ?? {}
          at[step] = next
          at = next
        }
        at.__errors = [...(at.__errors ?? []), faultWords(t, fault)]
      }
      return {
        errors: faults.map((fault) => ({
          property: `.${fault.path.join('.')}`,
          message: faultWords(t, fault),
          stack: `${fault.path.join('.')} ${faultWords(t, fault)}`,
        })),
        errorSchema,
      }
    },
  }
}
