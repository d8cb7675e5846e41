/** Bounds of an import (DESIGN §6): beyond them a file is refused in words, never half-read in silence. */
export const BOUNDS = {
  /** Bytes of one upload. */
  fileBytes: 1024 * 1024 * 1024,
  /** Nested arrays and objects of one JSON value. */
  jsonDepth: 512,
  /** Characters of one JSON value: a little under what a string can hold. */
  valueChars: 500_000_000,
  zipEntries: 10_000,
  /** Bytes that all archives of one import may unpack to. */
  unpackedBytes: 4 * 1024 * 1024 * 1024,
  /** Unpacked bytes per packed byte; small files are free of it. */
  ratio: 200,
  ratioFreeBytes: 10 * 1024 * 1024,
  /** Archives inside archives. */
  archiveDepth: 2,
  /** Conversations of one import. */
  conversations: 100_000,
} as const;
