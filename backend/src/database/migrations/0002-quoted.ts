import { findRegion, isCountry } from '../../../../domain/locations.js';
import { type Price, quoteFor } from '../../../../domain/prices.js';
import type { Customer } from '../../customers/customer.schema.js';
import { cursorBatches } from '../cursor-batches.js';
import type { Payment } from '../../payments/payment.schema.js';
import type { Migration } from './migration.js';

type Place = Pick<Payment, 'customerId' | 'country' | 'paymentDetails'>;

/**
 * Returns the price list's total for the typed place, else for the customer's; undefined where neither is known: a
 * guess would look like the total that the visitor was shown.
 */
function quoteOf(
  { country, paymentDetails }: Place,
  customer?: Pick<Customer, 'province'>,
): Price | undefined {
  const typed = isCountry(paymentDetails?.country) ? paymentDetails : undefined;
  const place = typed?.country ?? country;
  if (!isCountry(place)) return undefined;
  const province = typed ? typed.province : customer?.province;
  if (place === 'canada' && !findRegion(place, province)) return undefined;
  return quoteFor(place, province as string | null);
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
