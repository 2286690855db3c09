import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, mongo } from 'mongoose';
import type { DatabaseConfig } from '../../platform/config/database-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { openSealed, seal } from '../../platform/secrets/sealed-secrets.js';
import { SERVER_KEYS, type ServerKeys } from '../../platform/secrets/server-key.js';
import { Erasure } from './erasure.schema.js';
import { readErasures } from './remembered.js';

const context = 'list of the erased';

/** Returns the file that lists the erased beside an embedded database; undefined on MongoDB, beside which is no folder. */
const erasedFile = ({ mongodbUri, dataDir }: Pick<DatabaseConfig, 'mongodbUri' | 'dataDir'>) =>
  mongodbUri ? undefined : join(dataDir, 'erased');

/** Returns the erasures of a list as a file has them, sealed under the server's key. */
const sealErased = (keys: ServerKeys, erasures: readonly Erasure[]): string =>
  seal(keys, mongo.BSON.EJSON.stringify(erasures.map(withoutState)), context);

/** Returns the erasures of a list; undefined where it is sealed under another key, or was changed. */
export function openErased(keys: ServerKeys, sealed: string): Erasure[] | undefined {
  const opened = openSealed<Erasure[]>(keys, sealed.trim(), context, mongo.BSON.EJSON.parse);
  return opened === 'changed' ? undefined : opened;
}

/** Returns what is kept of an erasure: its ids, time, actor and reason. */
export const withoutState = ({
  _id,
  customerIds,
  paymentIds,
  at,
  by,
  reason,
  isWhole,
}: Erasure): Erasure => ({
  _id,
  customerIds,
  paymentIds,
  at,
  by,
  reason,
  ...(isWhole && { isWhole }),
});

/** Returns the content of a list, or undefined where there is none. */
function readList(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a list that only the owner can read, whole at every moment. */
function writeList(file: string, content: string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The list of the erased in the data folder, and the folder's files without what was erased. */
@Injectable()
export class ErasedFiles {
  private readonly logger = new Logger('Erasures');
  private running: Promise<boolean> | undefined;
  private next: Promise<boolean> | undefined;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(Erasure.name) private readonly erasures: Model<Erasure>,
    @Inject(CONFIG) private readonly config: DatabaseConfig,
    @Inject(SERVER_KEYS) private readonly keys: ServerKeys,
  ) {}

  /** The erasures of the data folder's list. */
  read(): Erasure[] {
    const file = erasedFile(this.config);
    const content = file && readList(file);
    if (content === undefined) return [];
    const erasures = openErased(this.keys, content);
    if (!erasures)
      this.logger.warn(
        'The list of the erased is of another secret, or was changed: it is not read. Where a new one takes its place, it is kept as DATA_DIR/erased.former',
      );
    return erasures ?? [];
  }

  /**
   * Writes the list and compacts the data file, until no file of the folder holds what was erased, one time after the
   * other: those who ask while it is done wait for the next time, together. Returns false where that has failed: the next
   * start does it again. `hasMore` where more than persons was erased; a start also writes the list anew, as the secret
   * may be another one.
   */
  finish(asked: { isStart?: boolean; hasMore?: boolean } = {}): Promise<boolean> {
    if (!this.running) {
      this.running = this.finishOnce(asked).finally(() => (this.running = undefined));
      return this.running;
    }
    this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.finish({ hasMore: true });
    });
    return this.next;
  }

  private async finishOnce({ isStart = false, hasMore = false }): Promise<boolean> {
    const unfinished = await this.erasures.find({ isUnfinished: true }).sort({ _id: 1 }).lean();
    try {
      if (unfinished.length || isStart) await this.writeList();
      if (!unfinished.length && !hasMore) return true;
      await this.compact();
    } catch (error) {
      this.logger.error({
        message: 'The files of the data folder still hold what was erased: the next start compacts them',
        error: (error as Error).message,
      });
      return false;
    }
    const ids = unfinished.map(({ _id }) => _id);
    await this.erasures.collection.updateMany({ _id: { $in: ids } }, { $unset: { isUnfinished: '' } });
    return true;
  }

  private async writeList(): Promise<void> {
    const file = erasedFile(this.config);
    if (!file) return;
    const all = await readErasures(this.connection);
    if (!all.length) return;
    const former = readList(file);
    // One that was not read has customers that this database may not know as erased.
    if (former !== undefined && !openErased(this.keys, former)) renameSync(file, `${file}.former`);
    writeList(file, sealErased(this.keys, all));
  }

  private async compact(): Promise<void> {
    // MongoDB keeps its files itself.
    if (this.config.mongodbUri) return;
    const { compact, hasDatabase } = await import('@packages/embedded-database');
    if (hasDatabase(this.config.dataDir)) await compact(this.config.dataDir);
  }
}
