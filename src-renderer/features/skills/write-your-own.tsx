/** How to make a skill: a folder in one's own directory, and the few lines that make one. */
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Panel } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'

/** In English in both languages: its fields and tools are. */
const example = `---
name: morning-weight
description: Tells how my weight has moved. Use when I ask about my weight.
---
1. Read body_mass of the last 90 days with query_health_indicators, aggregate "week".
2. Tell me the first and the last week and the difference, in one sentence.
3. Show a chart with show_chart.`

export function WriteYourOwnSkill({ dir }: { readonly dir: string }) {
  const { t } = useTranslation('skills')
  const [isUnopened, setUnopened] = useState(false)
  const open = async () => {
    try {
      const { opened } = await client.app.openFolder({ folder: 'skills' })
      setUnopened(!opened)
    } catch (error) {
      const words = errorWords(error)
      toast(words.hint ?? words.message, { tone: 'error' })
    }
  }
  return (
    <Panel title={t('own.title')} padded>
      <div className="flex flex-col gap-3">
        <p className="max-w-[680px] text-ink-2">{t('own.body')}</p>
        <CodeBlock
          code={`${dir}/morning-weight/SKILL.md`.replaceAll('/', dir.includes('\\') ? '\\' : '/')}
          label={t('own.folder')}
        />
        <CodeBlock code={example} label={t('own.example')} />
        {isUnopened && (
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
