/** How the elements of an answer's Markdown look. No HTML, nothing remote: pictures stay words, links ask before they open. */
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Streamdown } from 'streamdown'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CitationMark } from './citation-mark.tsx'
import { CodeFence } from './code-fence.tsx'
import { ScrollGroup } from './scroll-group.tsx'

type Components = NonNullable<ComponentProps<typeof Streamdown>['components']>

/** What a piece of Markdown is a part of, for what looks otherwise there. */
export const PieceContext = createContext<{ readonly isLongTable: boolean; readonly continues: boolean }>({
  isLongTable: false,
  continues: false,
})

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
      {isAsking && (
        <Dialog
          open
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
      )}
    </>
  )
}

function textOf(node: unknown): string {
  if (typeof node !== 'object' || node === null) return ''
  if ('value' in node && typeof node.value === 'string') return node.value
  return 'children' in node && Array.isArray(node.children) ? node.children.map(textOf).join('') : ''
}

/** The code inside a `pre`, read from the parsed tree, with the language of its fence. */
function Pre({ node }: { node?: unknown }) {
  const first: unknown =
    typeof node === 'object' && node !== null && 'children' in node && Array.isArray(node.children)
      ? node.children[0]
      : null
  const properties =
    typeof first === 'object' && first !== null && 'properties' in first && typeof first.properties === 'object'
      ? first.properties
      : null
  const className: unknown = properties === null ? null : Reflect.get(properties, 'className')
  const language = Array.isArray(className) ? String(className[0] ?? '').replace(/^language-/, '') : ''
  return <CodeFence code={textOf(first).replace(/\n$/, '')} language={language} isClosed />
}

function Table({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('thread')
  const { isLongTable, continues } = useContext(PieceContext)
  return (
    <ScrollGroup
      label={t('table')}
      className={cx(
        'overflow-x-auto border border-line focus-visible:-outline-offset-2',
        continues ? '-mt-2.5 rounded-b-md border-t-0 [&_thead]:sr-only' : isLongTable ? 'rounded-t-md' : 'rounded-md',
      )}
    >
      <table
        className={cx('w-full border-collapse text-sm [&_tr:last-child>td]:border-b-0', isLongTable && 'table-fixed')}
      >
        {children}
      </table>
    </ScrollGroup>
  )
}

/** An answer's headings are parts of a message, not of the page: they look like headings and are none in its outline. */
function Heading({ look, children }: { look: string; children?: ReactNode }) {
  return <p className={cx('font-semibold', look)}>{children}</p>
}

export const elements: Components = {
  a: ({ href, children }) => <AskingLink href={href}>{children}</AskingLink>,
  img: ({ alt }) => <span className="text-ink-3">[{alt ?? ''}]</span>,
  p: ({ children }) => <p className="my-2 break-words first:mt-0 last:mb-0">{children}</p>,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal pl-6">
      {children}
    </ol>
  ),
  li: ({ children }) => <li className="my-0.5 break-words">{children}</li>,
  h1: ({ children }) => <Heading look="text-[17px]">{children}</Heading>,
  h2: ({ children }) => <Heading look="text-base">{children}</Heading>,
  h3: ({ children }) => <Heading look="">{children}</Heading>,
  h4: ({ children }) => <Heading look="">{children}</Heading>,
  h5: ({ children }) => <Heading look="text-sm">{children}</Heading>,
  h6: ({ children }) => <Heading look="text-sm">{children}</Heading>,
  blockquote: ({ children }) => (
    <blockquote className="border-line-strong border-l-2 pl-3 text-ink-2">{children}</blockquote>
  ),
  hr: () => <hr className="my-2 border-line" />,
  code: ({ children }) => (
    <code className="break-words rounded-sm bg-sunken px-1 py-0.5 font-mono text-[13px]">{children}</code>
  ),
  pre: ({ node }) => <Pre node={node} />,
  table: ({ children }) => <Table>{children}</Table>,
  th: ({ children, style }) => (
    <th style={style} className="border-line border-b px-3 py-1.5 text-left font-medium text-ink-3 text-xs">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border-line border-b px-3 py-1.5 align-top">
      {children}
    </td>
  ),
  'citation-mark': ({ mark }) => <CitationMark mark={Number(mark)} />,
}
