/** How to add a tool: a file in the person's own folder, and the few lines that make one. */
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useApp } from '../../stores/app.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Panel } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'

const example = `/**
 * Average of a list of numbers.
 * @param values Numbers to average.
 */
export function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}`

export function WriteYourOwn() {
  const { t } = useTranslation('tools')
  const known = useApp((state) => state.info?.toolsDir)
  const [unopened, setUnopened] = useState<string | null>(null)
  const open = async () => {
    try {
      const { opened, path } = await client.app.openFolder({ folder: 'tools' })
      setUnopened(opened ? null : path)
    } catch (error) {
      const words = errorWords(error)
      toast(words.hint ?? words.message, { tone: 'error' })
    }
  }
  const folder = unopened ?? known
  return (
    <Panel title={t('own.title')} padded>
      <div className="flex flex-col gap-3">
        <p className="max-w-[640px] text-ink-2">{t('own.body')}</p>
        <CodeBlock code={example} label={t('own.example')} wrap={false} />
        {folder && <CodeBlock code={folder} label={t('own.folder')} />}
        {unopened && (
          <p role="status" className="text-ink-2 text-sm">
            {t('own.notOpened')}
          </p>
        )}
        <div>
          <Button icon={FolderOpen} onClick={() => void open()}>
            {t('own.open')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
