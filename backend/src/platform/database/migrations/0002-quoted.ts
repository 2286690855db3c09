import type mongoose from 'mongoose';
import { cursorBatches } from '../batches/cursor-batches.js';
import type { Migration } from './migration.js';

type Id = mongoose.Types.ObjectId;

interface Customer {
  _id: Id;
  province?: string | null;
}

interface Payment {
  _id: Id;
  customerId: Id;
  source: string;
  country: string;
  paymentDetails?: Record<string, unknown>;
  quoted?: Quoted;
}

interface Quoted {
  amount: number;
  currency: string;
}

/** The prices of all visitors until then, in the currency that they were shown; of Canada by province. */
const usa = 1997;
const other = 2050;
const provinces: readonly (readonly [slug: string, code: string, name: string, price: number])[] = [
  ['alberta', 'AB', 'Alberta', 2096.85],
  ['british_columbia', 'BC', 'British Columbia', 2096.85],
  ['manitoba', 'MB', 'Manitoba', 2096.85],
  ['new_brunswick', 'NB', 'New Brunswick', 2296.55],
  ['newfoundland', 'NL', 'Newfoundland and Labrador', 2296.55],
  ['northwest_territories', 'NT', 'Northwest Territories', 2096.85],
  ['nova_scotia', 'NS', 'Nova Scotia', 2276.58],
  ['nunavut', 'NU', 'Nunavut', 2096.85],
  ['ontario', 'ON', 'Ontario', 2256.61],
  ['pei', 'PE', 'Prince Edward Island', 2296.55],
  ['quebec', 'QC', 'Quebec', 2096.85],
  ['saskatchewan', 'SK', 'Saskatchewan', 2096.85],
  ['yukon', 'YT', 'Yukon', 2096.85],
];

const isCountry = (value: unknown): value is string =>
  value === 'canada' || value === 'usa' || value === 'other';

/** Returns the price of a province by either spelling or its name. */
function provincePrice(spelling: unknown): number | undefined {
  if (typeof spelling !== 'string') return undefined;
  const wanted = spelling.trim().toLowerCase();
  return provinces.find((words) =>
    words.slice(0, 3).some((word) => String(word).toLowerCase() === wanted),
  )?.[3];
}

/**
 * Returns the price list's total for the typed place, else for the customer's; undefined where neither is known: a
 * guess would look like the total that the visitor was shown.
 */
function quoteOf({ country, paymentDetails }: Payment, customer?: Customer): Quoted | undefined {
  const typed = isCountry(paymentDetails?.country) ? paymentDetails : undefined;
  const place = typed?.country ?? country;
  if (!isCountry(place)) return undefined;
  const province = typed ? typed.province : customer?.province;
  const amount = place === 'canada' ? provincePrice(province) : place === 'usa' ? usa : other;
  return amount === undefined ? undefined : { amount, currency: 'CAD' };
}

/** Adds the total that their visitors were shown, from the price list, to checkout payments. */
export const quotedMigration: Migration = {
  number: 2,
  name: 'quoted',
  async run(database) {
    const payments = database.collection<Payment>('payments');
    const customers = database.collection<Customer>('customers');
    const without = payments.find(
      { source: 'checkout', quoted: null as never },
      { projection: { customerId: 1, country: 1, paymentDetails: 1 }, batchSize: 1000 },
    );
    for await (const batch of cursorBatches(without)) {
      const ids = batch.map(({ customerId }) => customerId);
      const owners = await customers
        .find({ _id: { $in: ids } }, { projection: { province: 1 }, batchSize: 1000 })
        .toArray();
      const byId = new Map(owners.map((owner) => [String(owner._id), owner]));
      const updates = batch.flatMap((payment) => {
        const quoted = quoteOf(payment, byId.get(String(payment.customerId)));
        return quoted ? [{ updateOne: { filter: { _id: payment._id }, update: { $set: { quoted } } } }] : [];
      });
      if (updates.length) await payments.bulkWrite(updates, { ordered: false });
    }
  },
};
