/** Why something was not imported, and the way out. */
import { CircleAlert } from 'lucide-react'

export function FailureWords({ message, hint }: { message: string; hint: string | null }) {
  return (
    <div role="alert" className="mt-2.5 flex gap-2 rounded-md bg-red-soft px-3 py-2 text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-red" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0">
        <p className="break-words">{message}</p>
        {hint && <p className="break-words text-ink-2">{hint}</p>}
      </div>
    </div>
  )
}
