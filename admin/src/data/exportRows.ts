import type { ExportFormat, ExportName } from '#domain/platform/lists';
import { defaultErrorMessage, withDefaultMessage } from './apiErrors.js';
import { listQuery } from './listQuery.js';
import { requestStream } from './session/request.js';
import { countRows, type Progress } from './exportProgress.js';

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
