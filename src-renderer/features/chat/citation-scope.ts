/** Which results the numbers of a text may come from, and how a mark opens its rows. */
import { createContext } from 'react'
import type { Citation, CitationIndex } from './citations.ts'

/** Of the text around; null where nothing is cited. */
export const CitationScope = createContext<CitationIndex | null>(null)

/** Of one piece of Markdown: what its marks stand for. */
export const PieceCitations = createContext<readonly Citation[] | null>(null)

export interface OpenCitation {
  readonly citation: Citation
  /** The mark: the panel stands beside it and gives the focus back. */
  readonly anchor: HTMLElement
}

/** Opens the rows of a citation; of the answer around. */
export const CitationOpener = createContext<((open: OpenCitation) => void) | null>(null)
