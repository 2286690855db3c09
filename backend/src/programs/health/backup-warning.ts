import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { ServerWarning } from '#domain/platform/warnings';
import { lastBackupAt } from '../../platform/backups/last-backup.js';
import { SchemaState } from '../../platform/database/migrations/schema-state.js';

/** Age in milliseconds of a backup, and of a database without one, from which an operator is warned. */
const warnedAgeMs = 7 * 24 * 3600_000;

/** Warns of a database that was not backed up for a week. */
@Injectable()
export class BackupWarning {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  async warnings(now = Date.now()): Promise<ServerWarning[]> {
    const last = await lastBackupAt(this.connection);
    const { db } = this.connection;
    const since = last ?? (db && (await new SchemaState(db).since()));
    if (!since || now - since.getTime() < warnedAgeMs) return [];
    return [last ? 'oldBackup' : 'noBackup'];
  }
}
