import fs from 'node:fs';

/** Loaded before a server (NODE_OPTIONS=--import …), it delays flushes by SLOW_DISK_MS. */
const milliseconds = Number(process.env.SLOW_DISK_MS);
const { fdatasync, fdatasyncSync } = fs;

fs.fdatasyncSync = (file) => {
  fdatasyncSync(file);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};
fs.fdatasync = Object.assign(
  (file: number, done: (error: NodeJS.ErrnoException | null) => void) =>
    fdatasync(file, (error) => setTimeout(done, milliseconds, error)),
  { __promisify__: fdatasync.__promisify__ },
);
