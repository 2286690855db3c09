import type { Connection } from 'mongoose';

/** The last backup that was written and read again. */
interface LastBackup {
  at: Date;
  documents: number;
  bytes: number;
}

const backupsOf = (connection: Connection) => connection.collection<LastBackup & { _id: 'last' }>('backups');

export async function recordBackup(connection: Connection, backup: LastBackup): Promise<void> {
  await backupsOf(connection).updateOne({ _id: 'last' }, { $set: backup }, { upsert: true });
}

/** Returns the time of the last backup; undefined where none was made. */
export async function lastBackupAt(connection: Connection, maxTimeMS?: number): Promise<Date | undefined> {
  return (await backupsOf(connection).findOne({ _id: 'last' }, { maxTimeMS }))?.at;
}
