/** What kind of file a head of bytes begins, before its text is looked at. */
export type FileKind =
  | { kind: 'zip' }
  | { kind: 'gzip' }
  | { kind: 'text' }
  /** A known kind that cannot be read here; the sentence says what to do instead. */
  | { kind: 'unsupported'; code: string; message: string };

type Signature = [bytes: number[], code: string, message: string];

const SIGNATURES: Signature[] = [
  [
    [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66, 0x6f, 0x72, 0x6d, 0x61, 0x74],
    'sqlite',
    'This is an SQLite database (opencode, goose, Zed, Cursor and others keep sessions in one). Export the session as JSON in that program and import the export.',
  ],
  [
    [0x28, 0xb5, 0x2f, 0xfd],
    'zstd',
    'This file is compressed with Zstandard. Unpack it first (`zstd -d FILE`) and import the result.',
  ],
  [[0x42, 0x5a, 0x68], 'bzip2', 'This file is compressed with bzip2. Unpack it first (`bunzip2 FILE`).'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'xz', 'This file is compressed with xz. Unpack it first (`unxz FILE`).'],
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], '7z', 'This is a 7z archive. Unpack it first, or pack it as zip.'],
  [[0x52, 0x61, 0x72, 0x21], 'rar', 'This is a RAR archive. Unpack it first, or pack it as zip.'],
  [[0x25, 0x50, 0x44, 0x46], 'pdf', 'This is a PDF document; there is no transcript to read in it.'],
  [[0x89, 0x50, 0x4e, 0x47], 'image', 'This is an image; there is no transcript to read in it.'],
  [[0xff, 0xd8, 0xff], 'image', 'This is an image; there is no transcript to read in it.'],
];

/** Tells the kind of a file by its first bytes (a kilobyte is enough). */
export function fileKind(head: Uint8Array): FileKind {
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) return { kind: 'zip' };
  if (startsWith(head, [0x1f, 0x8b])) return { kind: 'gzip' };
  const known = SIGNATURES.find(([bytes]) => startsWith(head, bytes));
  if (known) return { kind: 'unsupported', code: known[1], message: known[2] };
  return { kind: 'text' };
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte);
}
