/** New and changed tools, one under the other: a person looks, chooses, and agrees to exactly what was shown. */
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerDetail } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { approvalsOf } from './tool-choice.ts'
import { ToolDifference } from './tool-difference.tsx'
import { ToolMarks } from './tool-marks.tsx'
import { ToolWarnings } from './tool-warnings.tsx'
import type { ServerRead } from './use-server.ts'

export function ApproveToolsDialog(props: {
  readonly server: ServerDetail
  readonly change: ServerRead['change']
  readonly onClose: () => void
}) {
  const { t } = useTranslation('serverPage')
  const { t: common } = useTranslation()
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  // What was there when it opened: a list that changes underneath must not slip in unseen.
  const [tools] = useState(() => props.server.toolList.filter((tool) => tool.trust !== 'approved'))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(tools.filter((tool) => tool.warnings.length === 0).map((tool) => tool.name)),
  )
  const [isBusy, setBusy] = useState(false)
  const turn = (name: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(name)
    else next.delete(name)
    setChosen(next)
  }
  const approve = async () => {
    setBusy(true)
    const done = await props.change({
      name: 'approve',
      failed: t('approveTools.failed'),
      act: () =>
        client.servers.approveTools({
          id: props.server.id,
          tools: approvalsOf(tools.filter((tool) => chosen.has(tool.name))),
        }),
    })
    setBusy(false)
    if (done) props.onClose()
  }
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => !open && !isBusy && props.onClose()}
      initialFocus={cancel}
      title={t('approveTools.title', { count: tools.length, name: props.server.name })}
      description={t('approveTools.text')}
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto"
            onClick={() =>
              setChosen(chosen.size === tools.length ? new Set() : new Set(tools.map((tool) => tool.name)))
            }
          >
            {t(chosen.size === tools.length ? 'approveTools.none' : 'approveTools.all')}
          </Button>
          <Button ref={cancel} disabled={isBusy} onClick={props.onClose}>
            {common('cancel')}
          </Button>
          <Button variant="primary" busy={isBusy} disabled={chosen.size === 0} onClick={() => void approve()}>
            {t('approveTools.approve', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col">
        {tools.map((tool, index) => (
          <li key={tool.name} className="flex gap-3 border-line border-t py-3 first:border-t-0 first:pt-0">
            <input
              id={`${id}-${index}`}
              type="checkbox"
              className="mt-1 size-4 shrink-0 accent-accent"
              checked={chosen.has(tool.name)}
              onChange={(event) => turn(tool.name, event.target.checked)}
            />
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <label htmlFor={`${id}-${index}`} className="flex flex-wrap items-center gap-2 text-sm">
                <span className="font-medium">{tool.title || tool.name}</span>
                <code className="break-all font-mono text-ink-3 text-xs">{tool.name}</code>
                <ToolMarks tool={tool} />
              </label>
              <ToolWarnings tool={tool} />
              <ToolDifference tool={tool} />
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
