/** An answer's Markdown. No HTML, nothing remote: pictures stay words, links ask before they open. */
import type { ComponentProps, ReactNode } from 'react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Streamdown } from 'streamdown'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type Components = NonNullable<ComponentProps<typeof Streamdown>['components']>

/** Only these open outside; every other scheme is shown as plain words. */
function isOutside(href: string): boolean {
  return /^(https?:|mailto:)/i.test(href)
}

function AskingLink({ href, children }: { href?: string; children?: ReactNode }) {
  const { t } = useTranslation('chat')
  const { t: common } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  if (!href || !isOutside(href)) return <span>{children}</span>
  return (
    <>
      <button
        type="button"
        onClick={() => setAsking(true)}
        className="text-accent underline decoration-1 underline-offset-2"
      >
        {children}
      </button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('openLink')}
        description={t('openLinkText')}
        width="sm"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{common('cancel')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsking(false)
                window.open(href, '_blank', 'noopener,noreferrer')
              }}
            >
              {t('openLinkConfirm')}
            </Button>
          </>
        }
      >
        <p className="break-all rounded-md bg-sunken px-3 py-2 font-mono text-xs">{href}</p>
      </Dialog>
    </>
  )
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return ''
}

const components: Components = {
  a: ({ href, children }) => <AskingLink href={href}>{children}</AskingLink>,
  img: ({ alt }) => <span className="text-ink-3">[{alt ?? ''}]</span>,
  p: ({ children }) => <p className="my-2 first:mt-0 last:mb-0">{children}</p>,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  ul: ({ children }) => <ul className="my-2 list-disc pl-5">{children}</ul>,
  ol: ({ children }) => <ol className="my-2 list-decimal pl-5">{children}</ol>,
  li: ({ children }) => <li className="my-0.5">{children}</li>,
  // An answer's headings are parts of a message, not of the page.
  h1: ({ children }) => <p className="mt-4 mb-1 font-semibold">{children}</p>,
  h2: ({ children }) => <p className="mt-4 mb-1 font-semibold">{children}</p>,
  h3: ({ children }) => <p className="mt-3 mb-1 font-semibold">{children}</p>,
  h4: ({ children }) => <p className="mt-3 mb-1 font-semibold">{children}</p>,
  blockquote: ({ children }) => (
    <blockquote className="my-2 border-line-strong border-l-2 pl-3 text-ink-2">{children}</blockquote>
  ),
  hr: () => <hr className="my-4 border-line" />,
  inlineCode: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[13px]">{children}</code>
  ),
  code: ({ children }) => <Code>{children}</Code>,
  pre: ({ children }) => <>{children}</>,
  table: ({ children }) => (
    <div className="my-3 overflow-x-auto rounded-md border border-line">
      <table className="w-full border-collapse text-sm">{children}</table>
    </div>
  ),
  th: ({ children }) => (
    <th className="border-line border-b px-3 py-1.5 text-left font-medium text-ink-3 text-xs">{children}</th>
  ),
  td: ({ children }) => <td className="border-line border-b px-3 py-1.5 align-top">{children}</td>,
}

function Code({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('chat')
  return (
    <div className="my-3">
      <CodeBlock code={textOf(children).replace(/\n$/, '')} label={t('code')} />
    </div>
  )
}

export interface MarkdownProps {
  text: string
  /** Still growing: half-written marks are completed for now. */
  isStreaming?: boolean
}

export const Markdown = memo(function Markdown({ text, isStreaming = false }: MarkdownProps) {
  return (
    <Streamdown
      className="text-md"
      mode={isStreaming ? 'streaming' : 'static'}
      parseIncompleteMarkdown={isStreaming}
      skipHtml
      rehypePlugins={[]}
      components={components}
      controls={false}
    >
      {text}
    </Streamdown>
  )
})
