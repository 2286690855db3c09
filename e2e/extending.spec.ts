import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type FormatConfig, format } from 'oxfmt';
import { applyBlocks, createdFiles } from './support/extending.js';
import { root } from './support/repository-copy.js';

test('the blocks of docs/extending.md fit the files of today, and are formatted as these', async () => {
  expect(createdFiles.filter((file) => existsSync(join(root, file)))).toEqual([]);
  const options = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const unformatted: string[] = [];
  for (const [file, text] of applyBlocks())
    if ((await format(file, text, options)).code !== text) unformatted.push(file);
  expect(unformatted).toEqual([]);
});
