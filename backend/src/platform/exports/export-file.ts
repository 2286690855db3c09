import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { CurrentUser } from '#domain/auth/auth';
import { type ExportFormat, exportFileName } from '#domain/platform/lists';
import { prefetch } from '../database/batches/cursor-batches.js';
import { columnsIn } from './columns-in.js';
import { csvStream } from './csv.js';
import type { Export } from './export.js';
import { exportDecimal } from './export-query.js';
import { xlsxStream } from './xlsx.js';

/** Cursor options of an export: no timeout, and small batches, as each blocks other requests for milliseconds. */
export const exportCursor = { batchSize: 100, maxTimeMS: 0 };

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  excel: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Sends an export as a download, row by row; `X-Total-Rows` lets a client show its progress. */
export async function sendExport<Row>(reply: FastifyReply, file: Export<Row>): Promise<void> {
  // Refused meanwhile, as it took too long: a stream that is not read would never end.
  if (reply.sent || reply.raw.headersSent) return;
  const { format, calendar } = file;
  const decimal = exportDecimal(reply.request.query as Record<string, unknown>);
  const columns = columnsIn(calendar, file.columns);
  const steady = { ...file, columns, rows: prefetch(file.rows) };
  const { user } = reply.request as { user?: CurrentUser };
  const stream: Readable =
    format === 'csv' ? csvStream(steady, decimal) : xlsxStream([steady], user?.id ?? '');
  const name = exportFileName(file.name, format, calendar.dayOf(new Date()));
  await reply
    .type(contentTypes[format])
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Cache-Control', 'no-store')
    .header('X-Total-Rows', file.total)
    .send(stream);
}
