/** The arguments of a run by hand, as a form or as JSON: what was typed in one comes along to the other. */
import { Play } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { schemaFaults } from './schema-check.ts'
import { faultWords, ToolForm } from './tool-form.tsx'

type Schema = Parameters<typeof schemaFaults>[0]

/** `run` gets arguments that may not fit the schema: who answers decides, so that its own refusal can be seen too. */
export function useArgumentInput(schema: Schema, run: (args: unknown) => void) {
  const { t } = useTranslation('tools')
  const formId = useId()
  const [mode, setMode] = useState<'form' | 'json'>('form')
  const [args, setArgs] = useState<unknown>({})
  const [json, setJson] = useState('{}')
  const [fault, setFault] = useState<string | null>(null)
  const readJson = () => {
    const parsed = parseArguments(json)
    setFault(parsed.ok ? null : t('fault.json', { reason: parsed.reason }))
    return parsed
  }
  return {
    schema,
    run,
    formId,
    mode,
    args,
    setArgs,
    json,
    setJson,
    fault,
    runJson: () => {
      const parsed = readJson()
      if (parsed.ok === false) return
      const faults = schemaFaults(schema, parsed.value)
      // A warning; the run begins all the same.
      if (faults.length > 0) setFault(faults.map((one) => `${one.path.join('.')}: ${faultWords(t, one)}`).join('\n'))
      run(parsed.value)
    },
    choose: (next: string) => {
      if (next === 'json') setJson(JSON.stringify(args ?? {}, null, 2))
      else {
        // JSON that does not parse stays where it is, with its fault.
        const parsed = readJson()
        if (parsed.ok === false) return
        setArgs(parsed.value)
      }
      setFault(null)
      setMode(next === 'json' ? 'json' : 'form')
    },
    /** Brings the arguments of an earlier run back. */
    show: (earlier: unknown) => {
      setArgs(earlier)
      setJson(JSON.stringify(earlier ?? {}, null, 2))
      setFault(null)
    },
    /** What is typed now; null when it is no JSON, which is then told. */
    current: () => {
      if (mode === 'form') return args
      const parsed = readJson()
      return parsed.ok ? parsed.value : null
    },
  }
}

type ArgumentInputState = ReturnType<typeof useArgumentInput>

export function ArgumentInput({ input }: { readonly input: ArgumentInputState }) {
  const { t } = useTranslation('tools')
  const faultId = useId()
  const { fault } = input
  return (
    <>
      <Tabs
        label={t('run.input')}
        value={input.mode}
        onChange={input.choose}
        tabs={[
          {
            value: 'form',
            label: t('run.form'),
            content: (
              <ToolForm
                id={input.formId}
                schema={input.schema}
                value={input.args}
                onChange={input.setArgs}
                onSubmit={(value) => input.run(value ?? {})}
              />
            ),
          },
          {
            value: 'json',
            label: t('run.json'),
            content: (
              <Textarea
                aria-label={t('run.jsonLabel')}
                aria-invalid={fault !== null || undefined}
                aria-describedby={fault ? faultId : undefined}
                className="min-h-40 font-mono text-xs"
                spellCheck={false}
                value={input.json}
                onChange={(event) => input.setJson(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing)
                    input.runJson()
                }}
              />
            ),
          },
        ]}
      />
      {fault && (
        <p id={faultId} role="alert" className="mt-2 whitespace-pre-line text-red text-xs">
          {fault}
        </p>
      )}
    </>
  )
}

/** Sends the form, or runs what the JSON says. */
export function RunButton({ input, disabled }: { readonly input: ArgumentInputState; readonly disabled: boolean }) {
  const { t } = useTranslation('tools')
  return (
    <Button
      variant="primary"
      icon={Play}
      disabled={disabled}
      {...(input.mode === 'form' ? { type: 'submit' as const, form: input.formId } : { onClick: input.runJson })}
    >
      {t('run.run')}
    </Button>
  )
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string }

/** Empty text stands for no arguments. */
function parseArguments(text: string): Parsed {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
