/** A whole path to read and copy. */
import { CopyButton } from '../../ui/copy-button.tsx'

export function Path({ path }: { path: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 break-all font-mono text-xs leading-6">{path}</code>
      <CopyButton text={path} size="sm" />
    </span>
  )
}
