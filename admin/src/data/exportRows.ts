import type { ExportFormat, ExportName } from '#domain/platform/lists';
import { defaultErrorMessage, withDefaultMessage } from './apiErrors.js';
import { listQuery } from './listQuery.js';
import { requestStream } from './session/request.js';

/** The export's resource and query; every matching row is exported, or the chosen ones. */
export interface ExportRequest {
  resource: ExportName;
  format: ExportFormat;
  query: { search?: string; filter?: object; decimal?: 'comma'; from?: string; to?: string };
  /** The ids of chosen payments. */
  ids?: readonly string[];
}

/** The calls of exports that are of no resource of that name. */
const paths: Partial<Record<ExportName, string>> = { expected: '/reports/expected' };

const accept: Record<ExportFormat, string> = { csv: 'text/csv', excel: 'application/json' };

/** The days of the records that an export is narrowed to, for its file's name. */
export function exportedDays({ query: { filter = {}, from, to } }: ExportRequest) {
  type Days = { gte?: string; lte?: string };
  const { createdAt, day } = filter as { createdAt?: Days; day?: Days };
  const { gte, lte } = createdAt ?? day ?? {};
  return { from: from ?? gte, to: to ?? lte };
}

/** Downloads an export as the server streams it, and returns the file. */
export async function exportRows(
  { resource, format, query, ids }: ExportRequest,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const counter = countRows(format, onProgress);
  let type = '';
  const call = requestStream(
    `${paths[resource] ?? `/${resource}`}/export${listQuery({ format, ...query })}`,
    {
      signal,
      headers: { Accept: accept[format] },
      ...(ids && { method: 'POST', body: JSON.stringify({ ids }) }),
    },
    (piece) => {
      pieces.push(piece);
      counter.piece(piece);
    },
    (headers) => {
      type = headers.get('Content-Type') ?? '';
      counter.headers(headers);
    },
  );
  await withDefaultMessage(defaultErrorMessage(resource, 'export'), call);
  return new Blob(pieces, { type });
}

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
