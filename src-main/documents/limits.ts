/** How much of a document is read. */

/** Of one document. */
export const documentLimits = {
  bytes: 100 * 1024 * 1024,
  /** Of text that is kept; a book has about one million. */
  chars: 5_000_000,
  pages: 3_000,
  /** What an office document may unpack to. */
  unpackedBytes: 256 * 1024 * 1024,
  /** Beyond `graceBytes` an office document that grows more than this was made to. */
  unpackedRatio: 200,
  graceBytes: 50 * 1024 * 1024,
  archiveEntries: 5_000,
  readMs: 60_000,
} as const
