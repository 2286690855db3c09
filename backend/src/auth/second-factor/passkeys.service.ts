import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { StoredPasskey } from './passkey.schema.js';

/** The passkeys of accounts. */
@Injectable()
export class PasskeysService {
  constructor(@InjectModel(StoredPasskey.name) private readonly passkeys: Model<StoredPasskey>) {}

  list(userId: Types.ObjectId): Promise<StoredPasskey[]> {
    return this.passkeys.find({ userId }).sort({ createdAt: 1, _id: 1 }).lean();
  }

  count(userId: Types.ObjectId, unit?: UnitOfWork): Promise<number> {
    return this.passkeys.countDocuments({ userId }).session(unit?.session ?? null);
  }

  /** Returns the accounts, of these, that have a passkey. */
  owners(userIds: readonly Types.ObjectId[]): Promise<Types.ObjectId[]> {
    return this.passkeys.distinct('userId', { userId: { $in: [...userIds] } });
  }

  find(credentialId: string): Promise<StoredPasskey | null> {
    return this.passkeys.findOne({ credentialId }).lean();
  }

  /** Adds a passkey. Throws the driver's duplicate-key error (code 11000) where it was added already. */
  async add(passkey: Omit<StoredPasskey, '_id' | 'createdAt'>, unit: UnitOfWork): Promise<StoredPasskey> {
    const added = new this.passkeys({ ...passkey, createdAt: new Date() });
    await added.save({ session: unit.session });
    return added.toObject();
  }

  /** Notes a use. Returns false where another use with the same count came first. */
  async noteUse({ _id, counter }: StoredPasskey, next: number, { session }: UnitOfWork): Promise<boolean> {
    const { matchedCount } = await this.passkeys.updateOne(
      { _id, counter },
      { $set: { counter: next, lastUsedAt: new Date() } },
      { session },
    );
    return matchedCount === 1;
  }

  /** Renames a passkey of the account, and returns it as it was; null for an unknown one. */
  rename(
    userId: Types.ObjectId,
    _id: Types.ObjectId,
    name: string,
    { session }: UnitOfWork,
  ): Promise<StoredPasskey | null> {
    return this.passkeys.findOneAndUpdate({ _id, userId }, { $set: { name } }, { session }).lean();
  }

  /** Removes a passkey of the account, and returns it; null for an unknown one. */
  remove(
    userId: Types.ObjectId,
    _id: Types.ObjectId,
    { session }: UnitOfWork,
  ): Promise<StoredPasskey | null> {
    return this.passkeys.findOneAndDelete({ _id, userId }, { session }).lean();
  }

  async removeAll(userId: Types.ObjectId, { session }: UnitOfWork): Promise<void> {
    await this.passkeys.deleteMany({ userId }, { session });
  }
}
