import { type Currency, plainAmount } from '#domain/platform/money';

/** An admin's steps for a seeded transaction, in their order. */
export type Step =
  | { do: 'confirm' }
  | {
      do: 'match';
      allocations: { paymentId: string; amount: number; settles?: number }[];
      acceptShortfall?: boolean;
      note?: string;
    }
  | { do: 'ignore'; reason: string };

/** A row of a generated bank file, identified by its text. */
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
      ...byDay(rows).map(({ day, text, amount }) => `${day},"${text}",${plainAmount(amount)}`),
    ].join('\n'),
  );

/** An OFX file; each entry has a bank id. */
export const ofxFile = (rows: readonly MadeRow[], currency: Currency): Buffer => {
  const entries = byDay(rows).map(
    ({ day, text, amount }, index) =>
      `<STMTTRN><TRNTYPE>${amount > 0 ? 'CREDIT' : 'DEBIT'}<DTPOSTED>${day.replaceAll('-', '')}` +
      `<TRNAMT>${plainAmount(amount)}<FITID>${day.replaceAll('-', '')}${index}<MEMO>${text}`,
  );
  return Buffer.from(
    `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKTRANLIST>\n${entries.join('\n')}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );
};

const byDay = (rows: readonly MadeRow[]): MadeRow[] =>
  [...rows].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
