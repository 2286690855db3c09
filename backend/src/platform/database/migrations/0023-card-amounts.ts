import { setFields } from '../batches/set-fields.js';
import type { Migration } from './migration.js';

interface CardEvent {
  amount?: number;
  fact: { currency?: string | null; minor?: number | null; total?: number; refunds?: { minor: number }[] };
}

const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const withThreeDecimals = 'BHD JOD KWD OMR TND'.split(' ');

function amountOf({ currency, minor, total, refunds }: CardEvent['fact']): number | undefined {
  const units = refunds ? (total ?? refunds.reduce((sum, refund) => sum + refund.minor, 0)) : minor;
  if (!currency || typeof units !== 'number') return undefined;
  if (withoutDecimals.includes(currency)) return units;
  return units / (withThreeDecimals.includes(currency) ? 1000 : 100);
}

/** Writes the amounts by which card events are searched. */
export const cardAmountsMigration: Migration = {
  number: 23,
  name: 'card amounts',
  async run(database) {
    const events = database.collection<CardEvent>('cardevents');
    const found = events.find({ amount: { $exists: false } }, { projection: { fact: 1 } });
    await setFields(events, found, ({ fact }) => {
      const amount = amountOf(fact);
      return amount === undefined ? undefined : { amount };
    });
  },
};
