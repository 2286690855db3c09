import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file of a ZIP, whose pieces are made while they are read. */
export interface ZippedFile {
  name: string;
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** True for what is compressed already. */
  isCompressed?: boolean;
}

/** Longest text that is compressed at once, in bytes: other requests wait meanwhile. */
const atOnce = 64 * 1024;

/**
 * Yields a ZIP of files, one after the other: each is asked for once the one before has been read. The same files of the
 * same day are the same bytes.
 * @param day YYYY-MM-DD, the date of the files
 */
export async function* zipPieces(
  files: AsyncIterable<ZippedFile> | Iterable<ZippedFile>,
  day: string,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  const take = (): Uint8Array[] => {
    const pieces = ready;
    ready = [];
    return pieces;
  };
  const [year, month, date] = day.split('-').map(Number);
  for await (const { name, pieces, isCompressed } of files) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    // The format has times of the clock, without a zone; fflate takes none after 2099.
    file.mtime = new Date(Math.min(year!, 2099), month! - 1, date);
    zip.add(file);
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      for (let at = 0; at < bytes.length; at += atOnce) {
        file.push(bytes.subarray(at, at + atOnce));
        yield* take();
      }
    }
    file.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
