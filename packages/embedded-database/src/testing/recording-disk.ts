import fs from 'node:fs';
import path from 'node:path';

/**
 * Loaded before a server (NODE_OPTIONS=--import …), it copies to the folder DURABLE_FOLDER what survives a power cut at
 * least: each file in its state when its last completed flush began.
 */
const folder = process.env.DURABLE_FOLDER!;
const { fdatasync, fdatasyncSync, fsyncSync } = fs;
let flushes = 0;
/** Number of the last completed flush of each file: one that began earlier but ends later is outdated. */
const newest = new Map<string, number>();

/** Copies the file before a flush; returns the function that keeps the copy once the flush is done. */
function begin(file: number): () => void {
  const name = fs.readlinkSync(`/proc/self/fd/${file}`);
  // The journal is created under another name.
  const base = path.basename(name).replace(/\.new$/, '');
  if (!/^database\.mdb(-journal)?$/.test(base)) return () => undefined;
  const number = ++flushes;
  const copy = path.join(folder, `${base}.${process.pid}.${number}`);
  fs.copyFileSync(name, copy);
  return () => {
    if (number < (newest.get(base) ?? 0)) return fs.rmSync(copy);
    newest.set(base, number);
    fs.renameSync(copy, path.join(folder, base));
  };
}

for (const [name, flush] of Object.entries({ fdatasyncSync, fsyncSync }) as [
  'fdatasyncSync' | 'fsyncSync',
  typeof fsyncSync,
][])
  fs[name] = (file) => {
    const done = begin(file);
    flush(file);
    done();
  };
fs.fdatasync = Object.assign(
  (file: number, callback: (error: NodeJS.ErrnoException | null) => void) => {
    const done = begin(file);
    fdatasync(file, (error) => {
      if (!error) done();
      callback(error);
    });
  },
  { __promisify__: fdatasync.__promisify__ },
);
