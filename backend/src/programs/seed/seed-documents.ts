import type { INestApplicationContext } from '@nestjs/common';
import type { Connection, Types } from 'mongoose';
import { settledStatuses } from '#domain/payments/payments';
import { DocumentIssuer } from '../../documents/document-issuer.service.js';
import { DocumentStore } from '../../documents/document-store.service.js';
import { DocumentsService } from '../../documents/documents.service.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import { Outbox } from '../../mail/outbox.js';
import { PaymentStatusService } from '../../payments/status/payment-status.service.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import type { Payment } from '../../payments/payment.schema.js';

/** Number of newest settled payments that get documents. */
const atMost = 40;

const caller: Caller = { by: 'admin', actor: { kind: 'program' }, ip: '127.0.0.1', requestId: 'seed' };

/** The reason for which the mails of these acts are not sent. */
const unsent = 'The payment is generated';

/** Acts after an invoice, each of which makes a credit note of another reason. */
const acts: ((id: Types.ObjectId, app: INestApplicationContext) => Promise<unknown>)[] = [
  (id, app) => app.get(PaymentStatusService).setStatus(id, { status: 'cancelled' }, caller),
  async (id, app) => {
    await app.get(PaymentStatusService).setStatus(id, { status: 'refunded', way: 'cheque' }, caller);
    await app
      .get(TransactionsService)
      .run(({ session }) => app.get(Outbox).cancelOf(id, ['refunded'], unsent, session));
  },
  (id, app) => app.get(DocumentsService).issue(id, { buyer }, caller),
];
const buyer = { name: 'Sample Holdings Inc.', address: '200 Sample Avenue\nSuite 12\nToronto ON  M5V 2T6' };

/**
 * Issues the documents of the newest settled payments of a seeded database: invoices, and credit notes of those that are
 * refunded, cancelled or corrected. Returns their number; none without a company in the options.
 */
export async function seedDocuments(connection: Connection, app: INestApplicationContext): Promise<number> {
  const store = app.get(DocumentStore);
  if (!store.isUsed) return 0;
  await store.start();
  const settled = connection
    .collection<Payment>('payments')
    .find({ status: { $in: [...settledStatuses] } }, { projection: { _id: 1, ledger: 1 } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(atMost);
  // Oldest first, as numbers rise with time.
  const newest = (await settled.toArray()).reverse();
  const issue = (id: Types.ObjectId) => app.get(DocumentIssuer).issue(id, 'asked', caller);
  for (const { _id } of newest) await issue(_id);
  // Of those whose money a person has entered, as money of the bank and of cards has evidence of its own.
  const entered = newest.filter(({ ledger = [] }) => ledger.every(({ evidence }) => !evidence));
  for (const [index, act] of acts.entries()) {
    const payment = entered.at(-1 - index);
    if (!payment) break;
    await act(payment._id, app);
    await issue(payment._id);
  }
  return store.documents.countDocuments();
}
