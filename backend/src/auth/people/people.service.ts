import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import type { Types } from 'mongoose';
import { peopleMessages, type PeopleNames, type PeoplePage, type Person } from '#domain/auth/people';
import { adminRole, type Role } from '#domain/platform/roles';
import { secondFactorMessages } from '#domain/auth/second-factor';
import { SavedViewsService } from '../saved-views/saved-views.service.js';
import { SecondFactorsService } from '../second-factor/second-factors.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { type User, UserSchema } from '../users/user.schema.js';
import { hashPassword } from '../../platform/secrets/passwords.js';
import { type NewUser, UsersService } from '../users/users.service.js';
import type { Change } from '../../platform/changes/change.js';
import { ChangesService } from '../../platform/changes/changes.service.js';
import { TransactionsService } from '../../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { indexesOf, type ListSpec, parseListQuery } from '../../platform/http/list-query.js';

type Id = Types.ObjectId;

/** Sort fields of the list of people. */
export const peopleListSpec: ListSpec = {
  filters: {},
  sorts: { createdAt: 'createdAt', username: 'usernameKey', lastSignInAt: 'lastSignInAt' },
  indexes: indexesOf(UserSchema),
};

const isActiveAdmin = ({ role, disabled }: User): boolean => role === adminRole && !disabled;

/** An admin's acts on accounts. There is always one active admin. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactorsService,
    private readonly views: SavedViewsService,
    private readonly unitOfWork: TransactionsService,
    private readonly changes: ChangesService,
  ) {}

  async list(query: Record<string, unknown>): Promise<PeoplePage> {
    const list = parseListQuery(query, peopleListSpec);
    const { found, pagination } = await this.users.page(list);
    const withFactor = await this.factors.ownersAmong(found.map(({ _id }) => _id));
    const people = found.map((user) => personOf(user, withFactor.has(String(user._id))));
    return { people, pagination };
  }

  /** Returns the names of the accounts that can read and be mentioned in comments. */
  async names(): Promise<PeopleNames> {
    return { names: (await this.users.readersOf('comments')).map(({ username }) => username) };
  }

  /** Adds an account. Throws the driver's duplicate-key error (code 11000) where the name or the email is taken. */
  add(account: NewUser, caller: Caller): Promise<User> {
    return this.unitOfWork.run(async (unit) => {
      const after = await this.users.add(account, unit);
      const { username, email, role } = after;
      const fields = Object.entries({ username, email, role }).map(([field, to]) => ({
        field,
        from: null,
        to,
      }));
      await this.changes.record('accounts', { after, caller, action: 'create', fields }, unit);
      return after;
    });
  }

  /** Gives an account another role, which ends its access tokens. Throws 404, and 409 for the last active admin. */
  async setRole(id: Id, role: Role, caller: Caller): Promise<Person> {
    return this.change(id, async (user, unit) => {
      if (user.role === role) return user;
      const fields = [{ field: 'role', from: user.role, to: role }];
      return this.write(user, { role }, { caller, action: 'role', fields }, unit);
    });
  }

  /** Disables an account and ends its sessions, or enables it. Throws 404, and 409 for the last active admin. */
  async setDisabled(id: Id, disabled: boolean, caller: Caller): Promise<Person> {
    return this.change(id, async (user, unit) => {
      if (user.disabled === disabled) return user;
      if (disabled) await this.sessions.revokeAll(user._id, unit);
      return this.write(user, { disabled }, { caller, action: disabled ? 'disable' : 'enable' }, unit);
    });
  }

  /** Sets another password and ends every session of the account. Throws 404. */
  async setPassword(id: Id, password: string, caller: Caller): Promise<void> {
    const passwordHash = await hashPassword(password);
    await this.change(id, async (user, unit) => {
      await this.sessions.revokeAll(user._id, unit);
      return this.write(user, { passwordHash }, { caller, action: 'password' }, unit);
    });
  }

  /** Deletes an account with its sessions and saved views. Throws 404, and 409 for the last active admin. */
  async delete(id: Id, caller: Caller): Promise<void> {
    await this.change(id, async (user, unit) => {
      await this.keepAnAdmin(user, unit);
      await this.sessions.revokeAll(user._id, unit);
      await this.factors.removeAll(user._id, unit);
      await this.views.removeAll(user._id, unit);
      await this.users.delete(user._id, unit);
      const { username, email, role } = user;
      const fields = Object.entries({ username, email, role }).map(([field, from]) => ({
        field,
        from,
        to: null,
      }));
      await this.changes.record('accounts', { before: user, caller, action: 'delete', fields }, unit);
      return user;
    });
  }

  /** Ends every session of an account. Throws 404. */
  async endSessions(id: Id, caller: Caller): Promise<void> {
    await this.change(id, async (user, unit) => {
      await this.sessions.revokeAll(user._id, unit);
      await this.changes.record('accounts', { id: user._id, caller, action: 'sessions-ended' }, unit);
      return user;
    });
  }

  /** Removes every second factor that a person lost, and ends the sessions. Throws 404, also without a factor. */
  async resetSecondFactor(id: Id, reason: string, caller: Caller): Promise<void> {
    await this.change(id, async (user, unit) => {
      if (!(await this.factors.isSetUp(user._id))) throw new NotFoundException(secondFactorMessages.notSetUp);
      await this.factors.removeAll(user._id, unit);
      await this.sessions.revokeAll(user._id, unit);
      const act = { caller, action: 'second-factor-reset' as const, note: reason };
      await this.changes.record('accounts', { ...act, id: user._id, fields: [] }, unit);
      return user;
    });
  }

  private async change(id: Id, work: (user: User, unit: UnitOfWork) => Promise<User>): Promise<Person> {
    const user = await this.unitOfWork.run(async (unit) => {
      const found = await this.users.findInside(id, unit);
      if (!found) throw new NotFoundException(peopleMessages.notFound);
      return work(found, unit);
    });
    return personOf(user, await this.factors.isSetUp(user._id));
  }

  private async write(
    before: User,
    fields: Partial<Pick<User, 'role' | 'disabled' | 'passwordHash'>>,
    act: Pick<Change<'accounts'>, 'caller' | 'action' | 'fields'>,
    unit: UnitOfWork,
  ): Promise<User> {
    const after = { ...before, ...fields };
    if (!isActiveAdmin(after)) await this.keepAnAdmin(before, unit);
    await this.users.change(before._id, fields, unit);
    // The fields are named, as the record holds the password's hash.
    const change = { fields: [], ...act, before, after } as Change<'accounts'>;
    await this.changes.record('accounts', change, unit);
    return after;
  }

  /** Throws 409 where an account is the last active admin. */
  private async keepAnAdmin(user: User, unit: UnitOfWork): Promise<void> {
    if (isActiveAdmin(user) && (await this.users.holdAdmins(unit)) < 2)
      throw new ConflictException(peopleMessages.lastAdmin);
  }
}

const personOf = (
  { _id, username, email, role, disabled, lastSignInAt, createdAt }: User,
  secondFactor: boolean,
): Person => ({
  _id: String(_id),
  username,
  email,
  role,
  secondFactor,
  ...(lastSignInAt && { lastSignInAt: lastSignInAt.toISOString() }),
  state: disabled ? 'disabled' : 'active',
  createdAt: createdAt.toISOString(),
});
