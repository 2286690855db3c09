import fs from 'node:fs';

/**
 * Loaded before a server (NODE_OPTIONS=--import …), it simulates a broken disk: while the file BROKEN_DISK exists,
 * flushes fail of the file whose path it contains.
 */
const mark = process.env.BROKEN_DISK!;
const isBroken = (file: number) =>
  fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === fs.readlinkSync(`/proc/self/fd/${file}`);
const failure = () => Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
const { fdatasync, fdatasyncSync } = fs;

fs.fdatasyncSync = (file) => {
  if (isBroken(file)) throw failure();
  fdatasyncSync(file);
};
fs.fdatasync = Object.assign(
  (file: number, done: (error: NodeJS.ErrnoException | null) => void) =>
    isBroken(file) ? setImmediate(done, failure()) : fdatasync(file, done),
  { __promisify__: fdatasync.__promisify__ },
);
