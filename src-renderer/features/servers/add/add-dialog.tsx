/** Adding a server: four ways to say which, all of which end in the same look at what will run. */
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proposal, ProposalSource } from '../../../../src-main/api/contract/servers.ts'
import { client } from '../../../rpc/client.ts'
import { useServers } from '../../../stores/servers.ts'
import { useAction } from '../../../stores/use-action.ts'
import { useLoaded } from '../../../stores/use-loaded.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { spelledOut } from '../marked-text.ts'
import { useAddServer } from './add-server.ts'
import { FindTab } from './find-tab.tsx'
import { FormTab } from './form-tab.tsx'
import { LinkTab } from './link-tab.tsx'
import { PasteTab } from './paste-tab.tsx'
import type { ReadProposals } from './read-proposals.ts'
import { ReviewStep } from './review-step.tsx'
import { emptyForm } from './server-form.ts'
import { TabFoot } from './tab-frame.tsx'

/** Stands in the page; it is empty until somebody opens it. */
export function AddDialog() {
  const { isOpen, source, close } = useAddServer()
  if (!isOpen) return null
  return source ? <AddKnown source={source} onClose={close} /> : <AddAny onClose={close} />
}

/** What is to be added is known: it is read and looked at. */
function AddKnown({ source, onClose }: { source: ProposalSource; onClose: () => void }) {
  const { t } = useTranslation('servers')
  const [opener] = useState(() => document.activeElement)
  const read = useLoaded(JSON.stringify(source), () => client.servers.propose(source), [])
  if (read.value && read.value.length > 0) {
    return <Reviews proposals={read.value} opener={opener} onBack={null} onClose={onClose} />
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('add.title')} returnFocus={opener}>
      {read.error !== null ? (
        <ErrorState title={t('add.readFailed')} error={read.error} isReasonShown onRetry={read.reload} />
      ) : read.value ? (
        <p className="text-ink-2 text-sm">{t('paste.none')}</p>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Dialog>
  )
}

function AddAny({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('servers')
  const { t: words } = useTranslation()
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const [opener] = useState(() => document.activeElement)
  const [tab, setTab] = useState('find')
  // Kept here, so that going back from the look finds everything as it was.
  const [form, setForm] = useState(emptyForm)
  const [text, setText] = useState('')
  const [url, setUrl] = useState('')
  const [proposals, setProposals] = useState<readonly Proposal[] | null>(null)
  const wanted = useRef<() => Promise<Proposal[]>>(async () => [])
  const read = useAction(async () => setProposals(await wanted.current()))
  const onRead: ReadProposals = (from) => {
    wanted.current = from
    void read.run()
  }
  if (proposals !== null && proposals.length > 0) {
    return <Reviews proposals={proposals} opener={opener} onBack={() => setProposals(null)} onClose={onClose} />
  }
  const failure: ReactNode =
    read.error !== null ? (
      <ErrorState title={t('add.readFailed')} error={read.error} isReasonShown />
    ) : (
      proposals !== null && <p className="text-ink-2 text-sm">{t('paste.none')}</p>
    )
  const common = { isBusy: read.isBusy, onRead, children: failure }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('add.title')}
      description={t('add.text')}
      width="lg"
      returnFocus={opener}
      footer={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <span ref={setFoot} className="contents" />
        </>
      }
    >
      {/* One height for all of them, so that nothing moves from one way to the next. */}
      <div className="-mx-5 h-[min(560px,calc(100vh-222px))] overflow-y-auto px-5">
        <TabFoot value={foot}>
          <Tabs
            label={t('add.where')}
            value={tab}
            onChange={(next) => {
              // What went wrong on one way says nothing about another.
              read.cancel()
              setProposals(null)
              setTab(next)
            }}
            tabs={[
              { value: 'find', label: t('tab.find'), content: <FindTab {...common} /> },
              {
                value: 'paste',
                label: t('tab.paste'),
                content: <PasteTab {...common} text={text} onChange={setText} />,
              },
              { value: 'form', label: t('tab.form'), content: <FormTab {...common} form={form} onChange={setForm} /> },
              { value: 'link', label: t('tab.link'), content: <LinkTab {...common} url={url} onChange={setUrl} /> },
            ]}
          />
        </TabFoot>
      </div>
    </Dialog>
  )
}

interface ReviewsProps {
  proposals: readonly Proposal[]
  opener: Element | null
  onBack: (() => void) | null
  onClose: () => void
}

/** One look after another; what was added stays added when the rest is given up. */
function Reviews({ proposals, opener, onBack, onClose }: ReviewsProps) {
  const { t } = useTranslation('servers')
  const [place, setPlace] = useState(0)
  const added = useRef<string[]>([])
  const end = () => {
    const [first, ...others] = added.current
    if (first !== undefined) toast(t('review.done', { count: 1 + others.length, name: first }))
    onClose()
  }
  const next = () => (place + 1 < proposals.length ? setPlace(place + 1) : end())
  const proposal = proposals[place]
  if (!proposal) return null
  return (
    <ReviewStep
      key={proposal.key}
      proposal={proposal}
      number={place + 1}
      total={proposals.length}
      opener={opener}
      onAdded={() => {
        added.current.push(spelledOut(proposal.name))
        void useServers.getState().load()
        next()
      }}
      onSkip={next}
      onBack={onBack}
      onClose={end}
    />
  )
}
