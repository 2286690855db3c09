import type { PayoutReportResult } from '#domain/payouts/payouts';
import type { TestApp } from './test-app.js';
import { sampleId } from '../cards/samples.js';

/** A line of a report, by the names of its columns. */
export type ReportRow = Partial<Record<string, string>>;

const header = [
  'automatic_payout_id',
  'automatic_payout_effective_at',
  'balance_transaction_id',
  'created',
  'reporting_category',
  'currency',
  'gross',
  'fee',
  'net',
  'payment_intent_id',
  'description',
];

/** A line of a payout of November 20; a charge of 2,256.61 of which 65.74 are kept, unless told otherwise. */
export const reportRow = (values: ReportRow = {}): ReportRow => ({
  automatic_payout_id: 'po_sample',
  automatic_payout_effective_at: '2026-11-20 00:00:00',
  balance_transaction_id: sampleId('txn'),
  created: '2026-11-18 10:11:12',
  reporting_category: 'charge',
  currency: 'cad',
  gross: '2256.61',
  fee: '65.74',
  net: '2190.87',
  payment_intent_id: '',
  description: 'A charge, "plain"',
  ...values,
});

/** A report as the provider's dashboard makes it. */
export const reportFile = (
  rows: readonly ReportRow[],
  columns: readonly string[] = header,
  delimiter = ',',
): string =>
  [
    columns.join(delimiter),
    ...rows.map((row) =>
      columns
        .map((name) =>
          row[name]?.includes('"') || row[name]?.includes(delimiter)
            ? `"${row[name].replaceAll('"', '""')}"`
            : (row[name] ?? ''),
        )
        .join(delimiter),
    ),
    '',
  ].join('\n');

/** Posts a report. */
export const postReport = (app: TestApp, file: string | Buffer) =>
  app.admin
    .post('/api/card-payouts/reports')
    .query({ fileName: 'itemised.csv' })
    .set('Content-Type', 'application/octet-stream')
    .send(typeof file === 'string' ? Buffer.from(file) : file);

/** Imports a report of these lines. */
export async function importReport(app: TestApp, rows: readonly ReportRow[]): Promise<PayoutReportResult> {
  return (await postReport(app, reportFile(rows)).expect(201)).body as PayoutReportResult;
}
