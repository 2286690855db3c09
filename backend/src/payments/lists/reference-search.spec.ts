import { paymentReference, referenceKey } from '#domain/payments/payments';
import { referenceContaining, referenceParts } from './reference-search.js';

const references = [
  paymentReference('0123456789abcdef019f3a2c', 482_913),
  'CRTS-OTN-9F3A2C-482913-B',
  'Old CRTS-OTN-9F3A2C-482913',
  'INVOICE-2026-0042',
  'CRTSOTX1234567',
  'X-CRTS-OT',
  'ABCDEF',
  'A',
  'ÄÖÜ-ß-ÄÖÜ-ÄÖÜ',
];

describe('the parts of a reference', () => {
  it.each(references)('find %s by every text that stands in it', (reference) => {
    const key = referenceKey(reference);
    const parts = referenceParts(key);
    for (let start = 0; start < key.length; start++)
      for (let end = start + 1; end <= key.length; end++) {
        const condition = referenceContaining(key.slice(start, end)) as {
          referenceParts?: { $in: string[] };
        };
        const isFound = condition.referenceParts?.$in.some((part) => parts.includes(part)) ?? true;
        expect([key.slice(start, end), isFound]).toEqual([key.slice(start, end), true]);
      }
  });

  it('are asked for by seven characters or more, but not by the prefix alone', () => {
    expect(referenceContaining('2c-482913')).toEqual({
      $or: [{ referenceKey: { $regex: '2C482913' } }, { formerReferenceKeys: { $regex: '2C482913' } }],
      referenceParts: { $in: ['482913', 'C48291'] },
    });
    expect(referenceContaining('482913')).toEqual({ referenceKey: { $regex: '482913' } });
    expect(referenceContaining('crts-otn')).toEqual({ referenceKey: { $regex: 'CRTSOTN' } });
  });
});
