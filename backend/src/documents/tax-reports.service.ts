import { Injectable } from '@nestjs/common';
import type { TaxReport, TaxRow } from '#domain/documents/documents';
import { asCents, type Cents, currencies, type Currency, toAmount, toCents } from '#domain/platform/money';
import { untaxedLabel } from '#domain/places/taxes';
import { DocumentStore } from './document-store.service.js';
import type { StoredDocument } from './document.schema.js';

/** The fields of a document that the report counts. */
type Counted = Pick<
  StoredDocument,
  '_id' | 'kind' | 'total' | 'net' | 'currency' | 'place' | 'tax' | 'credits'
>;

const countedFields = {
  kind: 1,
  total: 1,
  net: 1,
  currency: 1,
  place: 1,
  credits: 1,
  'tax.label': 1,
  'tax.rate': 1,
  'tax.amount': 1,
} as const;

type Sums = Record<'invoices' | 'net' | 'tax' | 'creditNotes' | 'creditedNet' | 'creditedTax', number>;

const noSums = (): Sums => ({
  invoices: 0,
  net: 0,
  tax: 0,
  creditNotes: 0,
  creditedNet: 0,
  creditedTax: 0,
});

const decimal = (cents: number): number => toAmount(asCents(cents));

function add(sums: Sums, { kind, net, tax }: Counted): void {
  const [netCents, taxCents] = [toCents(net), toCents(tax?.amount ?? 0)];
  if (kind === 'invoice') {
    sums.invoices += 1;
    sums.net += netCents;
    sums.tax += taxCents;
  } else {
    sums.creditNotes += 1;
    sums.creditedNet += netCents;
    sums.creditedTax += taxCents;
  }
}

/** The order of rows: by country, province, rate and currency. */
const rowOrder = (row: Pick<TaxRow, 'country' | 'province' | 'rate' | 'currency' | 'label'>): string =>
  [row.country, row.province ?? '', row.rate.toFixed(4), row.label, row.currency].join(' ');

/** Adds up the register by tax place and rate, and for the lines of the GST/HST return. */
@Injectable()
export class TaxReports {
  constructor(private readonly store: DocumentStore) {}

  /**
   * Returns the report of a range of days (YYYY-MM-DD): an invoice counts on the day on which its sale is booked, a credit
   * note on its day of issue; one whose day is closed by then on its day of issue.
   */
  async between({ from, to }: { from?: string | undefined; to?: string | undefined }): Promise<TaxReport> {
    const countedOn = { ...(from && { $gte: from }), ...(to && { $lte: to }) };
    const found = this.store.documents.find<Counted>(Object.keys(countedOn).length ? { countedOn } : {}, {
      projection: countedFields,
    });
    const rows = new Map<string, Omit<TaxRow, keyof Sums> & { sums: Sums }>();
    const totals = new Map<Currency, Sums>(currencies.map((currency) => [currency, noSums()]));
    const placeless: Counted[] = [];
    for await (const document of found) {
      add(totals.get(document.currency)!, document);
      const { place, tax, currency, kind } = document;
      if (!place) {
        // Those in other currencies are in none of the lines.
        if (kind === 'invoice' && currency === 'CAD') placeless.push(document);
        continue;
      }
      const { label = untaxedLabel, rate = 0 } = tax ?? {};
      const row = { ...place, label, rate, currency };
      const key = rowOrder(row);
      const { sums } = rows.get(key) ?? { sums: noSums() };
      rows.set(key, { ...row, sums });
      add(sums, document);
    }
    const { net, tax, creditedNet, creditedTax } = totals.get('CAD')!;
    return {
      rows: [...rows]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { sums, ...row }]) => ({ ...row, ...inDecimals(sums) })),
      lines: {
        '101': decimal(net - creditedNet),
        '103': decimal(tax),
        '107': decimal(creditedTax),
        difference: decimal(tax - creditedTax),
      },
      withoutPlace: { count: placeless.length, total: toAmount(await this.leftOf(placeless, to)) },
      otherCurrencies: [...totals].flatMap(([currency, sums]) =>
        currency !== 'CAD' && (sums.invoices || sums.creditNotes)
          ? [
              {
                currency,
                net: decimal(sums.net - sums.creditedNet),
                tax: decimal(sums.tax - sums.creditedTax),
              },
            ]
          : [],
      ),
    };
  }

  /** Returns what is left of invoices in Canadian dollars after their credit notes up to a day. */
  private async leftOf(invoices: readonly Counted[], to: string | undefined): Promise<Cents> {
    let left = invoices.reduce((cents, { total }) => cents + toCents(total), 0);
    const credits = this.store.documents.find<Pick<StoredDocument, 'total'>>(
      { 'credits._id': { $in: invoices.map(({ _id }) => _id) }, ...(to && { countedOn: { $lte: to } }) },
      { projection: { total: 1 } },
    );
    for await (const { total } of credits) left -= toCents(total);
    return asCents(left);
  }
}

const inDecimals = ({ invoices, creditNotes, ...amounts }: Sums) => ({
  invoices,
  net: decimal(amounts.net),
  tax: decimal(amounts.tax),
  creditNotes,
  creditedNet: decimal(amounts.creditedNet),
  creditedTax: decimal(amounts.creditedTax),
});
