/** How other apps reach the same data: Claude Desktop by its settings file, others by address. */
import { useTranslation } from 'react-i18next'
import type { AppInfo } from '../../../src-main/api/contract/app.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Panel } from '../../ui/page.tsx'

/** The entry for an app that starts `mirohub stdio` itself. */
export function stdioSnippet(dataDir: string): string {
  return JSON.stringify(
    { mcpServers: { mirohub: { command: 'mirohub', args: ['stdio', '--data-dir', dataDir] } } },
    null,
    2,
  )
}

/** The command for Claude Code; TOKEN stands for an access token. */
export function httpSnippet(mcpUrl: string): string {
  return `claude mcp add --transport http mirohub ${mcpUrl} --header "Authorization: Bearer TOKEN"`
}

export function ConnectSection({ info }: { info: AppInfo }) {
  const { t } = useTranslation('settings')
  return (
    <Panel title={t('connect')} padded>
      <div className="flex flex-col gap-4 text-sm">
        <div className="flex flex-col gap-1.5">
          <h3 className="font-medium">{t('connectDesktop')}</h3>
          <p className="text-ink-2">{t('connectDesktopText')}</p>
          <CodeBlock code={stdioSnippet(info.dataDir)} label={t('connectDesktop')} />
        </div>
        <div className="flex flex-col gap-1.5">
          <h3 className="font-medium">{t('connectHttp')}</h3>
          <p className="text-ink-2">{t('connectHttpText')}</p>
          <CodeBlock code={info.mcpUrl} label={t('connectAddress')} />
          <CodeBlock code={httpSnippet(info.mcpUrl)} label={t('connectHttp')} />
        </div>
      </div>
    </Panel>
  )
}
