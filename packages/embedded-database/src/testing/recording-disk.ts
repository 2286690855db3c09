import fs from 'node:fs';
import path from 'node:path';

/**
 * Loaded before a server (NODE_OPTIONS=--import …), it keeps in the folder that DURABLE_FOLDER names what a power cut
 * would leave at least: each file as it was when its last flush began.
 */
const folder = process.env.DURABLE_FOLDER!;
const { fdatasync, fdatasyncSync, fsyncSync } = fs;
let flushes = 0;
/** The last flush of each file that is done: one that began before it and ends after it has nothing newer. */
const newest = new Map<string, number>();

/** Copies the file before a flush; the copy counts once the flush is done. */
function begin(file: number): () => void {
  const name = fs.readlinkSync(`/proc/self/fd/${file}`);
  // The journal is written under another name first.
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
