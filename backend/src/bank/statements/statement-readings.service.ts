import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { reconciliationMessages } from '#domain/bank/reconciliation';
import { version } from '#domain/platform/version';
import type { BankAccount } from '../accounts/bank-account.schema.js';
import type { ReadOptions } from '#bank-files';
import { type FileReading, type PackedReading, readFile } from './read-file.js';
import { type Statement, StatementFile } from './statement.schema.js';

const unpack = promisify(inflate);

/** The answers of an admin that decide how a file is read. */
export type Said = Pick<ReadOptions, 'mapping' | 'answers' | 'confirmed' | 'account' | 'encoding'>;

/** Returns what an admin has said of a draft. */
export const saidOf = ({
  isTold,
  mapping,
  answers,
  confirmed,
  fileAccount,
  isOfAccount,
  encoding,
}: Statement): Said => ({
  ...(isTold && mapping ? { mapping } : answers && { answers }),
  ...(confirmed && { confirmed }),
  ...((fileAccount ?? isOfAccount) && { account: fileAccount ?? true }),
  ...(encoding && { encoding }),
});

/** Returns the driver's binary data as the buffer that it is. */
const bufferOf = (bytes: Buffer): Buffer =>
  Buffer.from((bytes as unknown as { buffer: Uint8Array }).buffer ?? bytes);

/** Names all that decides how a file is read: a stored reading by anything else is an old one. */
const readingKey = ({ currency, lastDigits, layouts = [] }: BankAccount, said: Said): string =>
  createHash('sha256')
    .update(JSON.stringify([version, currency, lastDigits, layouts, said]))
    .digest('base64url');

/** Reads the files of drafts, and keeps each draft's reading beside its file. */
@Injectable()
export class StatementReadings {
  constructor(@InjectModel(StatementFile.name) private readonly files: Model<StatementFile>) {}

  /** Reads a file by what an admin has said of it, and by the remembered layout if any. Throws as `readFile`. */
  read(bytes: Uint8Array, account: BankAccount, said: Said = {}): Promise<PackedReading> {
    const { currency, lastDigits, layouts = [] } = account;
    return readFile({ bytes, currency, lastDigits, layouts, ...said });
  }

  /** Returns the stored fields of a draft's file for a reading. */
  stored({ packed }: PackedReading, account: BankAccount, said: Said) {
    return { reading: Buffer.from(packed), readingKey: readingKey(account, said) };
  }

  /** Returns a draft's reading: the stored one, or, where that is an old one, a new one. Throws 404, and as `readFile`. */
  async of(statement: Statement, account: BankAccount): Promise<FileReading> {
    const said = saidOf(statement);
    const file = await this.files.findById(statement._id).select('reading readingKey').lean();
    if (file?.reading && file.readingKey === readingKey(account, said))
      return JSON.parse((await unpack(bufferOf(file.reading))).toString()) as FileReading;
    const read = await this.read(await this.bytesOf(statement._id), account, said);
    await this.keep(statement._id, read, account, said);
    return read.reading;
  }

  /** Keeps a draft's reading. */
  async keep(id: Types.ObjectId, read: PackedReading, account: BankAccount, said: Said): Promise<void> {
    await this.files.updateOne({ _id: id }, { $set: this.stored(read, account, said) });
  }

  /** Forgets the reading of a draft that is imported. */
  async forget(id: Types.ObjectId): Promise<void> {
    await this.files.updateOne({ _id: id }, { $unset: { reading: '', readingKey: '' } });
  }

  /** Returns the unchanged bytes of a statement. Throws 404. */
  async bytesOf(id: Types.ObjectId): Promise<Buffer> {
    const file = await this.files.findById(id).select('bytes').lean();
    if (!file) throw new NotFoundException(reconciliationMessages.statementNotFound);
    return bufferOf(file.bytes);
  }
}
