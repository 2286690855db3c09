import { expect, it } from 'vitest';
import type { Translate } from './useTranslate.js';

const translate: Translate = (key) => key;

it('takes the keys of texts, and does not compile with others', () => {
  const [known, either] = ['csv', 'other'] as ['csv', 'csv' | 'other'];
  expect(translate(`resources.payments.export.${known}`)).toBe('resources.payments.export.csv');
  // @ts-expect-error -- There is no such text.
  translate('resources.payments.other');
  // @ts-expect-error -- There is none by the second of its names.
  translate(`resources.payments.export.${either}`);
  // @ts-expect-error -- There are none below this.
  translate(`resources.payments.other.${String(known)}`);
});
