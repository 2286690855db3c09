import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './testing/server.js';

const folder = join(import.meta.dirname, '..');

describe('the program in the README', () => {
  const text = /```ts\n(.*?)```/s.exec(readFileSync(join(folder, 'README.md'), 'utf8'))?.[1] ?? '';
  // Inside the package, so that imports of its own name and of the driver resolve.
  const file = join(folder, `readme-${process.pid}.mjs`);
  const dataDir = temporaryFolder();
  beforeAll(() => writeFileSync(file, text));
  afterAll(() => {
    rmSync(file);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('stores and reads again, and finds it at its next start', () => {
    const run = () => execFileSync(process.execPath, [file, dataDir], { encoding: 'utf8' });
    expect(run()).toBe("1 { text: 'kept' }\n");
    expect(run()).toBe("2 { text: 'kept' }\n");
  });
});
