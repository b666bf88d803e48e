/** What runs or is reached, to edit. Saving something else takes the approval away, and says so before. */
import { Plus, ShieldQuestion, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CodeField, Field, Input, TextField } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import {
  draftOf,
  isTargetChanged,
  type NameRow,
  newKey,
  type TargetForm,
  targetFault,
  targetForm,
} from './target-form.ts'
import type { ServerTabProps } from './use-server.ts'

const encodings = ['utf-8', 'utf-16le', 'gb18030', 'big5', 'shift_jis', 'euc-kr', 'windows-1252', 'iso-8859-1']
const encodingErrors = ['replace', 'strict', 'ignore'] as const
const auths = ['none', 'bearer', 'oauth'] as const

export function TargetPanel({ server, busy, change }: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const [form, setForm] = useState<TargetForm>(() => targetForm(server.target))
  const isFixed = server.declaredIn !== null
  const isChanged = isTargetChanged(form, server)
  const fault = targetFault(form)
  const save = () =>
    void change({
      name: 'target',
      failed: t('settings.failed'),
      act: () => client.servers.update({ id: server.id, draft: draftOf(server.name, form) }),
    })
  return (
    <Panel title={t(form.kind === 'stdio' ? 'target.program' : 'target.address')} padded>
      <fieldset disabled={isFixed} className="flex min-w-0 flex-col gap-3.5">
        {form.kind === 'stdio' ? (
          <Program form={form} onChange={setForm} />
        ) : (
          <Address form={form} onChange={setForm} />
        )}
        {isChanged && (
          <>
            <p className="flex items-start gap-2 rounded-md bg-amber-soft px-3 py-2 text-amber text-sm">
              <ShieldQuestion className="mt-0.5 size-4 shrink-0" strokeWidth={1.6} aria-hidden />
              {t('target.approvalAgain')}
            </p>
            {fault && (
              <p role="alert" className="text-red text-sm">
                {t(`target.fault.${fault}`)}
              </p>
            )}
            <div className="flex justify-end gap-2">
              <Button onClick={() => setForm(targetForm(server.target))}>{t('discard')}</Button>
              <Button variant="primary" busy={busy === 'target'} disabled={fault !== null} onClick={save}>
                {t('target.save')}
              </Button>
            </div>
          </>
        )}
      </fieldset>
    </Panel>
  )
}

type Program = Extract<TargetForm, { kind: 'stdio' }>
type Address = Exclude<TargetForm, { kind: 'stdio' }>

function Program({ form, onChange }: { readonly form: Program; readonly onChange: (form: TargetForm) => void }) {
  const { t } = useTranslation('serverPage')
  return (
    <>
      <CodeField
        label={t('target.command')}
        hint={t('target.commandHint')}
        className="text-xs"
        value={form.command}
        onChange={(command) => onChange({ ...form, command })}
      />
      <fieldset className="flex min-w-0 flex-col gap-1.5">
        <legend className="mb-1 font-medium text-sm">{t('target.arguments')}</legend>
        {form.args.map((one, index) => (
          <div key={one.key} className="flex items-center gap-2">
            <span className="w-6 shrink-0 text-right text-ink-3 text-xs">{index + 1}</span>
            <Input
              aria-label={t('target.argument', { number: index + 1 })}
              className="font-mono text-xs"
              spellCheck={false}
              value={one.text}
              onChange={(event) =>
                onChange({
                  ...form,
                  args: form.args.map((each) => (each === one ? { ...each, text: event.target.value } : each)),
                })
              }
            />
            <IconButton
              icon={Trash2}
              label={t('target.removeArgument', { number: index + 1 })}
              onClick={() => onChange({ ...form, args: form.args.filter((each) => each !== one) })}
            />
          </div>
        ))}
        <Button
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() => onChange({ ...form, args: [...form.args, { key: newKey(), text: '' }] })}
        >
          {t('target.addArgument')}
        </Button>
      </fieldset>
      <CodeField
        label={t('target.cwd')}
        hint={t('target.cwdHint')}
        className="text-xs"
        value={form.cwd}
        onChange={(cwd) => onChange({ ...form, cwd })}
      />
      <Names
        title={t('target.env')}
        names={form.names}
        onChange={(names) => onChange({ ...form, names })}
        addLabel={t('target.addEnv')}
      />
      <div className="grid grid-cols-1 gap-3.5 @xl:grid-cols-2">
        <Field label={t('target.encoding')} hint={t('target.encodingHint')}>
          {({ id }) => (
            <Select
              id={id}
              value={form.encoding}
              options={[...new Set([...encodings, form.encoding])].map((value) => ({ value, label: value }))}
              onChange={(encoding) => onChange({ ...form, encoding })}
            />
          )}
        </Field>
        <Field label={t('target.encodingErrors')}>
          {({ id }) => (
            <Select
              id={id}
              value={form.encodingErrors}
              options={encodingErrors.map((value) => ({ value, label: t(`target.errors.${value}`) }))}
              onChange={(value) =>
                onChange({ ...form, encodingErrors: encodingErrors.find((one) => one === value) ?? 'replace' })
              }
            />
          )}
        </Field>
      </div>
    </>
  )
}

function Address({ form, onChange }: { readonly form: Address; readonly onChange: (form: TargetForm) => void }) {
  const { t } = useTranslation('serverPage')
  return (
    <>
      <CodeField
        label={t('target.url')}
        className="text-xs"
        inputMode="url"
        value={form.url}
        onChange={(url) => onChange({ ...form, url })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-medium text-sm">{t('target.transport')}</span>
        <Segmented
          label={t('target.transport')}
          value={form.kind}
          options={[
            { value: 'http', label: t('target.http') },
            { value: 'sse', label: t('target.sse') },
          ]}
          onChange={(kind) => onChange({ ...form, kind })}
        />
      </div>
      <Names
        title={t('target.headers')}
        names={form.names}
        onChange={(names) => onChange({ ...form, names })}
        addLabel={t('target.addHeader')}
      />
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-medium text-sm">{t('target.auth')}</span>
        <Segmented
          label={t('target.auth')}
          value={form.auth}
          options={auths.map((value) => ({ value, label: t(`target.auths.${value}`) }))}
          onChange={(auth) => onChange({ ...form, auth })}
        />
      </div>
      {form.auth === 'oauth' && (
        <div className="grid grid-cols-1 gap-3.5 @xl:grid-cols-2">
          <CodeField
            label={t('target.clientId')}
            hint={t('target.clientIdHint')}
            className="text-xs"
            value={form.clientId}
            onChange={(clientId) => onChange({ ...form, clientId })}
          />
          <CodeField
            label={t('target.scopes')}
            hint={t('target.scopesHint')}
            className="text-xs"
            value={form.scopes}
            onChange={(scopes) => onChange({ ...form, scopes })}
          />
          <TextField
            label={t('target.port')}
            hint={t('target.portHint')}
            className="max-w-32"
            inputMode="numeric"
            value={form.redirectPort}
            onChange={(redirectPort) => onChange({ ...form, redirectPort })}
          />
        </div>
      )}
    </>
  )
}

function Names(props: {
  readonly title: string
  readonly names: readonly NameRow[]
  readonly addLabel: string
  readonly onChange: (names: readonly NameRow[]) => void
}) {
  const { t } = useTranslation('serverPage')
  const put = (row: NameRow, patch: Partial<NameRow>) =>
    props.onChange(props.names.map((one) => (one === row ? { ...one, ...patch } : one)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 font-medium text-sm">{props.title}</legend>
      {props.names.map((row) => (
        <div key={row.key} className="flex items-center gap-2">
          {row.isStored ? (
            <>
              <code className="min-w-0 flex-1 truncate font-mono text-xs">{row.name}</code>
              <span className="text-ink-3 text-xs">{t('target.kept')}</span>
            </>
          ) : (
            <>
              <Input
                aria-label={t('target.newName')}
                placeholder={t('target.newName')}
                className="font-mono text-xs"
                spellCheck={false}
                value={row.name}
                onChange={(event) => put(row, { name: event.target.value })}
              />
              <Input
                aria-label={t('target.newValue')}
                placeholder={t('target.newValue')}
                type="password"
                autoComplete="new-password"
                value={row.value}
                onChange={(event) => put(row, { value: event.target.value })}
              />
            </>
          )}
          <IconButton
            icon={Trash2}
            label={t('target.removeName', { name: row.name })}
            onClick={() => props.onChange(props.names.filter((one) => one !== row))}
          />
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        className="self-start"
        onClick={() => props.onChange([...props.names, { key: newKey(), name: '', isStored: false, value: '' }])}
      >
        {props.addLabel}
      </Button>
    </fieldset>
  )
}
