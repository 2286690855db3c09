import { MongoClient } from 'mongodb';
import { hasDatabase, join } from '../index.js';
import { CliError } from './cli.js';

/** Time in milliseconds to wait for a connection to a database. */
const CONNECT_TIMEOUT_MS = 10_000;

/** A server that is reachable, and the database in it that its address names. */
export interface Place {
  client: MongoClient;
  database: string | undefined;
  close(): Promise<void>;
}

const isAddress = (place: string): boolean => /^mongodb(\+srv)?:\/\//.test(place);

/** Returns an address without the name and password in it, or a folder. */
export const shownPlace = (place: string): string => place.replace(/\/\/[^@/]*@/, '//');

/** Returns the database that a connection string names. */
function databaseIn(address: string): string | undefined {
  const name = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(address)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

async function connect(
  uri: string,
  database: string | undefined,
  after: () => Promise<void> = () => Promise.resolve(),
): Promise<Place> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS });
  const shown = shownPlace(uri);
  const waiting = setTimeout(
    () => console.error(`Waiting for ${shown}, for ${CONNECT_TIMEOUT_MS / 1000} seconds at most …`),
    1000,
  );
  try {
    await client.connect();
  } catch (error) {
    await after();
    throw new CliError(`No database answers at ${shown}: ${(error as Error).message}`);
  } finally {
    clearTimeout(waiting);
  }
  return {
    client,
    database,
    close: async () => {
      await client.close();
      await after();
    },
  };
}

/** Connects to an address, or to the database of a data folder. @throws CliError if none is there */
export async function openPlace(place: string, { mustExist = false } = {}): Promise<Place> {
  if (isAddress(place)) return connect(place, databaseIn(place));
  if (mustExist && !hasDatabase(place)) throw new CliError(`There is no database in ${place}`);
  const database = await join({ dataDir: place });
  return connect(database.uri, undefined, () => database.close());
}

/** Returns an identifier of the server that does not depend on the connection string. */
export async function identityOf(client: MongoClient): Promise<string> {
  const admin = client.db('admin');
  const { setName, hosts } = await admin.command({ hello: 1 });
  // Not every account has the right to this command.
  const { host, pid } = await admin.command({ serverStatus: 1 }).catch((): Record<string, unknown> => ({}));
  return JSON.stringify([setName, hosts, host, pid]);
}
