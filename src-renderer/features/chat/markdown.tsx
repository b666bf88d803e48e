/**
 * An answer's Markdown. What is finished is read and drawn once; only the last piece follows what arrives, so that a long
 * answer costs what its length costs.
 */
import { memo, useContext, useEffect, useMemo, useState } from 'react'
import { Block, Streamdown } from 'streamdown'
import { cx } from '../../ui/class-names.ts'
import { citationPlugin } from './citation-plugin.ts'
import { CitationScope, PieceCitations } from './citation-scope.ts'
import { cite } from './citations.ts'
import { CodeFence } from './code-fence.tsx'
import { createMarkdownSplitter, type MarkdownPiece, piecesPerChunk } from './markdown-blocks.ts'
import { elements, PieceContext } from './markdown-elements.tsx'
import { markdownPlugins } from './markdown-plugins.ts'

const plugins = [citationPlugin]
const asOne = (text: string) => [text]

/** A tail of this many characters (a paragraph without end) is drawn again a few times a second only. */
const heavyTail = 6_000
const heavyEveryMs = 200

export interface MarkdownProps {
  text: string
  /** Still growing: half-written marks are completed for now. */
  isStreaming?: boolean
}

export const Markdown = memo(function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const [splitter] = useState(createMarkdownSplitter)
  // Half a character waits for its other half.
  const { chunks, tail } = splitter.read(isStreaming ? text.replace(/[\uD800-\uDBFF]$/, '') : text)
  return (
    <div className="flex flex-col gap-2.5 text-md">
      {chunks.map((pieces, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces only ever follow each other
        <Chunk key={index} pieces={pieces} />
      ))}
      {tail && (isStreaming ? <Tail piece={tail} /> : <Piece piece={tail} />)}
    </div>
  )
})

/** Far from what is looked at, a full one is neither laid out nor painted. */
const Chunk = memo(function Chunk({ pieces }: { pieces: readonly MarkdownPiece[] }) {
  return (
    <div
      className={cx(
        'flex flex-col gap-2.5',
        pieces.length === piecesPerChunk && '[contain-intrinsic-size:auto_1400px] [content-visibility:auto]',
      )}
    >
      {pieces.map((piece) => (
        <Piece key={piece.key} piece={piece} />
      ))}
    </div>
  )
})

const look = (piece: MarkdownPiece) =>
  cx(
    'min-w-0',
    piece.kind === 'heading' && 'pt-1.5',
    // The items of a list that was cut stand as close as the others.
    piece.continues && piece.kind === 'list' && '-mt-2',
  )

const Piece = memo(function Piece({ piece }: { piece: MarkdownPiece }) {
  const index = useContext(CitationScope)
  const cited = useMemo(
    () => (index === null || piece.code !== null ? null : cite(piece.text, index)),
    [index, piece.text, piece.code],
  )
  const context = usePieceContext(piece)
  if (piece.code !== null) return <CodeFence {...piece.code} code={piece.code.text} isClosed />
  return (
    <PieceContext value={context}>
      <PieceCitations value={cited?.citations ?? null}>
        <div className={look(piece)}>
          <Block
            content={cited?.text ?? piece.text}
            components={elements}
            remarkPlugins={markdownPlugins}
            rehypePlugins={plugins}
            skipHtml
            index={0}
            isIncomplete={false}
            shouldParseIncompleteMarkdown={false}
            shouldNormalizeHtmlIndentation={false}
          />
        </div>
      </PieceCitations>
    </PieceContext>
  )
})

/** The piece that is being written. Its numbers get no marks yet: the last of them may not be whole. */
function Tail({ piece }: { piece: MarkdownPiece }) {
  const text = useCalm(piece.text)
  const context = usePieceContext(piece)
  if (piece.code !== null && !piece.code.isClosed) {
    return <CodeFence language={piece.code.language} code={piece.code.text} isClosed={false} />
  }
  return (
    <PieceContext value={context}>
      <div className={look(piece)}>
        <Streamdown
          className="space-y-0"
          mode="streaming"
          parseIncompleteMarkdown
          parseMarkdownIntoBlocksFn={asOne}
          skipHtml
          remarkPlugins={markdownPlugins}
          rehypePlugins={plugins}
          components={elements}
          controls={false}
        >
          {text}
        </Streamdown>
      </div>
    </PieceContext>
  )
}

function usePieceContext({ kind, text, continues }: MarkdownPiece) {
  const isLongTable = kind === 'table' && (continues || text.split('\n').length > 40)
  return useMemo(() => ({ isLongTable, continues: continues && kind === 'table' }), [isLongTable, continues, kind])
}

/** The text itself while it is short; a heavy one at most every `heavyEveryMs`. */
function useCalm(text: string): string {
  const [calm, setCalm] = useState(text)
  const isHeavy = text.length > heavyTail
  useEffect(() => {
    if (!isHeavy || calm === text) return
    const timer = setTimeout(() => setCalm(text), heavyEveryMs)
    return () => clearTimeout(timer)
  }, [isHeavy, calm, text])
  return isHeavy && text.startsWith(calm) ? calm : text
}
