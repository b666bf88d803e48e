/** What a call was asked and what it brought back, whole; it can be run again. */
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolRunView } from '../../../src-main/api/contract/tools.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { spelledOut } from '../servers/marked-text.ts'
import type { ToolPart } from './answer-parts.ts'
import { ToolResult } from './tool-result.tsx'

/** What lives in an agent's run alone, where the hub has nothing to run by hand. */
const agentOnly =
  /^(eval|task|ls|glob|grep|delete|execute|shell|run_command|ask_user|show_chart|write_todos|(read|write|edit|delete)_file)$/

/** What had to be asked for writes or sends: that is not done twice by one click. */
const canRunAgain = ({ call, approvals }: ToolPart) => !agentOnly.test(call.tool) && approvals.length === 0

export function ToolPanel({ part }: { part: ToolPart }) {
  const { t } = useTranslation('chat')
  const { t: words } = useTranslation('thread')
  const format = useFormat()
  const { call, result } = part
  const [again, setAgain] = useState<ToolRunView | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const runAgain = async () => {
    setBusy(true)
    setFailure(null)
    try {
      setAgain(await client.tools.run({ name: call.tool, args: call.args }))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const error =
    failure !== null ? errorWords(failure) : again && !again.ok ? again.error : !again ? result?.error : null
  const shown = again?.ok ? again.result : again ? undefined : result?.preview
  return (
    <>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 truncate font-mono text-xs">{spelledOut(call.tool)}</code>
        {again && (
          <span className="text-ink-3 text-xs">{t('ranAgain', { time: format.elapsed(again.durationMs) })}</span>
        )}
        {canRunAgain(part) && (
          <Button size="sm" icon={RotateCw} busy={isBusy} onClick={() => void runAgain()}>
            {t('runAgain')}
          </Button>
        )}
      </div>
      <section>
        <p className="mb-1 text-ink-3 text-xs">{t('arguments')}</p>
        <CodeBlock code={JSON.stringify(call.args, null, 2) ?? ''} label={t('arguments')} maxHeight={180} />
      </section>
      {error && (
        <div role="alert" className="rounded-md bg-red-soft px-3 py-2">
          <p className="break-words">{error.message}</p>
          {error.hint && <p className="break-words text-ink-2">{error.hint}</p>}
        </div>
      )}
      {shown !== undefined && shown !== null && (
        <section>
          <p className="mb-1 text-ink-3 text-xs">{t('result')}</p>
          <ToolResult result={shown} isShortened={!again && result?.truncated === true} />
        </section>
      )}
      {result === null && <p className="text-ink-3 text-xs">{words('tool.noResultYet')}</p>}
    </>
  )
}
