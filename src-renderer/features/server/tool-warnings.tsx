/** What a person should know of a tool's words before they trust them. */
import { TriangleAlert } from 'lucide-react'
import type { ServerToolView } from '../../../src-main/api/contract/servers.ts'

export function ToolWarnings({ tool }: { readonly tool: Pick<ServerToolView, 'warnings'> }) {
  if (tool.warnings.length === 0) return null
  return (
    <ul className="flex flex-col gap-1.5">
      {tool.warnings.map((warning) => (
        <li
          key={`${warning.code} ${warning.place}`}
          className="flex gap-2 rounded-md bg-amber-soft px-3 py-2 text-amber text-sm"
        >
          <TriangleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={1.6} aria-hidden />
          <span className="min-w-0 break-words">
            {warning.text} <code className="font-mono text-xs">{warning.place}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}
