import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { CurrentUser } from '#domain/auth';
import { emailKey } from '#domain/customers';
import { adminRole } from '#domain/roles';
import type { Config } from '../config/config.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { oneOfIds, createBatchLoader } from '../database/batch-loader.js';
import { usernameKey } from './credentials.js';
import { hashPassword } from './passwords.js';
import { User } from './user.schema.js';

/** Maximum number of remembered addresses of an account. */
const rememberedAddresses = 10;

const maximumUsernameLength = 128;

export const userOf = ({ _id, username, email, role }: User): CurrentUser => ({
  id: String(_id),
  username,
  email,
  role,
});

/** The accounts of the back-office. */
@Injectable()
export class UsersService {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  async findByName(username: string): Promise<User | null> {
    const key = usernameKey(username);
    // Unicode normalisation can multiply the length of a name; no stored name is that long.
    if (key.length > maximumUsernameLength) return null;
    return this.users.findOne({ usernameKey: key }).lean();
  }

  /** Finds the account of an email, compared without case. Accounts are few, so there is no index for this. */
  async findByEmail(email: string): Promise<User | undefined> {
    return (await this.list()).find((user) => emailKey(user.email) === emailKey(email));
  }

  findById(id: User['_id'] | string): Promise<User | null> {
    return this.findByIds(String(id));
  }

  // The driver's own call: this runs before every request, and mongoose doubles its time.
  private readonly findByIds = createBatchLoader(async (ids: readonly string[]) => {
    const users = await this.users.collection.find<User>(oneOfIds(ids)).toArray();
    const found = new Map(users.map((user) => [String(user._id), user]));
    return ids.map((id) => found.get(id) ?? null);
  });

  /** Creates an account. Throws the driver's duplicate-key error (code 11000) where the name is taken. */
  async add(account: { username: string; email: string; role: string; password: string }): Promise<User> {
    const { password, ...rest } = account;
    const created = await this.users.create({
      ...rest,
      usernameKey: usernameKey(rest.username),
      passwordHash: await hashPassword(password),
    });
    return created.toObject();
  }

  list(): Promise<User[]> {
    return this.users.find().sort({ usernameKey: 1 }).lean();
  }

  async setPassword(id: User['_id'], password: string): Promise<void> {
    await this.users.updateOne({ _id: id }, { $set: { passwordHash: await hashPassword(password) } });
  }

  /**
   * Sets another password as a part of a transaction. Returns false where the password was changed since it was
   * verified, or the account is disabled.
   */
  async replacePassword({ _id, passwordHash }: User, nextHash: string, unit: UnitOfWork): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { _id, passwordHash, disabled: { $ne: true } },
      { $set: { passwordHash: nextHash } },
      { session: unit.session },
    );
    return matchedCount === 1;
  }

  async setEmail(_id: User['_id'], email: string, { session }: UnitOfWork): Promise<void> {
    await this.users.updateOne({ _id }, { $set: { email } }, { session });
  }

  async setRole(id: User['_id'], role: string): Promise<void> {
    await this.users.updateOne({ _id: id }, { $set: { role } });
  }

  async setDisabled(id: User['_id'], disabled: boolean): Promise<void> {
    await this.users.updateOne({ _id: id }, { $set: { disabled } });
  }

  /**
   * Records a sign-in and its address in the transaction that opens its session. Returns false where the password was
   * changed or the account disabled since `user` was read: both write the account, so that concurrent transactions
   * conflict.
   */
  async noteSignIn(user: User, address: string, { session }: UnitOfWork): Promise<boolean> {
    const { _id, passwordHash } = user;
    const knownAddresses = [...user.knownAddresses.filter((known) => known !== address), address].slice(
      -rememberedAddresses,
    );
    const { matchedCount } = await this.users.updateOne(
      { _id, passwordHash, disabled: { $ne: true } },
      // MongoDB skips a write that changes nothing, and so detects no conflict: the count always changes.
      { $set: { knownAddresses }, $inc: { signIns: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /**
   * Creates the first admin where there is no account yet. Returns the password where it was generated: it can be shown
   * only now.
   */
  async ensureFirstAdmin({ username, password, email }: Config['admin']): Promise<string | undefined> {
    if (await this.users.exists({})) return undefined;
    const chosen = password ?? randomBytes(12).toString('base64url');
    try {
      await this.add({ username, email, role: adminRole, password: chosen });
    } catch (error) {
      // Another server that started at the same moment has created it.
      if ((error as { code?: unknown }).code === 11000) return undefined;
      throw error;
    }
    return password === undefined ? chosen : undefined;
  }
}
