/** Which calls of an answer can be cited, and by which of them each of its texts. */
import { useCallback, useMemo, useRef } from 'react'
import { type AnswerPart, allCalls, splitSmallPrint, type ToolPart } from './answer-parts.ts'
import {
  type CitationIndex,
  type CitedCall,
  type CitedText,
  citationIndex,
  cite,
  citedShare,
  factsIn,
} from './citations.ts'
import { createMarkdownSplitter } from './markdown-blocks.ts'

export interface LabelledCall extends CitedCall {
  readonly label: string
  readonly order: number
}

/** What a plan or the person said is no record. */
const notRecords = new Set(['write_todos', 'ask_user'])

function citedCalls(parts: readonly AnswerPart[]): LabelledCall[] {
  const withNumbers = allCalls(parts).filter(
    ({ call, result }: ToolPart) =>
      result?.ok === true && !notRecords.has(call.tool) && factsIn(call.id, result.preview).length > 0,
  )
  return withNumbers.map(({ call, result, order }, index) => ({
    callId: call.id,
    number: index + 1,
    result: result?.preview,
    label: call.label ?? call.tool,
    order: order ?? 0,
  }))
}

export interface Citations {
  readonly calls: readonly LabelledCall[]
  /** What a text may cite whose end came after so many results; null where there is nothing. */
  readonly indexBefore: (results: number) => CitationIndex | null
}

export function useCitations(parts: readonly AnswerPart[]): Citations {
  const last = useRef<readonly LabelledCall[]>([])
  const calls = useMemo(() => {
    const now = citedCalls(parts)
    const isSame =
      now.length === last.current.length && now.every((call, index) => call.result === last.current[index]?.result)
    if (!isSame) last.current = now
    return last.current
  }, [parts])
  const indexes = useMemo(() => ({ of: calls, byCount: new Map<number, CitationIndex>() }), [calls])
  const indexBefore = useCallback(
    (results: number) => {
      const before = indexes.of.filter(({ order }) => order < results)
      if (before.length === 0) return null
      const known = indexes.byCount.get(before.length) ?? citationIndex(before)
      indexes.byCount.set(before.length, known)
      return known
    },
    [indexes],
  )
  return useMemo(() => ({ calls, indexBefore }), [calls, indexBefore])
}

export interface CitedUse {
  /** How many figures are from the results; null where all are, or nothing was cited from. */
  readonly share: { readonly cited: number; readonly figures: number } | null
  /** Calls that something of the answer comes from. */
  readonly callIds: ReadonlySet<string>
}

const unused: CitedUse = { share: null, callIds: new Set() }

/** What a finished answer took from which call; nothing while it is written. */
export function useCitedUse(
  parts: readonly AnswerPart[],
  { calls, indexBefore }: Citations,
  isOver: boolean,
): CitedUse {
  return useMemo(() => {
    if (!isOver || calls.length === 0) return unused
    const texts = parts.flatMap((part): CitedText[] => {
      const index = part.kind === 'text' ? indexBefore(part.before) : null
      if (part.kind !== 'text' || index === null) return []
      const { chunks, tail } = createMarkdownSplitter().read(splitSmallPrint(part.text).body)
      return [...chunks.flat(), ...(tail ? [tail] : [])]
        .filter(({ code }) => code === null)
        .map(({ text }) => cite(text, index))
    })
    const cited = texts.flatMap(({ citations }) => citations.map(({ candidates }) => candidates[0]?.callId))
    return { share: citedShare(texts), callIds: new Set(cited.filter((id) => id !== undefined)) }
  }, [parts, calls, indexBefore, isOver])
}
