import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { check, resolveConfig } from 'prettier';
import { applyBlocks, createdFiles } from './support/extending.js';
import { root } from './support/repository-copy.js';

test('the blocks of docs/extending.md fit the files of today, and are formatted as these', async () => {
  expect(createdFiles.filter((file) => existsSync(join(root, file)))).toEqual([]);
  const unformatted: string[] = [];
  for (const [file, text] of applyBlocks()) {
    const filepath = join(root, file);
    if (!(await check(text, { ...(await resolveConfig(filepath)), filepath }))) unformatted.push(file);
  }
  expect(unformatted).toEqual([]);
});
