import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { CurrentUser } from '#domain/auth/auth';
import { emailKey } from '#domain/customers/customers';
import type { Pagination } from '#domain/platform/lists';
import { adminRole, can, type Resource } from '#domain/platform/roles';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import type { AccountConfig } from './account-settings.js';
import { readList } from '../../platform/database/read-page.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { ListQuery } from '../../platform/http/list-query.js';
import { oneOfIds, createBatchLoader } from '../../platform/database/batches/batch-loader.js';
import { ConfigError } from '../../platform/config/environment.js';
import { accountNameRule, isNewAccountName, usernameKey } from './credentials.js';
import { hashPassword } from '../../platform/secrets/passwords.js';
import { validatePassword } from './password-strength.js';
import { User } from './user.schema.js';

/** Maximum number of remembered addresses of an account. */
const rememberedAddresses = 10;

const maximumUsernameLength = 128;

/** An account to be added. */
export interface NewUser {
  username: string;
  email: string;
  role: string;
  password: string;
}

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

  /** Finds the account of an email, compared without case. Accounts are few, and one of earlier versions may lack its key. */
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

  /** Returns an account as the transaction sees it. */
  findInside(_id: User['_id'], { session }: UnitOfWork): Promise<User | null> {
    return this.users.findOne({ _id }, null, { session }).lean();
  }

  /** Creates an account. Throws the driver's duplicate-key error (code 11000) where the name or the email is taken. */
  async add({ password, ...rest }: NewUser, unit?: UnitOfWork): Promise<User> {
    return this.insert({ ...rest, passwordHash: await hashPassword(password) }, unit);
  }

  /** Creates an account with the hash of its password, as `add` does. */
  async insert(
    account: Omit<NewUser, 'password'> & Pick<User, 'passwordHash'>,
    unit?: UnitOfWork,
  ): Promise<User> {
    const keys = { usernameKey: usernameKey(account.username), emailKey: emailKey(account.email) };
    const user = new this.users({ ...account, ...keys });
    await user.save(unit && { session: unit.session });
    return user.toObject();
  }

  list(): Promise<User[]> {
    return this.users.find().sort({ usernameKey: 1 }).lean();
  }

  /** Returns the accounts that can sign in and read a resource, by name. */
  async readersOf(resource: Resource): Promise<User[]> {
    return (await this.list()).filter(({ disabled, role }) => !disabled && can(role, 'read', resource));
  }

  page(query: ListQuery): Promise<{ found: User[]; pagination: Pagination }> {
    return readList(this.users, query);
  }

  /** Sets another password. Returns false where it was changed since it was verified, or the account is disabled. */
  async replacePassword({ _id, passwordHash }: User, nextHash: string, unit: UnitOfWork): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { _id, passwordHash, disabled: { $ne: true } },
      { $set: { passwordHash: nextHash } },
      { session: unit.session },
    );
    return matchedCount === 1;
  }

  /** Gives an account another email. Throws the driver's duplicate-key error (code 11000) where it is taken. */
  async setEmail(_id: User['_id'], email: string, { session }: UnitOfWork): Promise<void> {
    await this.users.updateOne({ _id }, { $set: { email, emailKey: emailKey(email) } }, { session });
  }

  /** Changes an account as a part of a transaction. */
  async change(
    _id: User['_id'],
    fields: Partial<Pick<User, 'role' | 'disabled' | 'passwordHash'>>,
    { session }: UnitOfWork,
  ): Promise<void> {
    await this.users.updateOne({ _id }, { $set: fields }, { session });
  }

  async delete(_id: User['_id'], { session }: UnitOfWork): Promise<void> {
    await this.users.deleteOne({ _id }, { session });
  }

  /** Returns the number of active admins, and writes each, so that of two concurrent removals one runs again. */
  async holdAdmins({ session }: UnitOfWork): Promise<number> {
    const active = { role: adminRole, disabled: { $ne: true } };
    const { matchedCount } = await this.users.updateMany(active, { $inc: { holds: 1 } }, { session });
    return matchedCount;
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
      { $set: { knownAddresses, lastSignInAt: new Date() }, $inc: { signIns: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /**
   * Creates the first admin where there is no account yet. Returns the password where it was generated: it can be shown
   * only now. A chosen one is judged here alone, as the lists that it takes cost a fifth of a start.
   */
  async ensureFirstAdmin(
    { username, password, email }: AccountConfig['admin'],
    companyName: string,
  ): Promise<string | undefined> {
    if (await this.users.exists({})) return undefined;
    if (!isNewAccountName(username)) throw new ConfigError(`ADMIN_USERNAME takes ${accountNameRule}`);
    const fault = password && validatePassword(password, username, email, companyName);
    if (fault) throw new ConfigError(`ADMIN_PASSWORD ${fault}`);
    const chosen = password ?? randomBytes(12).toString('base64url');
    try {
      await this.add({ username, email, role: adminRole, password: chosen });
    } catch (error) {
      // Another server that started at the same moment has created it.
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
    return password === undefined ? chosen : undefined;
  }
}
