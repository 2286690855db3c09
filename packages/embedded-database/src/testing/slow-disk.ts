import fs from 'node:fs';

/**
 * Loaded before a server (NODE_OPTIONS=--import …), it delays flushes by SLOW_DISK_MS, and those in another thread until
 * the file HELD_DISK is gone.
 */
const milliseconds = Number(process.env.SLOW_DISK_MS);
const mark = process.env.HELD_DISK;
const { fdatasync, fdatasyncSync } = fs;

fs.fdatasyncSync = (file) => {
  fdatasyncSync(file);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};
fs.fdatasync = Object.assign(
  (file: number, done: (error: NodeJS.ErrnoException | null) => void) =>
    fdatasync(file, (error) => {
      const end = () => (mark && fs.existsSync(mark) ? setTimeout(end, 5) : done(error));
      setTimeout(end, milliseconds);
    }),
  { __promisify__: fdatasync.__promisify__ },
);
