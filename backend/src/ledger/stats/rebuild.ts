import { type Calendar, calendarOf } from '#domain/platform/calendar';
import type { ClientSession, Connection } from 'mongoose';
import { mergeDeltas } from './stats-accumulator.js';
import { recount } from './recount.js';
import { recountParts } from './recount-parts.js';
import { mergeCounterId, type StatsDelta } from './stats.schema.js';

/** Age in milliseconds up to which an interrupted rebuild is continued; later all parts are counted again. */
const continuedMs = 24 * 3_600_000;

/** Does `work` in a transaction, at one moment of the database. */
export const inTransaction = <Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
) =>
  connection.withSession((session) =>
    session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority' },
    }),
  );

const counterOf = ({ db }: Pick<Connection, 'db'>) => db!.collection<StatsDelta>('figurechanges');

/** Returns the calendar by whose days the payments are counted. */
export async function storedCalendar(connection: Pick<Connection, 'db'>): Promise<Calendar> {
  const counter = await counterOf(connection).findOne({ _id: mergeCounterId });
  return calendarOf(counter?.zone ?? 'UTC');
}

/**
 * Returns a line for each stored aggregate that differs from a recount: a day from its records, a month from its days.
 * Each part is compared at one moment of its own, while records are written.
 */
export async function verifyStats(connection: Connection): Promise<string[]> {
  const lines: string[] = [];
  for (const part of await recountParts(connection, await storedCalendar(connection))) {
    const { stored, counted } = await inTransaction(connection, (session) =>
      recount(connection, part, session),
    );
    lines.push(...stored.differences(counted));
  }
  return lines;
}

/**
 * Corrects the stored statistics by a recount, by the days of `calendar` from then on: part by part, each in a
 * transaction of its own, while records are written and deltas are merged. After an interruption it goes on with the
 * next part.
 * @param onPart called after each part
 */
export async function rebuildStats(
  connection: Connection,
  calendar?: Calendar,
  onPart: (done: number, parts: number) => void = () => undefined,
): Promise<void> {
  const counters = counterOf(connection);
  const days = calendar ?? (await storedCalendar(connection));
  const zone = days.timeZone;
  const interrupted = (await counters.findOne({ _id: mergeCounterId }))?.rebuild;
  const isContinued = interrupted?.zone === zone && Date.now() - interrupted.at.getTime() < continuedMs;
  const parts = await recountParts(connection, days);
  for (const [at, part] of parts.entries()) {
    if (isContinued && part.name <= interrupted.after) continue;
    await inTransaction(connection, async (session) => {
      const { counted, stored } = await recount(connection, part, session);
      counted.subtract(stored);
      // A right part writes nothing, so that it conflicts with no merge.
      if (counted.toBuckets().length) await mergeDeltas(connection, counted, session);
    });
    const rebuild = { zone, after: part.name, at: new Date() };
    await counters.updateOne({ _id: mergeCounterId }, { $set: { rebuild } }, { upsert: true });
    onPart(at + 1, parts.length);
  }
  await counters.updateOne(
    { _id: mergeCounterId },
    { $inc: { folds: 1 }, $set: { zone }, $unset: { rebuild: '' } },
    { upsert: true },
  );
}
