/** Tool files that could not be used, each with what the registry said about it. */
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export function LoadWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  const { t } = useTranslation('tools')
  if (warnings.length === 0) return null
  return (
    <section
      aria-label={t('warnings', { count: warnings.length })}
      className="rounded-lg bg-amber-soft px-3.5 py-2.5 text-sm"
    >
      <h2 className="flex items-center gap-1.5 font-medium text-amber">
        <TriangleAlert aria-hidden="true" size={15} strokeWidth={1.6} />
        {t('warnings', { count: warnings.length })}
      </h2>
      <ul className="mt-1 flex flex-col gap-1">
        {warnings.map((warning) => (
          <li key={warning} className="break-words">
            {warning}
          </li>
        ))}
      </ul>
    </section>
  )
}
