import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const path = join(import.meta.dirname, '../../../deploy/payment-options.example.json');

/** The payment options of the repository's example, as one object per country. */
export const exampleOptions = JSON.parse(readFileSync(path, 'utf8')) as Record<
  'canada' | 'usa' | 'other',
  Record<string, string>
>;

/** The example with all fields of the operator filled in: valid in production. */
export const filledInOptions = JSON.parse(
  JSON.stringify(exampleOptions)
    .replaceAll('Your Company Ltd.', 'Trips Inc.')
    .replaceAll('pay.example.com', 'pay.trips.test')
    .replaceAll('…', '12345'),
) as typeof exampleOptions;
