import { type Calendar, calendarOf } from '#domain/calendar';
import type { ClientSession, Connection } from 'mongoose';
import { countArrivals } from './count-arrivals.js';
import { type CountedCustomer, countedFields, type CountedPayment } from './stats-keys.js';
import { type StatsDelta, type StatsBucket, deltaFilter, mergeCounterId } from './stats.schema.js';
import { mergeDeltas } from './merge-deltas.js';
import { StatsAccumulator } from './stats-accumulator.js';

const inTransaction = <Result>(connection: Connection, work: (session: ClientSession) => Promise<Result>) =>
  connection.withSession((session) =>
    session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority' },
    }),
  );

/** Returns the calendar by whose days the payments are counted. */
export async function storedCalendar(connection: Connection, session?: ClientSession): Promise<Calendar> {
  const counter = await connection
    .collection<StatsDelta>('figurechanges')
    .findOne({ _id: mergeCounterId }, { session });
  return calendarOf(counter?.zone ?? 'UTC');
}

/** Aggregates every record of the database. */
async function countRecords(
  connection: Connection,
  session: ClientSession,
  calendar: Calendar,
): Promise<StatsAccumulator> {
  const accumulator = new StatsAccumulator();
  const payments = connection
    .collection<CountedPayment>('payments')
    .find({}, { session, batchSize: 5000 })
    .project<CountedPayment>(countedFields);
  for await (const payment of payments) accumulator.addPayment(payment, calendar);
  const customers = connection
    .collection<CountedCustomer>('customers')
    .find({}, { session, batchSize: 5000 })
    .project<CountedCustomer>({ country: 1, hasPayment: 1, test: 1 });
  for await (const customer of customers) accumulator.addCustomer(customer);
  await countArrivals(connection.db!, accumulator, session);
  return accumulator;
}

/** Reads the stored statistics: buckets and the deltas that are not merged yet. */
async function readStored(connection: Connection, session: ClientSession): Promise<StatsAccumulator> {
  const accumulator = new StatsAccumulator();
  for await (const { _id, cells } of connection.collection<StatsBucket>('figures').find({}, { session }))
    for (const [group, { count, cents }] of Object.entries(cells)) accumulator.add(_id, group, count, cents);
  for await (const { sheets: bucketIds, cell: group, count, cents } of connection
    .collection<StatsDelta>('figurechanges')
    .find(deltaFilter, { session }))
    for (const bucketId of bucketIds) accumulator.add(bucketId, group, count, cents);
  return accumulator;
}

/** Returns a line for each stored aggregate that differs from a recount at the same moment. */
export const verifyStats = (connection: Connection): Promise<string[]> =>
  inTransaction(connection, async (session) => {
    const calendar = await storedCalendar(connection, session);
    const counted = await countRecords(connection, session, calendar);
    return (await readStored(connection, session)).differences(counted);
  });

/** Replaces the stored statistics by a recount, by the days of `calendar` from then on. */
export const rebuildStats = (connection: Connection, calendar?: Calendar): Promise<void> =>
  inTransaction(connection, async (session) => {
    const days = calendar ?? (await storedCalendar(connection, session));
    const accumulator = await countRecords(connection, session, days);
    await connection.collection<StatsDelta>('figurechanges').deleteMany(deltaFilter, { session });
    await connection.collection('figures').deleteMany({}, { session });
    await mergeDeltas(connection, accumulator, session, days.timeZone);
  });
