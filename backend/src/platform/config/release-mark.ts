import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFile } from './built-file.js';

/**
 * Notes in the build that this process runs from it: later builds leave it where it is (scripts/release.mjs), as parts of
 * a program are loaded when they are needed. Returns the function that removes the note.
 */
export function markRelease(): () => void {
  const users = builtFile('../../users');
  const mark = join(users, String(process.pid));
  try {
    mkdirSync(users, { recursive: true });
    writeFileSync(mark, '');
  } catch {
    // The build belongs to another user, as in the image, where no other one follows.
    return () => undefined;
  }
  return () => rmSync(mark, { force: true });
}
