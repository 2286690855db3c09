import type { ExportFormat } from '#domain/platform/lists';

/** The progress of an export. Rows are counted in CSV files only; a workbook is compressed. */
export interface Progress {
  bytes: number;
  rows?: number;
  /** The total number of rows, if the server sent it. */
  total?: number;
}

const quote = 34;
const newline = 10;

/** Counts the received bytes and rows of an export and reports them, at most some ten times a second. */
export function countRows(format: ExportFormat, onProgress: (progress: Progress) => void) {
  const progress: Progress = { bytes: 0 };
  let quoted = false;
  let lines = 0;
  let reported = 0;

  return {
    headers(headers: Headers) {
      const total = Number(headers.get('X-Total-Rows') ?? NaN);
      if (Number.isFinite(total)) progress.total = total;
      onProgress({ ...progress });
    },
    piece(piece: Uint8Array) {
      progress.bytes += piece.length;
      if (format === 'csv') {
        for (const byte of piece) {
          if (byte === quote) quoted = !quoted;
          else if (byte === newline && !quoted) lines++;
        }
        // The first line holds the columns' names; one before it may name the separator.
        progress.rows = Math.min(progress.total ?? Infinity, Math.max(0, lines - 1));
      }
      if (Date.now() - reported < 100) return;
      reported = Date.now();
      onProgress({ ...progress });
    },
  };
}
