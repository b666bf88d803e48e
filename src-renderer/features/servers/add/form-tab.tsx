/** A server filled in by hand: a program, or an address. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../../rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField, Field, NameField } from '../../../ui/input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { ArgumentRows } from './argument-rows.tsx'
import { splitCommand } from './command-line.ts'
import { PairRows } from './pair-rows.tsx'
import type { ReadProposals } from './read-proposals.ts'
import { SecretInput } from './secret-input.tsx'
import { draftOf, type FormFault, faultsOf, isComplete, type ServerForm } from './server-form.ts'
import { TabFrame } from './tab-frame.tsx'

/** The same in every language. */
const examples = { command: 'npx', url: 'https://' }

export interface FormTabProps {
  form: ServerForm
  onChange: (form: ServerForm) => void
  isBusy: boolean
  onRead: ReadProposals
  children: ReactNode
}

interface PartProps {
  form: ServerForm
  set: (patch: Partial<ServerForm>) => void
  faultOf: (field: FormFault['field']) => string | null
}

export function FormTab({ form, onChange, isBusy, onRead, children }: FormTabProps) {
  const { t } = useTranslation('servers')
  const faults = faultsOf(form)
  const set = (patch: Partial<ServerForm>) => onChange({ ...form, ...patch })
  const faultOf = (field: FormFault['field']) => {
    const fault = faults.find((one) => one.field === field)
    return fault ? t(fault.words, { name: fault.name }) : null
  }
  return (
    <TabFrame
      canGoOn={isComplete(form)}
      isBusy={isBusy}
      onGoOn={() => onRead(() => client.servers.propose({ kind: 'form', draft: draftOf(form) }))}
      error={children}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <NameField
          label={t('form.name')}
          hint={t('form.nameHint')}
          value={form.name}
          onChange={(name) => set({ name })}
        />
        <div className="flex flex-col items-start gap-1">
          <span className="font-medium text-sm" aria-hidden>
            {t('form.kind')}
          </span>
          <Segmented
            label={t('form.kind')}
            value={form.kind}
            options={(['stdio', 'http', 'sse'] as const).map((value) => ({ value, label: t(`form.kind.${value}`) }))}
            onChange={(kind) => set({ kind })}
          />
        </div>
      </div>
      {form.kind === 'stdio' ? (
        <ProgramPart form={form} set={set} faultOf={faultOf} />
      ) : (
        <AddressPart form={form} set={set} faultOf={faultOf} />
      )}
    </TabFrame>
  )
}

function ProgramPart({ form, set, faultOf }: PartProps) {
  const { t } = useTranslation('servers')
  const split = splitCommand(form.command)
  return (
    <>
      <CodeField
        label={t('form.command')}
        hint={
          split === null ? (
            t('form.commandHint')
          ) : (
            <Button
              size="sm"
              variant="link"
              className="-ml-2"
              onClick={() => set({ command: split.command, args: [...split.args, ...form.args] })}
            >
              {t('form.split')}
            </Button>
          )
        }
        placeholder={examples.command}
        value={form.command}
        onChange={(command) => set({ command })}
      />
      <ArgumentRows args={form.args} onChange={(args) => set({ args })} />
      <PairRows
        title={t('form.env')}
        hint={t('form.envHint')}
        addLabel={t('form.addEnv')}
        pairs={form.env}
        fault={faultOf('env')}
        onChange={(env) => set({ env })}
      />
      <CodeField label={t('form.cwd')} hint={t('form.cwdHint')} value={form.cwd} onChange={(cwd) => set({ cwd })} />
    </>
  )
}

function AddressPart({ form, set, faultOf }: PartProps) {
  const { t } = useTranslation('servers')
  const [isLeft, setLeft] = useState(false)
  return (
    <>
      <CodeField
        label={t('form.url')}
        hint={t('form.urlHint')}
        error={isLeft ? faultOf('url') : null}
        placeholder={examples.url}
        value={form.url}
        // Half an address is no fault yet.
        onBlur={() => setLeft(true)}
        onChange={(url) => set({ url })}
      />
      <Field label={t('form.auth')}>
        {({ id }) => (
          <Select
            id={id}
            className="max-w-72"
            value={form.auth}
            options={(['none', 'bearer', 'oauth'] as const).map((value) => ({ value, label: t(`form.auth.${value}`) }))}
            onChange={(auth) => {
              if (auth === 'none' || auth === 'bearer' || auth === 'oauth') set({ auth })
            }}
          />
        )}
      </Field>
      {form.auth === 'bearer' && (
        <Field label={t('form.bearer')} hint={t('form.bearerHint')}>
          {({ id, describedBy }) => (
            <SecretInput id={id} describedBy={describedBy} value={form.bearer} onChange={(bearer) => set({ bearer })} />
          )}
        </Field>
      )}
      {form.auth === 'oauth' && <OauthPart form={form} set={set} faultOf={faultOf} />}
      <PairRows
        title={t('form.headers')}
        hint={t('form.headersHint')}
        addLabel={t('form.addHeader')}
        pairs={form.headers}
        fault={faultOf('headers')}
        onChange={(headers) => set({ headers })}
      />
    </>
  )
}

function OauthPart({ form, set, faultOf }: PartProps) {
  const { t } = useTranslation('servers')
  return (
    <details className="text-sm">
      <summary className="w-fit text-ink-2">{t('form.oauthMore')}</summary>
      <div className="mt-2.5 grid gap-3.5 sm:grid-cols-2">
        <CodeField
          label={t('form.clientId')}
          hint={t('form.clientIdHint')}
          value={form.clientId}
          onChange={(clientId) => set({ clientId })}
        />
        <Field label={t('form.clientSecret')}>
          {({ id }) => (
            <SecretInput id={id} value={form.clientSecret} onChange={(clientSecret) => set({ clientSecret })} />
          )}
        </Field>
        <CodeField
          label={t('form.scopes')}
          hint={t('form.scopesHint')}
          value={form.scopes}
          onChange={(scopes) => set({ scopes })}
        />
        <CodeField
          label={t('form.port')}
          hint={t('form.portHint')}
          error={faultOf('port')}
          value={form.port}
          onChange={(port) => set({ port })}
        />
      </div>
    </details>
  )
}
