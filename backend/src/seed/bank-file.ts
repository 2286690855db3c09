import type { Currency } from '../../../domain/money.js';

/** What an admin does with a transaction of the made-up world, one step after the other. */
export type Step =
  | { do: 'confirm' }
  | {
      do: 'match';
      allocations: { paymentId: string; amount: number; settles?: number }[];
      acceptShortfall?: boolean;
      note?: string;
    }
  | { do: 'ignore'; reason: string };

/** A row of a made-up bank file; the text names it. */
export interface MadeRow {
  day: string;
  text: string;
  amount: number;
  steps?: Step[];
}

/** A CSV file as banks in Canada write them. */
export const csvFile = (rows: readonly MadeRow[]): Buffer =>
  Buffer.from(
    [
      'Date,Description,Amount',
      ...byDay(rows).map(({ day, text, amount }) => `${day},"${text}",${amount.toFixed(2)}`),
    ].join('\n'),
  );

/** An OFX file; each entry has an id of the bank. */
export const ofxFile = (rows: readonly MadeRow[], currency: Currency): Buffer => {
  const entries = byDay(rows).map(
    ({ day, text, amount }, index) =>
      `<STMTTRN><TRNTYPE>${amount > 0 ? 'CREDIT' : 'DEBIT'}<DTPOSTED>${day.replaceAll('-', '')}` +
      `<TRNAMT>${amount.toFixed(2)}<FITID>${day.replaceAll('-', '')}${index}<MEMO>${text}`,
  );
  return Buffer.from(
    `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKTRANLIST>\n${entries.join('\n')}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );
};

const byDay = (rows: readonly MadeRow[]): MadeRow[] =>
  [...rows].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
