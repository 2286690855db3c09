import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filledInOptions } from './payment-options.js';

/** Writes payment options beside the example's, and returns the setting that names their file. */
export function optionsFile(options: object): { PAYMENT_OPTIONS_FILE: string } {
  const file = join(mkdtempSync(join(tmpdir(), 'trip-options-')), 'options.json');
  writeFileSync(file, JSON.stringify({ ...filledInOptions, ...options }));
  return { PAYMENT_OPTIONS_FILE: file };
}
