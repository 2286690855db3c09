import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '#domain/platform/version';

const root = join(import.meta.dirname, '../../..');

it('has one version, which the change log begins with', () => {
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  for (const name of ['package.json', 'package-lock.json'])
    expect((JSON.parse(read(name)) as { version: string }).version).toBe(version);
  expect(/^## (\S+)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});
