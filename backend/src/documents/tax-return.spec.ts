import { parse } from 'csv-parse/sync';
import type { TaxReport } from '#domain/documents/documents';
import { fill } from '../testing/seed.js';
import { TestApp } from '../testing/test-app.js';

/** The cents of a decimal of the register, read digit by digit. */
function centsOf(text: string): number {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)\.(\d{2})$/.exec(text) ?? [];
  const cents = Number(whole) * 100 + Number(decimals);
  return sign ? 0 - cents : cents;
}

it('each quarter of a seeded year is filed from the tax report as the register says, to the cent', async () => {
  const app = await TestApp.start();
  try {
    await fill(app, '--customers', '40', '--payments', '50');
    const register = parse((await app.admin.get('/api/documents/export').expect(200)).text, {
      bom: true,
      columns: true,
    }) as Record<string, string>[];
    expect(register.length).toBeGreaterThan(10);
    const years = [...new Set(register.map((row) => row['Booked On']!.slice(0, 4)))];
    let filed = 0;
    for (const year of years)
      for (const [from, to] of [
        ['01-01', '03-31'],
        ['04-01', '06-30'],
        ['07-01', '09-30'],
        ['10-01', '12-31'],
      ] as const) {
        const range = { from: `${year}-${from}`, to: `${year}-${to}` };
        // A sale counts on its day; a credit note, and the invoice that follows a corrected one, on the day of issue.
        const corrected = new Set(
          register.filter((row) => row.Reason === 'Corrected').map((row) => row.Reference),
        );
        const seen = new Set<string>();
        const rows = register.filter((row) => {
          if (row.Currency !== 'CAD') return false;
          const isFirst = row.Kind === 'Invoice' && !seen.has(row.Reference!);
          if (row.Kind === 'Invoice') seen.add(row.Reference!);
          const day =
            isFirst || (row.Kind === 'Invoice' && !corrected.has(row.Reference))
              ? row['Booked On']!
              : row.Day!;
          return day >= range.from && day <= range.to;
        });
        const sum = (column: string, kind?: string) =>
          rows
            .filter((row) => !kind || row.Kind === kind)
            .reduce((cents, row) => cents + centsOf(row[column] || '0.00'), 0);
        const { body } = await app.admin.get('/api/reports/tax').query(range).expect(200);
        const { lines } = body as TaxReport;
        const cents = Object.fromEntries(
          Object.entries(lines).map(([line, amount]) => [line, Math.round(amount * 100)]),
        );
        const returned = 0 - sum('Tax', 'Credit Note');
        expect({ range, ...cents }).toEqual({
          range,
          '101': sum('Net'),
          '103': sum('Tax', 'Invoice'),
          '107': returned,
          difference: sum('Tax', 'Invoice') - returned,
        });
        if (rows.length) filed++;
      }
    expect(filed).toBeGreaterThan(0);
  } finally {
    await app.stop();
  }
});
