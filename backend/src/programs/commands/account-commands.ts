import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { isCalendarDay } from '#domain/platform/dates';
import { adminRole, isRole, type Role, roles } from '#domain/platform/roles';
import type { Connection } from 'mongoose';
import { CliError, invocation, type runCli } from '../../platform/cli/cli.js';
import type { Config } from '../settings.js';
import type { AccountServices } from './account-context.js';
import {
  accountNameRule,
  isAccountEmail,
  isNewAccountName,
  usernameKey,
} from '../../auth/users/credentials.js';
import { validatePassword } from '../../auth/users/password-strength.js';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import { readKeys } from '../../platform/secrets/server-key.js';
import type { User } from '../../auth/users/user.schema.js';
import type { UsersService } from '../../auth/users/users.service.js';

/** The definition of `npm run admin`. */
export const definition = {
  name: 'admin',
  forms: [
    'list',
    'add NAME --email EMAIL [--role ROLE] [--password-stdin]',
    'password NAME [--password-stdin]',
    'role NAME ROLE',
    'disable NAME',
    'enable NAME',
    'invite EMAIL ROLE',
    'second-factor-off NAME',
    'replace-secret [--end]',
    'erase-again --from FILE',
    'forget --on DAY --dry-run',
  ],
  description: `Lists and changes the accounts of the back-office, beside a running server or without one.
A password is generated and shown once, or read from standard input with --password-stdin.
erase-again erases the customers of a list, a copy of DATA_DIR/erased, in a database that was restored by other tools.
forget lists what the server erases by itself on a day (YYYY-MM-DD), as PERSONAL_DATA_YEARS have passed.`,
  options: {
    email: { type: 'string' },
    role: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    end: { type: 'boolean' },
    from: { type: 'string' },
    on: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  maxPositionals: 3,
} as const;

/** Returns the password to set; `generated` where it must be shown to the operator. */
async function choosePassword(fromInput: boolean, ...words: string[]) {
  if (!fromInput) return { password: randomBytes(12).toString('base64url'), generated: true };
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, '');
  const fault = validatePassword(password, ...words);
  if (fault) throw new CliError(`A password ${fault}`);
  return { password, generated: false };
}

async function find(users: UsersService, name: string): Promise<User> {
  const user = await users.findByName(name);
  if (!user) throw new CliError(`There is no account named "${name}"`);
  return user;
}

type Values = Parameters<Parameters<typeof runCli<typeof definition.options>>[1]>[0];
interface Accounts extends AccountServices {
  companyName: string;
  connection: Connection;
  config: Config;
}

interface Command {
  /** Names of its arguments, all required. */
  takes: readonly string[];
  options?: readonly (keyof typeof definition.options)[];
  /** Its usage, where it takes more than its arguments. */
  usage?: string;
  /** True for one that writes no entry of the audit trail. */
  isUnaudited?: boolean;
  /** Checks the arguments, before the database is opened. @throws CliError for an invalid one */
  check?(args: string[], values: Values): void;
  run(accounts: Accounts, args: string[], values: Values): Promise<void>;
}

const tell = (generated: boolean, password: string) =>
  generated ? `, password ${password} (shown this once)` : '';

function checkRole(role: string): void {
  if (!isRole(role)) throw new CliError(`A role is one of ${roles.join(', ')}, not "${role}"`);
}

function checkAdd([name = '']: string[], { email = '', role = adminRole }: Values): void {
  if (!isNewAccountName(name)) throw new CliError(`An account's name takes ${accountNameRule}`);
  if (!isAccountEmail(email)) throw new CliError('add takes an email address: --email EMAIL');
  checkRole(role);
}

async function add(
  { users, people, caller, companyName }: Accounts,
  [name = '']: string[],
  { email = '', role = adminRole, 'password-stdin': fromInput = false }: Values,
): Promise<void> {
  const refuseTaken = async () => {
    if (await users.findByName(name))
      throw new CliError(`There is an account named "${usernameKey(name)}" already`);
    const owner = await users.findByEmail(email);
    if (owner) throw new CliError(`The account "${owner.username}" has the email address ${email} already`);
  };
  await refuseTaken();
  const { password, generated } = await choosePassword(fromInput, name, email, companyName);
  await people.add({ username: name, email, role, password }, caller).catch(async (error: unknown) => {
    // Another one has got the name or the address meanwhile.
    if (isDuplicateKey(error)) await refuseTaken();
    throw error;
  });
  console.log(`Added ${name}${tell(generated, password)}`);
}

async function changePassword(
  { users, people, caller, companyName }: Accounts,
  [name = '']: string[],
  { 'password-stdin': fromInput = false }: Values,
): Promise<void> {
  const user = await find(users, name);
  const { password, generated } = await choosePassword(fromInput, user.username, user.email, companyName);
  await people.setPassword(user._id, password, caller);
  console.log(
    `Changed the password of ${user.username}${tell(generated, password)}; every login of it is ended`,
  );
}

async function changeRole({ users, people, caller }: Accounts, [name = '', role = '']: string[]) {
  const user = await find(users, name);
  await people.setRole(user._id, role as Role, caller);
  console.log(`${user.username} has the role ${role}`);
}

async function setDisabled({ users, people, caller }: Accounts, name: string, disabled: boolean) {
  const user = await find(users, name);
  await people.setDisabled(user._id, disabled, caller);
  console.log(`${user.username} is ${disabled ? 'disabled' : 'enabled'}`);
}

function checkInvitation([email = '', role = '']: string[]): void {
  if (!isAccountEmail(email)) throw new CliError(`An email address is like name@example.com, not "${email}"`);
  checkRole(role);
}

async function invite({ invitations, caller }: Accounts, [email = '', role = '']: string[]): Promise<void> {
  const { url, invitation } = await invitations.add({ email, role: role as Role }, caller);
  console.log(`Invited ${email}, until ${invitation.expiresAt.toISOString()}: ${url}`);
}

async function resetSecondFactor({ users, people, caller }: Accounts, [name = '']: string[]): Promise<void> {
  const user = await find(users, name);
  await people.resetSecondFactor(user._id, 'By the operator, on the command line', caller);
  console.log(`${user.username} signs in with the password alone; every login of it is ended`);
}

async function changeSecret({ connection, config }: Accounts, _: string[], { end = false }: Values) {
  const { endFormer, replaceSecret } = await import('../../auth/people/replace-secret.js');
  console.log(await (end ? endFormer : replaceSecret)(connection, config));
}

async function eraseAgain(
  { eraser, connection, config, caller }: Accounts,
  _: string[],
  { from = '' }: Values,
) {
  const { openErased } = await import('../../care/personal-data/erased-files.js');
  const { remember } = await import('../../care/personal-data/remembered.js');
  const keys = await readKeys(config, connection);
  const erased = keys && openErased(keys, readFileSync(from, 'utf8'));
  if (!erased)
    throw new CliError(
      `${from} is a list of another secret than that of this database, or was changed: nothing is erased`,
    );
  await remember(connection, erased);
  const { count, failed } = await eraser.eraseAgain(caller);
  if (failed.length)
    throw new CliError(`The server tries again the erasures that have failed: ${failed.join(', ')}`);
  console.log(`Erased ${count} of ${erased.length} again; the database holds none of the others`);
}

function checkForget(_: string[], { on = '', 'dry-run': isDryRun }: Values): void {
  if (!isCalendarDay(on)) throw new CliError(`--on takes a day, such as 2033-01-01, not "${on}"`);
  if (!isDryRun) throw new CliError('forget takes --dry-run: the server erases by itself');
}

async function listEnded({ termEnds, connection }: Accounts, _: string[], { on = '' }: Values) {
  const { customerIds, statementIds } = await termEnds.endedOn(on);
  const documents = connection.collection('documents');
  let papers = 0;
  for (const customerId of customerIds) {
    const numbers = (await documents.distinct('number', { customerId })) as string[];
    papers += numbers.length;
    console.log([String(customerId), ...numbers].join('\t'));
  }
  console.log(
    `By ${on}: ${customerIds.length} customers, ${papers} papers, ${statementIds.length} files of the bank`,
  );
}

function checkList(_: string[], { from }: Values): void {
  if (!from) throw new CliError('--from is missing: it takes a copy of the file DATA_DIR/erased');
  if (!existsSync(from)) throw new CliError(`There is no file ${from}`);
}

const commands: Record<string, Command> = {
  list: {
    takes: [],
    isUnaudited: true,
    run: async ({ users }) => {
      for (const { username, email, role, disabled } of await users.list())
        console.log([username, email, role, disabled ? 'disabled' : 'enabled'].join('\t'));
    },
  },
  add: {
    takes: ['NAME'],
    options: ['email', 'role', 'password-stdin'],
    usage: definition.forms[1],
    check: checkAdd,
    run: add,
  },
  password: { takes: ['NAME'], options: ['password-stdin'], run: changePassword },
  role: { takes: ['NAME', 'ROLE'], check: ([, role = '']) => checkRole(role), run: changeRole },
  disable: { takes: ['NAME'], run: (accounts, [name = '']) => setDisabled(accounts, name, true) },
  enable: { takes: ['NAME'], run: (accounts, [name = '']) => setDisabled(accounts, name, false) },
  invite: { takes: ['EMAIL', 'ROLE'], check: checkInvitation, run: invite },
  'second-factor-off': { takes: ['NAME'], run: resetSecondFactor },
  'replace-secret': {
    takes: [],
    options: ['end'],
    usage: definition.forms[8],
    isUnaudited: true,
    run: changeSecret,
  },
  'erase-again': {
    takes: [],
    options: ['from'],
    usage: definition.forms[9],
    check: checkList,
    run: eraseAgain,
  },
  forget: {
    takes: [],
    options: ['on', 'dry-run'],
    usage: definition.forms[10],
    isUnaudited: true,
    check: checkForget,
    run: listEnded,
  },
};

/**
 * Returns the named command.
 * @throws CliError for an unknown one, a missing, surplus or wrong argument, or an option that it does not take
 */
export function readCommand(name: string, args: string[], values: Values): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const known = Object.keys(commands).join(', ');
    throw new CliError(name ? `admin takes one of ${known}, not "${name}"` : `admin takes one of ${known}`);
  }
  const { takes, options = [] } = command;
  const usage = `The usage is: ${invocation('admin')} ${command.usage ?? [name, ...takes].join(' ')}`;
  if (args.length < takes.length) throw new CliError(`${takes[args.length]} is missing. ${usage}`);
  const stray = args[takes.length];
  if (stray !== undefined) throw new CliError(`Unexpected argument '${stray}'. ${usage}`);
  const foreign = Object.keys(values).find((option) => !(options as readonly string[]).includes(option));
  if (foreign) throw new CliError(`${name} does not take --${foreign}. ${usage}`);
  command.check?.(args, values);
  return command;
}
