import { randomBytes, randomUUID } from 'node:crypto';
import { text as readAll } from 'node:stream/consumers';
import type { Connection, Model } from 'mongoose';
import { adminRole } from '../../../domain/auth.js';
import { AuditEntry, AuditEntrySchema } from '../audit/audit.schema.js';
import { AuditService } from '../audit/audit.service.js';
import { CliError, runCli } from '../cli/cli.js';
import { withDatabase } from '../cli/with-database.js';
import type { Config } from '../config.js';
import { accountNameRule, isAccountName, passwordFault, usernameKey } from './credentials.js';
import { Session, SessionSchema } from './session.schema.js';
import { SessionsService } from './sessions.service.js';
import { User, UserSchema } from './user.schema.js';
import { UsersService } from './users.service.js';

const definition = {
  name: 'admin',
  forms: [
    'list',
    'add NAME --email EMAIL [--role ROLE] [--password-stdin]',
    'password NAME [--password-stdin]',
    'disable NAME',
    'enable NAME',
  ],
  description: `Lists and changes the accounts of the back-office, beside a running server or without one.
A password is generated and shown once, or read from standard input with --password-stdin.`,
  options: {
    email: { type: 'string', default: '' },
    role: { type: 'string', default: adminRole },
    'password-stdin': { type: 'boolean', default: false },
  },
  maxPositionals: 2,
} as const;

/** The password to set, and whether it was generated and so has to be told. */
async function choosePassword(
  fromInput: boolean,
  ...words: string[]
): Promise<{ password: string; generated: boolean }> {
  if (!fromInput) return { password: randomBytes(12).toString('base64url'), generated: true };
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, '');
  const fault = passwordFault(password, ...words);
  if (fault) throw new CliError(`A password ${fault}`);
  return { password, generated: false };
}

function services(connection: Connection) {
  const model = <T>(of: { name: string }, schema: object) =>
    connection.model(of.name, schema as never) as unknown as Model<T>;
  const users = new UsersService(model<User>(User, UserSchema));
  const sessions = new SessionsService(model<Session>(Session, SessionSchema));
  const audit = new AuditService(model<AuditEntry>(AuditEntry, AuditEntrySchema));
  const note = (user: User, to: string) =>
    audit.add(
      { by: 'command line', ip: 'local', requestId: randomUUID() },
      'account',
      'accounts',
      String(user._id),
      {
        changes: [{ field: 'account', from: null, to }],
      },
    );
  return { users, sessions, note };
}

async function find(users: UsersService, name: string): Promise<User> {
  const user = await users.findByName(name);
  if (!user) throw new CliError(`There is no account named "${name}"`);
  return user;
}

type Values = Parameters<Parameters<typeof runCli<typeof definition.options>>[1]>[0];

async function runCommand(
  connection: Connection,
  { paymentOptions: { companyName } }: Config,
  values: Values,
  [command = '', name = '']: string[],
): Promise<void> {
  const { users, sessions, note } = services(connection);
  const tell = (generated: boolean, password: string) =>
    generated ? `, password ${password} (shown this once)` : '';
  if (command === 'list') {
    for (const { username, email, role, disabled } of await users.list())
      console.log([username, email, role, disabled ? 'disabled' : 'enabled'].join('\t'));
  } else if (command === 'add') {
    if (!isAccountName(name)) throw new CliError(`An account's name takes ${accountNameRule}`);
    if (await users.findByName(name))
      throw new CliError(`There is an account named "${usernameKey(name)}" already`);
    if (!/^[^\s@]+@[^\s@]+$/.test(values.email))
      throw new CliError('add takes an email address: --email EMAIL');
    const { password, generated } = await choosePassword(
      values['password-stdin'],
      name,
      values.email,
      companyName,
    );
    const user = await users.add({ username: name, email: values.email, role: values.role, password });
    await note(user, 'added');
    console.log(`Added ${name}${tell(generated, password)}`);
  } else if (command === 'password') {
    const user = await find(users, name);
    const { password, generated } = await choosePassword(
      values['password-stdin'],
      user.username,
      user.email,
      companyName,
    );
    await users.setPassword(user._id, password);
    await sessions.endAll(user._id);
    await note(user, 'password changed');
    console.log(
      `Changed the password of ${user.username}${tell(generated, password)}; every login of it is ended`,
    );
  } else if (command === 'disable' || command === 'enable') {
    const user = await find(users, name);
    await users.setDisabled(user._id, command === 'disable');
    if (command === 'disable') await sessions.endAll(user._id);
    await note(user, `${command}d`);
    console.log(`${user.username} is ${command}d`);
  } else {
    throw new CliError(`admin takes list, add, password, disable or enable, not "${command}"`);
  }
}

await runCli(definition, (values, positionals) =>
  withDatabase((connection, config) => runCommand(connection, config, values, positionals)),
);
