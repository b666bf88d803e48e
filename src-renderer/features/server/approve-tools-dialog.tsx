/** New and changed tools, one under the other: a person looks, chooses, and agrees to exactly what was shown. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerDetail } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxLine } from '../../ui/checkbox.tsx'
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
        {tools.map((tool) => (
          <li key={tool.name} className="flex flex-col gap-2 border-line border-t py-3 first:border-t-0 first:pt-0">
            <CheckboxLine
              className="-mx-3 text-sm"
              checked={chosen.has(tool.name)}
              onChange={(on) => turn(tool.name, on)}
            >
              <span className="flex min-w-0 flex-wrap items-center gap-2">
                <span className="font-medium">{tool.title || tool.name}</span>
                <code className="break-all font-mono text-ink-3 text-xs">{tool.name}</code>
                <ToolMarks tool={tool} />
              </span>
            </CheckboxLine>
            <div className="ml-6.5 flex min-w-0 flex-col gap-2">
              <ToolWarnings tool={tool} />
              <ToolDifference tool={tool} />
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
