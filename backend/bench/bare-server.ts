import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import mongoose from 'mongoose';

/**
 * The baseline of the API's benchmarks, the least work for the same calls: plain Fastify and the official driver with
 * the same reads and writes. It validates nothing, so it is for benchmarks only.
 */
const { MongoClient, ObjectId } = mongoose.mongo;
const client = new MongoClient(process.env.MONGODB_URI ?? '', {
  maxPoolSize: 100,
  writeConcern: { w: 'majority', journal: true },
});
const db = client.db();
const payments = db.collection('payments');
const customers = db.collection('customers');
const server = Fastify();

/** A page of payments with their customers, and the total of the list. */
async function listPayments(filter: object, count: () => Promise<number>) {
  const [page, total] = await Promise.all([
    payments
      .find(filter, { projection: { referenceKey: 0, referenceParts: 0 } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(10)
      .toArray(),
    count(),
  ]);
  const ids = page.map(({ customerId }) => customerId as mongoose.Types.ObjectId);
  const found = await customers
    .find({ _id: { $in: ids } }, { projection: { fullName: 1, email: 1 } })
    .toArray();
  const byId = new Map(found.map((customer) => [String(customer._id), customer]));
  return {
    payments: page.map((payment) => ({ ...payment, customerId: byId.get(String(payment.customerId)) })),
    total,
  };
}

server.get('/payments', () => listPayments({}, () => payments.estimatedDocumentCount()));

server.get('/payments/paid', () =>
  listPayments({ status: 'paid' }, () => payments.countDocuments({ status: 'paid' })),
);

server.get('/customers', async () => {
  const [page, total] = await Promise.all([
    customers
      .find({}, { projection: { nameKey: 0, emailKey: 0, paymentsChangedAt: 0 } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(10)
      .toArray(),
    customers.estimatedDocumentCount(),
  ]);
  return { customers: page, total };
});

// The writes of a first purchase, in one transaction: customer, claim of the email, payment, statistics delta, audit
// entry and idempotency record.
server.post('/checkout', async (request) => {
  const { customer, payment } = request.body as {
    customer: { email: string; fullName: string };
    payment: object;
  };
  const customerId = new ObjectId();
  const paymentId = new ObjectId();
  const now = new Date();
  const emailKey = customer.email.toLowerCase();
  const buyer = {
    _id: customerId,
    ...customer,
    emailKey,
    nameKey: customer.fullName.toLowerCase(),
    hasPayment: true,
    version: 0,
    createdAt: now,
    updatedAt: now,
  };
  const referenceNumber = `BARE-${randomUUID()}`;
  const document = {
    _id: paymentId,
    ...payment,
    customerId,
    referenceNumber,
    referenceKey: referenceNumber,
    referenceParts: Array.from({ length: 6 }, (_, part) => referenceNumber.slice(2 * part, 2 * part + 6)),
    paymentDetails: customer,
    statusHistory: [{ date: now, status: 'pending', by: 'checkout' }],
    version: 0,
    createdAt: now,
    updatedAt: now,
  };
  const entry = (resource: string, id: mongoose.Types.ObjectId, record: object) => ({
    at: now,
    by: 'checkout',
    action: 'create',
    resource,
    resourceId: String(id),
    ip: request.ip,
    requestId: request.id,
    changes: Object.entries(record).map(([field, to]) => ({ field, from: null, to: to as unknown })),
  });
  await client.withSession((session) =>
    session.withTransaction(async () => {
      await customers.findOne({ emailKey }, { session });
      await customers.insertOne(buyer, { session });
      await db
        .collection<{ _id: string }>('checkoutemails')
        .updateOne({ _id: emailKey }, { $set: { customerId } }, { upsert: true, session });
      await payments.insertOne(document, { session });
      await db
        .collection<{ _id: string }>('checkoutkeys')
        .insertOne({ _id: randomUUID(), paymentId, referenceNumber, createdAt: now } as { _id: string }, {
          session,
        });
      await db.collection('figurechanges').insertMany(
        [
          { sheets: ['customers'], cell: 'cell', count: 1, cents: 0 },
          { sheets: ['day', 'month'], cell: 'cell', count: 1, cents: 1 },
        ],
        { session },
      );
      await db
        .collection('audit')
        .insertMany([entry('customers', customerId, customer), entry('payments', paymentId, document)], {
          session,
        });
    }),
  );
  return { paymentId };
});

await client.connect();
await server.listen({ port: 0, host: '127.0.0.1' });
console.log(`Bare server listens at http://127.0.0.1:${(server.server.address() as { port: number }).port}`);
process.on(
  'SIGTERM',
  () =>
    void server
      .close()
      .then(() => client.close())
      .then(() => process.exit(0)),
);
