import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cardEnvironment } from '../../backend/src/testing/cards.js';

/** The provider's address, which the card links lead to. */
export const host = 'https://buy.stripe.com';
const example = join(import.meta.dirname, '../../deploy/payment-options.example.json');

/** The settings of a server that takes card events, and whose card links lead to the provider's address; `more` are options. */
export async function cardSettings(
  more: object = {},
): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-cards-'));
  const file = join(folder, 'options.json');
  const usual = JSON.parse(await readFile(example, 'utf8')) as object;
  const options: Record<string, { creditCardLink?: string }> = { ...usual, ...more };
  for (const [location, entry] of Object.entries(options))
    if (entry.creditCardLink) entry.creditCardLink = `${host}/${location}?locale=en`;
  await writeFile(file, JSON.stringify(options));
  return {
    env: { ...cardEnvironment, PAYMENT_OPTIONS_FILE: file },
    remove: () => rm(folder, { recursive: true }),
  };
}
