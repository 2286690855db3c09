import { createSecretKey, type KeyObject } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Calendar, calendarOf, utcCalendar } from '#domain/calendar';
import { currencies, defaultExchangeRates, type ExchangeRates } from '#domain/money';
import { defaultShortfallLimit } from '#domain/reconciliation';
import { isRole, type Role, roles } from '#domain/roles';
import { CliError } from '../cli/cli.js';
import { accountNameRule, isAccountEmail, isAccountName } from '../auth/credentials.js';
import { validatePassword } from '../auth/password-strength.js';
import {
  type PaymentOptions,
  readPaymentOptions,
  samplePaymentOptions,
} from '../payments/payment-options.js';
import { type MailSettings, mailVariables, readMailSettings } from '../mail/mail-settings.js';
import { type CardSettings, cardVariables, readCardSettings } from './card-settings.js';
import { readWholeNumber } from './whole-number.js';

/** A wrong setting: its message is one line with the variable and the values that it takes. */
export class ConfigError extends CliError {}

const logAddresses = ['hashed', 'whole', 'none'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** The settings of the database and of its secret. */
export interface DatabaseConfig {
  /** Empty: the embedded database in `dataDir`. */
  mongodbUri: string;
  dataDir: string;
  /** From JWT_SECRET; undefined where it is generated: see server-key.ts. */
  jwtKey: KeyObject | undefined;
  /** From JWT_SECRET_FORMER: still accepted while the secret is being replaced. */
  formerJwtKey: KeyObject | undefined;
  /** The operator's copy of the generated secret, beside the embedded database. */
  secretFile: string | undefined;
}

/** The settings from the environment, checked once at startup. */
export interface Config extends DatabaseConfig {
  production: boolean;
  port: number;
  host: string;
  admin: { username: string; password: string | undefined; email: string };
  /** Requests a minute from one address. */
  limits: { checkout: number; login: number; refresh: number };
  /** Mails an hour that checkouts may cause. */
  mailsPerHour: number;
  /** Days after which an entry of the audit trail is deleted. */
  auditRetentionDays: number;
  /** Number of trusted proxies in front of the server. */
  trustProxy: number;
  /** Roles whose accounts have to set up a second factor. */
  requireSecondFactor: readonly Role[];
  /** Web origins that may call the API from another site; none by default. */
  corsOrigins: string[];
  exchangeRates: ExchangeRates;
  /** The days and months of reports, exports, overdue payments and reminders. */
  calendar: Calendar;
  /** Largest shortfall that may be accepted of a payment, in its currency. */
  shortfallLimit: number;
  paymentOptions: PaymentOptions;
  mail: MailSettings;
  cards: CardSettings;
  /** GET /metrics, on a port of its own or with a token; off where neither is set. */
  metrics: { port: number | undefined; token: string | undefined };
  logLevel: (typeof logLevels)[number];
  /** Form of clients' addresses in the log. */
  logAddress: (typeof logAddresses)[number];
}

/** Every environment variable of the server; README and docker-compose.yml name each of them. */
export const variables = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'MONGODB_URI',
  'DATA_DIR',
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD',
  'ADMIN_EMAIL',
  'JWT_SECRET',
  'JWT_SECRET_FORMER',
  'REQUIRE_SECOND_FACTOR',
  'PAYMENT_OPTIONS_FILE',
  'EXCHANGE_RATES',
  'SHORTFALL_LIMIT',
  'TIME_ZONE',
  'RATE_LIMIT_CHECKOUT',
  'RATE_LIMIT_LOGIN',
  'RATE_LIMIT_REFRESH',
  'RATE_LIMIT_MAILS',
  'TRUST_PROXY',
  'CORS_ORIGINS',
  'AUDIT_RETENTION_DAYS',
  'LOG_LEVEL',
  'LOG_ADDRESS',
  'METRICS_PORT',
  'METRICS_TOKEN',
  ...cardVariables,
  ...mailVariables,
] as const;

const nodeEnvironments = ['production', 'development', 'test'];

type Variable = (typeof variables)[number];
type Environment = Partial<Record<Variable, string>>;

/** Drops empty values: Docker Compose and shells pass unset variables as empty ones. */
const readEnvironment = (env: NodeJS.ProcessEnv): Environment =>
  Object.fromEntries(variables.flatMap((name) => (env[name]?.trim() ? [[name, env[name]]] : [])));

/** Returns the result of `read`; converts its error into a ConfigError. */
function setting<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

const wholeNumber = (env: Environment, name: Variable, fallback: number, min: number, max: number): number =>
  setting(() => readWholeNumber(name, env[name], { fallback, min, max }));

/** EXCHANGE_RATES="CAD=0.73,THB=0.028": US dollars for one unit; currencies that are left out keep their default. */
function exchangeRates(env: Environment): ExchangeRates {
  const rates = { ...defaultExchangeRates };
  for (const part of (env.EXCHANGE_RATES ?? '').split(',').filter((entry) => entry.trim())) {
    const [currency, rate] = part.split('=').map((side) => side.trim());
    const known = currencies.find((name) => name === currency?.toUpperCase());
    const value = Number(rate);
    if (!known || !rate || !Number.isFinite(value) || value <= 0)
      throw new ConfigError(
        `EXCHANGE_RATES takes CAD=0.73,THB=0.028 (US dollars for one unit), not "${part}"`,
      );
    if (known === 'USD' && value !== 1) throw new ConfigError('EXCHANGE_RATES: USD is 1 by definition');
    rates[known] = value;
  }
  return rates;
}

function shortfallLimit(env: Environment): number {
  const text = env.SHORTFALL_LIMIT?.trim();
  if (text === undefined) return defaultShortfallLimit;
  const limit = Number(text);
  if (!/^\d+(?:\.\d{1,2})?$/.test(text) || limit > 10_000)
    throw new ConfigError(`SHORTFALL_LIMIT takes an amount from 0 to 10000, not "${text}"`);
  return limit;
}

/** Returns the calendar of TIME_ZONE, else of the payment options' zone, else of UTC. */
function businessCalendar({ TIME_ZONE }: Environment, options: PaymentOptions): Calendar {
  if (TIME_ZONE === undefined) return options.timeZone ? calendarOf(options.timeZone) : utcCalendar;
  try {
    return calendarOf(TIME_ZONE.trim());
  } catch {
    throw new ConfigError(`TIME_ZONE takes a name such as America/Toronto, not "${TIME_ZONE}"`);
  }
}

/** Makes the folder for data and secrets, readable by its owner alone. */
function prepareFolder(dataDir: string): void {
  // Node's recursive mkdir never ends on a file system that refuses every name, such as /proc.
  const make = (folder: string) => {
    if (existsSync(folder)) return;
    make(dirname(folder));
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another program may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  };
  try {
    make(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR takes a folder that can be written: ${dataDir} (${(error as Error).message})`,
    );
  }
}

/** Number of different characters that any 32 random hexadecimal digits have but for one case in 10,000. */
const leastDifferentBytes = 10;

/** Returns the key of a secret; undefined where none is set. */
function givenSecret(env: Environment, name: 'JWT_SECRET' | 'JWT_SECRET_FORMER'): KeyObject | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length < 32) throw new ConfigError(`${name} takes at least 32 bytes`);
  if (new Set(bytes).size < leastDifferentBytes)
    throw new ConfigError(
      `${name} takes random text, such as of "openssl rand -base64 48": it has fewer than ${leastDifferentBytes} different characters`,
    );
  return createSecretKey(bytes);
}

/** REQUIRE_SECOND_FACTOR="admin,manager" */
function requiredFactor({ REQUIRE_SECOND_FACTOR: text = '' }: Environment): Role[] {
  const named = text
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean);
  return named.map((role) => {
    if (isRole(role)) return role;
    throw new ConfigError(
      `REQUIRE_SECOND_FACTOR takes roles, separated by commas: ${roles.join(', ')}, not "${role}"`,
    );
  });
}

function metricsSettings(env: Environment): Config['metrics'] {
  const token = env.METRICS_TOKEN?.trim();
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token))
    throw new ConfigError('METRICS_TOKEN takes at least 16 letters, digits and signs, without spaces');
  const port = env.METRICS_PORT === undefined ? undefined : wholeNumber(env, 'METRICS_PORT', 0, 0, 65535);
  return { port, token };
}

function paymentOptions(env: Environment, production: boolean): PaymentOptions {
  const file = env.PAYMENT_OPTIONS_FILE;
  if (!file) {
    if (production)
      throw new ConfigError(
        'PAYMENT_OPTIONS_FILE is required in production: a JSON file, see payment-options.example.json',
      );
    return samplePaymentOptions;
  }
  try {
    // Editors on Windows begin a UTF-8 file with a byte order mark.
    const json = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    const options = readPaymentOptions(JSON.parse(json));
    const [example] = options.exampleFields;
    if (production && example) throw new Error(`${example} is still that of the example`);
    return options;
  } catch (error) {
    throw new ConfigError(
      `PAYMENT_OPTIONS_FILE takes a JSON file like payment-options.example.json: ${(error as Error).message}`,
    );
  }
}

function readDatabaseConfig(env: Environment, isSecretRequired: boolean): DatabaseConfig {
  const mongodbUri = env.MONGODB_URI?.trim() ?? '';
  if (mongodbUri && !/^mongodb(\+srv)?:\/\//.test(mongodbUri))
    throw new ConfigError(
      'MONGODB_URI takes a connection string that starts with mongodb:// or mongodb+srv://',
    );
  const dataDir = resolve(env.DATA_DIR ?? '.data');
  const jwtKey = givenSecret(env, 'JWT_SECRET');
  if (!jwtKey && isSecretRequired)
    throw new ConfigError('JWT_SECRET is required in production: at least 32 bytes');
  return {
    mongodbUri,
    dataDir,
    jwtKey,
    formerJwtKey: givenSecret(env, 'JWT_SECRET_FORMER'),
    secretFile: mongodbUri ? undefined : join(dataDir, 'jwt-secret'),
  };
}

/** Reads the settings that the database's commands need. Throws a ConfigError for an invalid value. */
export const loadDatabaseConfig = (processEnv: NodeJS.ProcessEnv = process.env): DatabaseConfig =>
  readDatabaseConfig(readEnvironment(processEnv), false);

/** Reads the settings of mail. Throws a ConfigError for an invalid value. */
export function loadMailSettings(processEnv: NodeJS.ProcessEnv = process.env): MailSettings {
  return setting(() => readMailSettings(readEnvironment(processEnv)));
}

/** Reads the settings of card events. Throws a ConfigError for an invalid value. */
export function loadCardSettings(processEnv: NodeJS.ProcessEnv = process.env): CardSettings {
  const env = readEnvironment(processEnv);
  return setting(() => readCardSettings(env, env.NODE_ENV?.trim() === 'production'));
}

/** Reads the settings of the web server from the environment. Throws a ConfigError for an invalid value. */
export function loadConfig(processEnv: NodeJS.ProcessEnv = process.env): Config {
  const env = readEnvironment(processEnv);
  const nodeEnv = env.NODE_ENV?.trim() ?? 'development';
  if (!nodeEnvironments.includes(nodeEnv))
    throw new ConfigError(`NODE_ENV takes ${nodeEnvironments.join(', ')} or nothing, not "${nodeEnv}"`);
  const production = nodeEnv === 'production';
  const database = readDatabaseConfig(env, production);
  const logLevel = (env.LOG_LEVEL ?? 'info').trim();
  if (!(logLevels as readonly string[]).includes(logLevel))
    throw new ConfigError(`LOG_LEVEL takes one of ${logLevels.join(', ')}, not "${logLevel}"`);
  const logAddress = (env.LOG_ADDRESS ?? 'hashed').trim();
  if (!(logAddresses as readonly string[]).includes(logAddress))
    throw new ConfigError(`LOG_ADDRESS takes one of ${logAddresses.join(', ')}, not "${logAddress}"`);
  const username = (env.ADMIN_USERNAME ?? 'admin').trim();
  if (!isAccountName(username)) throw new ConfigError(`ADMIN_USERNAME takes ${accountNameRule}`);
  const password = env.ADMIN_PASSWORD;
  const email = (env.ADMIN_EMAIL ?? 'admin@example.com').trim();
  if (!isAccountEmail(email)) throw new ConfigError(`ADMIN_EMAIL takes an email address, not "${email}"`);
  const corsOrigins = (env.CORS_ORIGINS ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);
  for (const origin of corsOrigins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigError(
        `CORS_ORIGINS takes origins such as https://example.com, separated by commas, not "${origin}"`,
      );
  const port = wholeNumber(env, 'PORT', 3000, 0, 65535);
  const limits = {
    checkout: wholeNumber(env, 'RATE_LIMIT_CHECKOUT', 20, 1, 1_000_000),
    login: wholeNumber(env, 'RATE_LIMIT_LOGIN', 10, 1, 1_000_000),
    refresh: wholeNumber(env, 'RATE_LIMIT_REFRESH', 60, 1, 1_000_000),
  };
  // Seven years by default: most countries require accounts to be kept that long. A TTL index takes 2^31 - 1 seconds.
  const auditRetentionDays = wholeNumber(env, 'AUDIT_RETENTION_DAYS', 2557, 1, 24_855);
  const trustProxy = wholeNumber(env, 'TRUST_PROXY', 0, 0, 10);
  const rates = exchangeRates(env);
  const options = paymentOptions(env, production);
  const mail = setting(() => readMailSettings(env));
  const fault = password && validatePassword(password, username, email, options.companyName);
  if (fault) throw new ConfigError(`ADMIN_PASSWORD ${fault}`);
  // A server on MongoDB stores nothing on its own disk.
  if (!database.mongodbUri) prepareFolder(database.dataDir);
  return {
    production,
    port,
    host: env.HOST?.trim() ?? '127.0.0.1',
    ...database,
    admin: { username, password, email },
    limits,
    mailsPerHour: wholeNumber(env, 'RATE_LIMIT_MAILS', 1000, 1, 1_000_000),
    auditRetentionDays,
    trustProxy,
    requireSecondFactor: requiredFactor(env),
    corsOrigins,
    exchangeRates: rates,
    calendar: businessCalendar(env, options),
    shortfallLimit: shortfallLimit(env),
    paymentOptions: options,
    mail,
    cards: setting(() => readCardSettings(env, production)),
    metrics: metricsSettings(env),
    logLevel: logLevel as Config['logLevel'],
    logAddress: logAddress as Config['logAddress'],
  };
}
