import { randomBytes, randomInt } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { HEADER_BYTES } from '../storage/journal-file.js';
import { journalOf } from '../storage/journal.js';
import type { TestServer } from './server.js';

const PAGE = 4096;
const fileOf = (dataDir: string): string => path.join(dataDir, 'database.mdb');

/** The journal's generations whose headers are whole, by their places in the file. */
function headers(bytes: Buffer): Map<number, number> {
  const places = [0, HEADER_BYTES].filter(
    (at) => bytes.readUInt32LE(at) === crc32(bytes.subarray(at + 4, at + HEADER_BYTES)),
  );
  return new Map(places.map((at) => [at, bytes.readUInt32LE(at + 8)]));
}

const generationOf = (dataDir: string): number =>
  Math.max(0, ...headers(fs.readFileSync(journalOf(fileOf(dataDir)))).values());

/**
 * A power cut that comes later: of the pages that the data file has been given since now, it finds some written, some
 * not, and some in the middle. Those that the journal builds upon are on the disk, as they are flushed.
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
    // The two first pages say in a few bytes where the trees begin: a disk writes those whole.
    if (fate === 1 && at >= 2 * PAGE) randomBytes(is.length).copy(bytes, at);
  }
  return bytes;
}
