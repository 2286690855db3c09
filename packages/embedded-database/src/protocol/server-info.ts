import os from 'node:os';
import { MAX_DOCUMENT_BYTES, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { SESSION_MINUTES } from './sessions.js';

/** The MongoDB version whose behaviour the embedded database follows. */
const VERSION = '8.0.0';
export const MAX_MESSAGE_BYTES = 48_000_000;
const SET_NAME = 'embedded';

/**
 * Reports the primary of a replica set of one node, so that drivers offer sessions, retryable writes and transactions.
 * https://www.mongodb.com/docs/manual/reference/command/hello/
 */
export function hello(address: string): Doc {
  return {
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    secondary: false,
    setName: SET_NAME,
    setVersion: 1,
    hosts: [address],
    primary: address,
    me: address,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: SESSION_MINUTES,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
    ok: 1,
  };
}

export function buildInfo(): Doc {
  return {
    version: VERSION,
    versionArray: VERSION.split('.').map(Number).concat(0),
    gitVersion: 'embedded',
    modules: [],
    storageEngines: ['lmdb'],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    ok: 1,
  };
}

export function getParameter(command: Doc): Doc {
  const known: Doc = { enableTestCommands: false, featureCompatibilityVersion: { version: '8.0' } };
  const wanted =
    command.getParameter === '*' ? Object.keys(known) : Object.keys(known).filter((name) => name in command);
  if (wanted.length === 0) throw fail(72, 'no option found to get');
  return { ...Object.fromEntries(wanted.map((name) => [name, known[name]])), ok: 1 };
}

export const hostInfo = (address: string): Doc => ({
  system: {
    hostname: address,
    currentTime: new Date(),
    numCores: os.availableParallelism(),
    memSizeMB: Math.round(os.totalmem() / 2 ** 20),
  },
  os: { type: os.type(), name: os.platform(), version: os.release() },
  ok: 1,
});

/** @param written the number of flushes, and of bytes of documents in them */
export const serverStatus = (address: string, openCursors: number, written: Doc): Doc => ({
  host: address,
  version: VERSION,
  process: 'embedded',
  pid: process.pid,
  uptime: process.uptime(),
  localTime: new Date(),
  mem: { resident: Math.round(process.memoryUsage.rss() / 2 ** 20) },
  metrics: { cursor: { open: { total: openCursors } } },
  repl: { setName: SET_NAME, isWritablePrimary: true, hosts: [address], me: address },
  storageEngine: { name: 'lmdb', persistent: true, ...written },
  ok: 1,
});

export const replicaSetStatus = (address: string): Doc => ({
  set: SET_NAME,
  myState: 1,
  members: [{ _id: 0, name: address, health: 1, state: 1, stateStr: 'PRIMARY', self: true }],
  ok: 1,
});
