import { asCents } from '#domain/platform/money';
import { referenceParts } from '../../payments/lists/reference-search.js';
import { decide, type Findings, type MatchedPayment } from './decide.js';
import { openKeys, readEvidence } from './evidence.js';
import { payerNameKey as nameKey } from '#domain/customers/person-fields';
import { isNameIn, nameKeysIn } from './names.js';
import { isWithinOneEdit } from './normalize.js';
import { findReferences, isCloseReference, typedReferences } from './references.js';

const key = 'CRTSOTN9F3A2C482913';

it.each<[string, string[], boolean?]>([
  ['CRTS-OTN-9F3A2C-482913', [key]],
  ['crts otn 9f3a2c 482913', [key]],
  ['CRTSOTN9F3A2C482913', [key]],
  ['ＣＲＴＳ－ＯＴＮ－９Ｆ３Ａ２Ｃ－４８２９１３', [key]],
  ['CRTS-OTN-9F3A2C-4829\n13 TRIP', [key]],
  ['INVCRTSOTN9F3A2C482913', [key]],
  ['CRTSOTN9F3A2C482913JANE', [key], false],
  ['CRTS-OTN-9F3A2C-482913/2', [key]],
  ['CRT5-0TN-9F3A2C-482913', [key]],
  ['CRTS-QTN-9F3A2C-4829I3', [key]],
  ['CRTS-OTN-9F3AZC-4B29L3', [key]],
  ['CRTS-OTN-9F3A2C-A8Z9I3', [key]],
  ['CRTS-OTN-O0QILS-DBATZG', ['CRTSOTN000115084726']],
  ['CRTS-OTN-9F3A2C-482913 and CRTS-OTN-000001-000002', [key, 'CRTSOTN000001000002']],
  ['CRTS-OTN-9F3A2C-48291 THANKS', []],
  ['CRTS-OTN-9F3A2C-48291T', ['CRTSOTN9F3A2C482917']],
  ['CRTS-OTN-9F3A2C-48291THANKS', []],
  ['CRTS-OTN-9F3A2C-4829135', []],
  ['CRTS-OTN-9F3A2H-482913', []],
  ['CRTS-OTN-9F3A2C', []],
  ['MONTHLY FEE', []],
  ['', []],
])('the references in %j are %j', (text, keys, isBounded = true) => {
  const { found } = findReferences(text);
  expect(found.map((one) => one.key)).toEqual(keys);
  for (const one of found) expect(one.isBounded).toBe(isBounded);
});

it.each<[string, string, boolean]>([
  ['a substituted digit', 'CRTS-OTN-9F3A2C-482914', true],
  ['a substituted first digit', 'CRTS-OTN-8F3A2C-482913', true],
  ['a letter that is none', 'CRTS-OTN-9F3A2H-482913', true],
  ['a missing digit', 'CRTS-OTN-9F3A2C-48913', true],
  ['a missing customer digit', 'CRTS-OTN-9F32C-482913', true],
  ['a missing last digit', 'CRTS-OTN-9F3A2C-48291', true],
  ['a digit too many', 'CRTS-OTN-9F3A2C-4829913', true],
  ['a digit too many at the end', 'CRTS-OTN-9F3A2C-4829135', true],
  ['two digits swapped', 'CRTS-OTN-9F3A2C-482931', true],
  ['two swapped over the hyphen', 'CRTS-OTN-9F3A24-C82913', true],
  ['two swapped in the prefix', 'CRTS-ONT-9F3A2C-482913', true],
  ['a wrong letter in the prefix', 'CRTX-OTN-9F3A2C-482913', true],
  ['a missing letter in the prefix', 'CRTS-TN-9F3A2C-482913', true],
  ['a letter too many in the prefix', 'CRTSS-OTN-9F3A2C-482913', true],
  ['a missing first letter', 'RTS-OTN-9F3A2C-482913', true],
  ['B for 8', 'CRTS-OTN-BBBBBB-482913', false],
  ['thanks behind it', 'CRTS-OTN-9F3A2C-48291 THANKS', true],
  ['two mistakes', 'CRTS-OTN-9F3A2C-482924', false],
  ['another one', 'CRTS-OTN-000000-482913', false],
])('a reference with %s is close and is looked up', (_, text, isClose) => {
  const { near } = findReferences(text);
  const parts = referenceParts(key);
  const hits = near.filter(
    (one) =>
      (one.keys.includes(key) || one.parts.some((part) => parts.includes(part))) &&
      isCloseReference(one, key),
  );
  expect(hits.length > 0).toBe(isClose);
});

it('a reference with look-alikes that are hexadecimal themselves is close', () => {
  const [near] = findReferences('CRTS-OTN-8F8A0C-482913').near;
  expect(near && isCloseReference(near, 'CRTSOTNBFBADC482913')).toBe(true);
});

it.each<[string, string | undefined]>([
  ['CRTS-OTN-9F3A2C-4829', 'CRTSOTN9F3A2C4829'],
  ['CRTS-OTN-9F3A2C JANE', 'CRTSOTN9F3A2C'],
  ['CRTS-OTN-9F3A2C-48291 THANKS', 'CRTSOTN9F3A2C48291'],
  ['CRTS-OTN-9F3A2', undefined],
  ['CRTS-OTN-9F3A2C-482913', undefined],
])('what is left of a reference that is cut off in %j is %j', (text, cut) => {
  expect(findReferences(text).near.find(({ isCut }) => isCut)?.start).toBe(cut);
});

it.each<[string, string, boolean]>([
  ['abc', 'abc', true],
  ['abc', 'abd', true],
  ['abc', 'ab', true],
  ['abc', 'abcd', true],
  ['abcd', 'acbd', true],
  ['abc', 'cba', false],
  ['abc', 'a', false],
  ['abc', 'xyc', false],
])('%j and %j are within one edit: %j', (one, other, expected) => {
  expect(isWithinOneEdit(one, other)).toBe(expected);
});

it('finds references that admins typed as whole words of at least six characters with a digit', () => {
  const keys = typedReferences('Payment for inv-2026 / 17, thanks');
  expect(keys).toEqual(expect.arrayContaining(['INV2026', 'INV2026/17', 'INV202617']));
  expect(keys).not.toContain('202617THANK');
  expect(typedReferences('abc12 hello world')).not.toContain('ABC12');
  expect(typedReferences('hello world')).toEqual([]);
});

it.each<[string, string, boolean]>([
  ['Jane Smith', '[CW]INTERAC ETRNSFR AD RECVD JANE SMITH 2026', true],
  ['Jane Smith', 'E-TRANSFER SMITH, JANE', true],
  ['Zoë O’Brien-Lee', 'WIRE FROM ZOE OBRIEN LEE', true],
  ['José María López García', 'ORIG JOSE MARIA LOPEZ GARCIA', true],
  ['Jane Smith', 'E-TRANSFER ***ab3 SMITH J', false],
  ['Jane Smithson', 'JANE SMITH', false],
  ['王伟', 'WIRE 王伟', true],
])('the name %j is found in %j: %j', (name, text, isThere) => {
  expect(isNameIn(name, text)).toBe(isThere);
  if (isThere) expect(nameKeysIn(text)).toContain(nameKey(name));
});

describe('a decision', () => {
  const aPayment = (payment: Partial<MatchedPayment> = {}): MatchedPayment => ({
    id: '1',
    refundable: asCents(0),
    expectedRefund: asCents(0),
    byHand: [],
    isCancelled: false,
    referenceKeys: [key],
    customerId: 'c',
    currency: 'CAD',
    status: 'pending',
    amount: 225_661,
    open: 225_661,
    due: 225_661,
    owed: payment.due ?? 225_661,
    isCardPending: false,
    expected: '2026-11-20',
    ...payment,
  });
  const decided = (text: string, findings: Partial<Findings> = {}) =>
    decide({
      cents: asCents(225_661),
      currency: 'CAD',
      day: '2026-11-21',
      evidence: readEvidence({ text }),
      byReference: [],
      nearby: [],
      cutOff: [],
      named: [],
      paidBefore: [],
      ofReferenced: [],
      noticed: [],
      ...findings,
    });
  /** A payment in two parts, of which the first is asked. */
  const inParts = ({ askedNow = { amount: 564.15, due: '2026-11-20' } } = {}) => {
    const quoted = { amount: 1457.81, currency: 'USD' as const };
    const plan = [
      { amount: 564.15, due: '2026-11-20' },
      { amount: 1692.46, due: '2027-01-19' },
    ];
    return aPayment({
      quoted: { cents: asCents(145_781), currency: 'USD' },
      planned: { status: 'pending', amount: 2256.61, due: 2256.61, plan, quoted, askedNow },
    });
  };
  const reference = 'CRTS-OTN-9F3A2C-482913';
  const byReference = [aPayment()];

  it.each<[string, string, Partial<Findings>, boolean, object[]]>([
    [
      'an exact reference and amount',
      reference,
      { byReference },
      true,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    [
      'the reference twice, once cut off',
      `${reference} JANE ${reference} CRTS-OTN-9F3A2C`,
      { byReference },
      true,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    ['glued text', `${reference}JANE`, { byReference }, false, [{ paymentId: '1', why: ['reference'] }]],
    [
      'another amount',
      reference,
      { byReference, cents: asCents(1) },
      false,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    [
      'another currency',
      reference,
      { byReference, currency: 'USD' },
      false,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    [
      'a settled payment',
      reference,
      { byReference: [aPayment({ status: 'paid', open: 0, due: 0 })] },
      false,
      [{ paymentId: '1', why: ['reference', 'settled'] }],
    ],
    [
      'the rest of a payment that is cancelled for a fee, by its name',
      'JANE SMITH',
      { named: [aPayment({ status: 'cancelled', open: 0, due: 0, owed: 225_661, isCancelled: true })] },
      false,
      [{ paymentId: '1', why: ['name', 'cancelled'] }],
    ],
    [
      'a payment marked paid by hand',
      reference,
      { byReference: [aPayment({ status: 'paid', due: 0 })] },
      false,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    [
      'a cancelled payment',
      reference,
      { byReference: [aPayment({ status: 'cancelled' })] },
      false,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    [
      'two references',
      `${reference} CRTS-OTN-000001-000002`,
      { byReference: [...byReference, aPayment({ id: '2', referenceKeys: ['CRTSOTN000001000002'] })] },
      false,
      [
        { paymentId: '1', why: ['reference'] },
        { paymentId: '2', why: ['reference'] },
      ],
    ],
    [
      'a second reference of no payment',
      `${reference} CRTS-OTN-000001-000002`,
      { byReference },
      false,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    [
      'a close reference',
      'CRTS-OTN-9F3A2C-482914',
      { nearby: byReference },
      false,
      [{ paymentId: '1', why: ['reference-close'] }],
    ],
    ['a neighbour that is not close', 'CRTS-OTN-9F3A2C-999999', { nearby: byReference }, false, []],
    [
      'a reference that only a notice names',
      'JANE SMITH',
      { noticed: [{ payment: aPayment(), by: 'reference' }], named: byReference },
      false,
      [{ paymentId: '1', why: ['reference', 'notice', 'name'] }],
    ],
    [
      'a name with the amount',
      'JANE SMITH',
      { named: byReference },
      false,
      [{ paymentId: '1', why: ['name'] }],
    ],
    ['a name with another amount', 'JANE SMITH', { named: byReference, cents: asCents(5) }, false, []],
    ['a name 46 days ago', 'JANE SMITH', { named: [aPayment({ expected: '2026-10-06' })] }, false, []],
    [
      'a name 45 days ago',
      'JANE SMITH',
      { named: [aPayment({ expected: '2026-10-07' })] },
      false,
      [{ paymentId: '1', why: ['name'] }],
    ],
    [
      'a name with the quoted amount',
      'JANE SMITH',
      { named: [aPayment({ currency: 'USD', quoted: { cents: asCents(225_661), currency: 'CAD' } })] },
      false,
      [{ paymentId: '1', why: ['name'] }],
    ],
    [
      'a payer of before',
      'X',
      { paidBefore: [aPayment({ due: 5, open: 5 })] },
      false,
      [{ paymentId: '1', why: ['payer'] }],
    ],
    [
      'a payer of before who pays the same again',
      'X',
      { paidBefore: [aPayment({ status: 'paid', due: 0, open: 0 })] },
      false,
      [{ paymentId: '1', why: ['payer', 'settled'] }],
    ],
    [
      'a payer of before, of a payment whose word no receipt shows yet',
      'X',
      { paidBefore: [aPayment({ status: 'paid', due: 0 })] },
      false,
      [],
    ],
    [
      'a paid reference, with an open payment of the same customer',
      reference,
      {
        byReference: [aPayment({ status: 'paid', open: 0, due: 0 })],
        ofReferenced: [aPayment({ id: '2', referenceKeys: [] }), aPayment({ id: '3', due: 0, open: 0 })],
      },
      false,
      [
        { paymentId: '1', why: ['reference', 'settled'] },
        { paymentId: '2', why: ['customer'] },
      ],
    ],
    [
      'an open reference, with another payment of the same customer',
      reference,
      { byReference, cents: asCents(1), ofReferenced: [aPayment({ id: '2', referenceKeys: [] })] },
      false,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    [
      'two payments of one customer that add up',
      'JANE SMITH',
      {
        named: [
          aPayment({ due: 200_000 }),
          aPayment({ id: '2', due: 25_661 }),
          aPayment({ id: '3', due: 7 }),
        ],
      },
      false,
      [
        { paymentId: '1', why: ['sum'] },
        { paymentId: '2', why: ['sum'] },
      ],
    ],
    [
      'payments of two customers, or of two currencies, that add up',
      'JANE SMITH',
      {
        named: [
          aPayment({ due: 200_000 }),
          aPayment({ id: '2', due: 25_661, customerId: 'd' }),
          aPayment({ id: '3', due: 25_661, currency: 'USD' }),
        ],
      },
      false,
      [],
    ],
    [
      'one half of a payment twice',
      'JANE SMITH',
      { named: [aPayment({ due: 100_000 })], cents: asCents(200_000) },
      false,
      [],
    ],
    [
      'a reference whose other payment makes up the amount',
      reference,
      {
        byReference: [aPayment({ due: 200_000 })],
        ofReferenced: [aPayment({ due: 200_000 }), aPayment({ id: '2', due: 25_661 })],
      },
      false,
      [
        { paymentId: '1', why: ['reference', 'sum'] },
        { paymentId: '2', why: ['sum'] },
      ],
    ],
    [
      'a name with the last six digits, of another amount',
      'JANE SMITH 482913',
      {
        named: [aPayment({ due: 5 }), aPayment({ id: '2', due: 5, referenceKeys: ['CRTSOTN000001000002'] })],
      },
      false,
      [{ paymentId: '1', why: ['digits'] }],
    ],
    [
      'the next part of a plan',
      reference,
      { byReference: [inParts()], cents: asCents(56_415) },
      true,
      [{ paymentId: '1', why: ['reference', 'part'] }],
    ],
    [
      'the whole of a plan',
      reference,
      { byReference: [inParts()] },
      true,
      [{ paymentId: '1', why: ['reference', 'part'] }],
    ],
    [
      'a later part of a plan',
      reference,
      { byReference: [inParts()], cents: asCents(169_246) },
      false,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    [
      'the next part in another currency',
      reference,
      { byReference: [inParts()], cents: asCents(56_415), currency: 'USD' },
      false,
      [{ paymentId: '1', why: ['reference'] }],
    ],
    [
      'a name with what is asked now',
      'JANE SMITH',
      { named: [inParts()], cents: asCents(56_415) },
      false,
      [{ paymentId: '1', why: ['name', 'part'] }],
    ],
    [
      'a name with what was asked on the day of the transfer, in the currency that the visitor was shown',
      'JANE SMITH',
      {
        named: [inParts({ askedNow: { amount: 2256.61, due: '2026-11-20' } })],
        cents: asCents(36_445),
        currency: 'USD',
      },
      false,
      [{ paymentId: '1', why: ['name'] }],
    ],
    [
      'a name with what was asked too long ago',
      'JANE SMITH',
      { named: [inParts()], cents: asCents(56_415), day: '2027-01-20' },
      false,
      [],
    ],
    ['digits within a longer number', 'JANE SMITH 4829131', { named: [aPayment({ due: 5 })] }, false, []],
    ['nothing', 'X', {}, false, []],
  ])('on %s', (_, text, findings, isReadyIfUncontested, candidates) => {
    expect(decided(text, findings)).toMatchObject({ isReadyIfUncontested, candidates });
  });

  it('puts the best of many first and shows five', () => {
    const named = Array.from({ length: 8 }, (_, index) =>
      aPayment({ id: `n${index}`, expected: `2026-11-0${index + 1}` }),
    );
    const { candidates } = decided('CRTS-OTN-9F3A2C-482914 JANE', {
      named,
      nearby: [aPayment({ id: 'close' })],
      byReference: [aPayment({ id: 'exact', due: 1 })],
    });
    expect(candidates.map(({ paymentId }) => paymentId)).toEqual(['exact', 'close', 'n7', 'n6', 'n5']);
  });
});

it('keeps the keys of an open transaction bounded', () => {
  const text = Array.from({ length: 100 }, (_, index) => `word${index} name crtsotn9f3a2c48291x`).join(' ');
  expect(openKeys({ text, cents: asCents(100) }).length).toBe(100);
});
