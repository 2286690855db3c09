import { createSecretKey, type KeyObject } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError, type Environment, readEnvironment, type SettingsPart } from './environment.js';
import type { ServerConfig } from './server-settings.js';

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

const variables = ['MONGODB_URI', 'DATA_DIR', 'JWT_SECRET', 'JWT_SECRET_FORMER'] as const;
type Variable = (typeof variables)[number];

/** Number of different characters that any 32 random hexadecimal digits have but for one case in 10,000. */
const leastDifferentBytes = 10;

/** Returns the key of a secret; undefined where none is set. */
function givenSecret(env: Environment<Variable>, name: 'JWT_SECRET' | 'JWT_SECRET_FORMER') {
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

/**
 * The values that parameters of a connection string may have, if they stand there, as addresses of hosted databases have
 * some: with others, money could be read that is rolled back, or written that is lost.
 */
const requiredParameters: Record<string, readonly string[]> = {
  readpreference: ['primary'],
  readpreferencetags: [],
  maxstalenessseconds: [],
  readconcernlevel: ['local', 'majority'],
  w: ['majority'],
  journal: ['true'],
  retrywrites: ['true'],
  retryreads: ['true'],
};

/** Throws a ConfigError that names a parameter which weakens reads or writes, and no other part of the address. */
function checkParameters(mongodbUri: string): void {
  const [, query] = mongodbUri.split('?', 2);
  for (const [name, value] of new URLSearchParams(query))
    if (requiredParameters[name.toLowerCase()]?.includes(value) === false)
      throw new ConfigError(
        `MONGODB_URI does not take ${name}=${value}: the server reads from the primary, and its writes are durable on a majority of the replica set, and repeated after a lost connection`,
      );
}

function readDatabaseConfig(env: Environment<Variable>, isSecretRequired: boolean): DatabaseConfig {
  const mongodbUri = env.MONGODB_URI?.trim() ?? '';
  if (mongodbUri && !/^mongodb(\+srv)?:\/\//.test(mongodbUri))
    throw new ConfigError(
      'MONGODB_URI takes a connection string that starts with mongodb:// or mongodb+srv://',
    );
  checkParameters(mongodbUri);
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

export const databaseSettings: SettingsPart<Variable, DatabaseConfig, ServerConfig> = {
  variables,
  read: (env, { production }) => readDatabaseConfig(env, production),
};

/** Reads the settings that the database's commands need. Throws a ConfigError for an invalid value. */
export const loadDatabaseConfig = (processEnv: NodeJS.ProcessEnv = process.env): DatabaseConfig =>
  readDatabaseConfig(readEnvironment(processEnv, variables), false);

/** Makes the folder for data and secrets, readable by its owner alone. */
export function prepareFolder({ mongodbUri, dataDir }: Pick<DatabaseConfig, 'mongodbUri' | 'dataDir'>): void {
  // A server on MongoDB stores nothing on its own disk.
  if (mongodbUri) return;
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
