import { randomBytes, randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { HEADER_BYTES } from '../storage/files/journal-file.js';
import { journalOf } from '../storage/files/journal.js';
import type { TestServer } from './server.js';

const PAGE = 4096;
const fileOf = (dataDir: string): string => path.join(dataDir, 'database.mdb');

/** Returns the journal's generations with intact headers, by the headers' offsets in the file. */
function headers(bytes: Buffer): Map<number, number> {
  const places = [0, HEADER_BYTES].filter(
    (at) => bytes.readUInt32LE(at) === crc32(bytes.subarray(at + 4, at + HEADER_BYTES)),
  );
  return new Map(places.map((at) => [at, bytes.readUInt32LE(at + 8)]));
}

const generationOf = (dataDir: string): number =>
  Math.max(0, ...headers(fs.readFileSync(journalOf(fileOf(dataDir)))).values());

/**
 * Prepares a later power cut: of the data file's pages that changed in between, some are written, some are not, and
 * some are damaged. The pages of the journal's checkpoint are intact, as they are flushed.
 */
export function preparePowerCut({ dataDir }: TestServer): (server: TestServer) => Promise<void> {
  const before = generationOf(dataDir);
  const flushed = fs.readFileSync(fileOf(dataDir));
  const isOfOneGeneration = generationOf(dataDir) === before;
  return async (server) => {
    await server.kill();
    if (isOfOneGeneration && generationOf(dataDir) === before) {
      fs.writeFileSync(fileOf(dataDir), mixed(flushed, fs.readFileSync(fileOf(dataDir))));
    }
  };
}

function mixed(old: Buffer, current: Buffer): Buffer {
  const bytes = Buffer.from(current);
  for (let at = 0; at < bytes.length; at += PAGE) {
    const [was, is] = [old.subarray(at, at + PAGE), current.subarray(at, at + PAGE)];
    if (was.equals(is)) continue;
    const fate = randomInt(3);
    if (fate === 0) bytes.fill(0, at, at + PAGE);
    if (fate === 0) was.copy(bytes, at);
    // The two meta pages have their few changed bytes in one sector, which a disk writes as a whole.
    if (fate === 1 && at >= 2 * PAGE) randomBytes(is.length).copy(bytes, at);
  }
  return bytes;
}

/** Environment of a server with a recording disk, which may be slow, and frequent checkpoints. */
export function recordingDisk(dataDir: string): NodeJS.ProcessEnv {
  const disk = (kind: string) => path.join(import.meta.dirname, `../../dist/src/testing/${kind}-disk.js`);
  const folder = durableFolder(dataDir);
  fs.mkdirSync(folder, { recursive: true });
  return {
    NODE_OPTIONS: `--import ${disk('slow')} --import ${disk('recording')}`,
    SLOW_DISK_MS: String(randomInt(2) * 3),
    DURABLE_FOLDER: folder,
    EMBEDDED_CHECKPOINT_GROUPS: '5',
  };
}

const durableFolder = (dataDir: string): string => path.join(dataDir, 'durable');

/**
 * Simulates a power cut at any moment, also during a checkpoint: both files have their last flushed state, and of the
 * changes since, some are written, some are not, and some are damaged.
 */
export async function cutPower(server: TestServer): Promise<void> {
  await server.kill();
  const { dataDir } = server;
  const folder = durableFolder(dataDir);
  for (const [name, unit, whole] of [
    ['database.mdb', PAGE, 2 * PAGE],
    ['database.mdb-journal', 512, 0],
  ] as const) {
    const durable = path.join(folder, name);
    const current = path.join(dataDir, name);
    if (!fs.existsSync(durable) || !fs.existsSync(current)) continue;
    fs.writeFileSync(current, remaining(fs.readFileSync(durable), fs.readFileSync(current), unit, whole));
  }
  fs.rmSync(folder, { recursive: true });
  fs.mkdirSync(folder);
}

/**
 * @param unit number of bytes that a disk writes at once
 * @param whole number of bytes at the start of the file whose units are never damaged
 */
function remaining(flushed: Buffer, current: Buffer, unit: number, whole: number): Buffer {
  const bytes = Buffer.from(current);
  for (let at = 0; at < bytes.length; at += unit) {
    const end = Math.min(at + unit, bytes.length);
    const was = flushed.subarray(at, end);
    if (was.equals(current.subarray(at, end))) continue;
    const fate = randomInt(3);
    if (fate === 0) was.copy(bytes.fill(0, at, end), at);
    if (fate === 1 && at >= whole) {
      // A disk does not damage bytes beside those that it writes: SQLite's "powersafe overwrite".
      let first = at;
      while (first - at < was.length && was[first - at] === current[first]) first++;
      randomBytes(end - first).copy(bytes, first);
    }
  }
  // The file may not have grown yet.
  return randomInt(2) === 0 || flushed.length >= bytes.length ? bytes : bytes.subarray(0, flushed.length);
}
