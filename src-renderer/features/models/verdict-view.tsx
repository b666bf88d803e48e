/** What a test said, in place: an answer just now, or what was wrong and what to do. */
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { TestVerdict } from '../../stores/models.ts'

export function VerdictView({ verdict }: { verdict: Pick<TestVerdict, 'ok' | 'message' | 'hint'> }) {
  const Icon = verdict.ok ? CircleCheck : CircleAlert
  return (
    <div
      role={verdict.ok ? 'status' : 'alert'}
      className={
        verdict.ok
          ? 'flex gap-2 rounded-md bg-green-soft px-3 py-2 text-green text-sm'
          : 'flex gap-2 rounded-md bg-red-soft px-3 py-2 text-sm'
      }
    >
      <Icon
        className={verdict.ok ? 'mt-0.5 size-4 shrink-0' : 'mt-0.5 size-4 shrink-0 text-red'}
        strokeWidth={1.6}
        aria-hidden
      />
      <div className="min-w-0">
        <p className="break-words font-medium">{verdict.message}</p>
        {verdict.hint !== '' && <p className="break-words">{verdict.hint}</p>}
      </div>
    </div>
  )
}
