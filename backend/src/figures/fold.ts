import type { ClientSession, Connection } from 'mongoose';
import { type FigureChange, type FigureSheet, foldCounter } from './figures.schema.js';
import type { FigureTally } from './tally.js';

/** Adds differences to their sheets, and counts that, so that servers read the sheets anew; in a transaction. */
export async function foldIntoSheets(
  connection: Connection,
  tally: FigureTally,
  session: ClientSession,
): Promise<void> {
  const updates = tally.toSheets().map(({ _id, cells }) => {
    const figures = Object.entries(cells).flatMap(([cell, { count, cents }]) => [
      [`cells.${cell}.count`, count],
      [`cells.${cell}.cents`, cents],
    ]);
    const update = { $inc: Object.fromEntries(figures) as Record<string, number> };
    return { updateOne: { filter: { _id }, update, upsert: true } };
  });
  if (updates.length) await connection.collection<FigureSheet>('figures').bulkWrite(updates, { session });
  await connection
    .collection<FigureChange>('figurechanges')
    .updateOne({ _id: foldCounter }, { $inc: { folds: 1 } }, { upsert: true, session });
}
