/** The look before a server runs for the first time, or runs something else than before. Cancel has the focus. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerDetail } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TargetReview } from '../servers/review-view.tsx'
import type { ServerRead } from './use-server.ts'

export function ApprovalDialog(props: {
  readonly server: ServerDetail
  readonly change: ServerRead['change']
  readonly onClose: () => void
}) {
  const { t } = useTranslation('serverPage')
  const { t: common } = useTranslation()
  const cancel = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  // What was there when it opened is what is agreed to; its fingerprint goes back with the answer.
  const [review] = useState(props.server.review)
  if (!review) return null
  const approve = async () => {
    setBusy(true)
    const done = await props.change({
      name: 'approve',
      failed: t('approval.failed'),
      act: () => client.servers.approve({ id: props.server.id, fingerprint: review.fingerprint }),
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
      title={t(review.before ? 'approval.dialogChanged' : 'approval.dialogNew', { name: props.server.name })}
      footer={
        <>
          <Button ref={cancel} disabled={isBusy} onClick={props.onClose}>
            {common('cancel')}
          </Button>
          <Button variant="primary" busy={isBusy} onClick={() => void approve()}>
            {t('approval.approve')}
          </Button>
        </>
      }
    >
      <TargetReview review={review} />
    </Dialog>
  )
}
