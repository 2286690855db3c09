import type { INestApplicationContext } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { settledStatuses } from '#domain/payments';
import { DocumentIssuer } from '../documents/document-issuer.service.js';
import { DocumentStore } from '../documents/document-store.service.js';
import type { Caller } from '../http/caller.decorator.js';
import type { Payment } from '../payments/payment.schema.js';

/** Number of newest settled payments that get documents. */
const atMost = 40;

const caller: Caller = { by: 'admin', actor: { kind: 'program' }, ip: '127.0.0.1', requestId: 'seed' };

/**
 * Issues the documents of the newest settled payments of a seeded database: invoices, and credit notes of those that are
 * refunded in part. Returns their number; none without a company in the options.
 */
export async function seedDocuments(connection: Connection, app: INestApplicationContext): Promise<number> {
  const store = app.get(DocumentStore);
  if (!store.isUsed) return 0;
  await store.start();
  const settled = connection
    .collection<Payment>('payments')
    .find({ status: { $in: [...settledStatuses] } }, { projection: { _id: 1 } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(atMost);
  // Oldest first, as numbers rise with time.
  const newest = (await settled.toArray()).reverse();
  let count = 0;
  for (const { _id } of newest) count += (await app.get(DocumentIssuer).issue(_id, 'asked', caller)).length;
  return count;
}
