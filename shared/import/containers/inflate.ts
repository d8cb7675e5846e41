import { Gunzip, Inflate } from 'fflate';
import { BOUNDS } from '../bounds.ts';
import type { ImportSource } from '../import-types.ts';
import { chunksOf, piecesSource } from '../source.ts';

/** A bound of DESIGN §6 was reached while unpacking, or the archive is damaged; the message is for people. */
export class UnpackError extends Error {
  constructor(
    readonly code: 'limit' | 'damaged' | 'unsupported' | 'encrypted',
    message: string,
  ) {
    super(message);
  }
}

/** Counts what all archives of one import unpack to. */
export class UnpackBudget {
  #left: number = BOUNDS.unpackedBytes;

  /** Takes note of `bytes` unpacked so far from `packed` bytes of one entry, `more` of them new. Throws at a bound. */
  take(more: number, bytes: number, packed: number): void {
    this.#left -= more;
    if (this.#left < 0)
      throw new UnpackError('limit', 'The archives unpack to more than 4 GB. Import the files one by one.');
    if (bytes > BOUNDS.ratioFreeBytes && bytes > packed * BOUNDS.ratio) {
      const message = `It unpacks to more than ${BOUNDS.ratio} times its size and was not read on: such a file is made to exhaust memory.`;
      throw new UnpackError('limit', message);
    }
    if (bytes > BOUNDS.fileBytes) throw new UnpackError('limit', 'It unpacks to more than 1 GB. Split it first.');
  }
}

/** Unpacks a source that is one deflate stream (a zip entry) or a gzip file, within the bounds. */
export async function unpack(
  source: ImportSource,
  how: 'deflate' | 'gzip',
  name: string,
  budget: UnpackBudget,
): Promise<ImportSource> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let packed = 0;
  const take = (piece: Uint8Array) => {
    bytes += piece.length;
    budget.take(piece.length, bytes, packed);
    if (piece.length > 0) pieces.push(piece);
  };
  const stream = how === 'gzip' ? new Gunzip(take) : new Inflate(take);
  try {
    for await (const chunk of chunksOf(source, 64 * 1024)) {
      packed += chunk.length;
      stream.push(chunk, false);
    }
    stream.push(new Uint8Array(), true);
  } catch (error) {
    if (error instanceof UnpackError) throw error;
    // What came before the damage is kept: a log that is still being written has no proper end.
    if (bytes === 0) throw new UnpackError('damaged', `It cannot be unpacked: ${reason(error)}.`);
  }
  return piecesSource(name, pieces);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
