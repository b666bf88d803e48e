/** Everything that is being imported or was, in this run of the app. Closing it stops nothing. */
import { FileInput, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useImports } from '../../stores/imports.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { JobCard } from './job-card.tsx'
import { UploadCard } from './upload-card.tsx'

export function ImportSheet() {
  const { t } = useTranslation('importing')
  const { isSheetOpen, setSheet, jobs, uploads, error, pick, addSample } = useImports()
  const isEmpty = jobs.length === 0 && uploads.length === 0
  return (
    <Sheet
      open={isSheetOpen}
      onOpenChange={setSheet}
      title={t('title')}
      description={t('about')}
      footer={
        !isEmpty && (
          <Button icon={Plus} onClick={() => void pick()}>
            {t('pickMore')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3 p-5">
        {error !== null && <ErrorState title={t('failedToStart')} error={error} />}
        {isEmpty && (
          <EmptyState
            icon={FileInput}
            title={t('empty')}
            action={
              <>
                <Button variant="primary" onClick={() => void pick()}>
                  {t('pick')}
                </Button>
                <Button onClick={() => void addSample()}>{t('sample')}</Button>
              </>
            }
          >
            {t('emptyText')}
          </EmptyState>
        )}
        {uploads.map((upload) => (
          <UploadCard key={upload.id} upload={upload} />
        ))}
        {jobs.map((job) => (
          <JobCard key={job.jobId} job={job} />
        ))}
      </div>
    </Sheet>
  )
}
