import { parseNotice } from './interac-notice.js';

it.each<[string, string | undefined]>([
  ['C1AVzjTtqRCM', 'C1AVzjTtqRCM'],
  ['CAfR7Vp2', 'CAfR7Vp2'],
  // The older numbers need no digit.
  ['CAbcDeFg', 'CAbcDeFg'],
  ['CAKLmNpQ (keep it)', 'CAKLmNpQ'],
  // Words.
  ['Unknown', undefined],
  ['CALENDAR', undefined],
  ['Canadian', undefined],
  ['CAbcDeFgH', undefined],
])('the number of an Interac notification in %p is %p', (text, expected) => {
  const notice = `Interac e-Transfer\nReference Number: ${text}\nSent From: JANE SMITH\nAmount: $5.00 (CAD)`;
  expect(parseNotice(notice)?.referenceNumber).toBe(expected);
});
