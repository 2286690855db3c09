import fc from 'fast-check';

const number = fc.nat(1_000_000);
const oneIn = (count: number) => fc.nat(count - 1).map((chosen) => chosen === 0);
const isTrue = fc.boolean();
/** A day, by its distance from today: in this month and in three past ones. */
const daysAgo = fc.nat(100);
/** The words beside a status; without them as often as with, and mostly where the status takes them. */
const words = {
  way: fc.option(fc.constantFrom('cash' as const, 'cheque' as const, 'other' as const), {
    nil: undefined,
    freq: 2,
  }),
  receivedOn: fc.option(daysAgo, { nil: undefined, freq: 2 }),
  isForced: oneIn(8),
};
type Fields = Record<string, fc.Arbitrary<unknown>>;
type Values<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends fc.Arbitrary<infer Value> ? Value : never;
};
const kindOf = <const Name extends string, Of extends Fields>(name: Name, fields: Of) =>
  fc.record({ do: fc.constant(name), which: number, ...fields }) as unknown as fc.Arbitrary<
    { do: Name; which: number } & Values<Of>
  >;

/** One action of an admin, a bank or the card provider; the numbers choose among the existing records. */
export const move = fc.oneof(
  { weight: 2, arbitrary: kindOf('pay', { cents: number, status: fc.nat(9), ...words }) },
  {
    weight: 4,
    arbitrary: kindOf('import', {
      rows: fc.array(
        fc.record({
          which: number,
          kind: fc.nat(12),
          cents: fc.integer({ min: 1, max: 30_000 }),
          daysAgo,
          repeat: fc.nat(1),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      again: isTrue,
    }),
  },
  { weight: 4, arbitrary: kindOf('confirm', {}) },
  {
    weight: 14,
    arbitrary: kindOf('match', {
      parts: fc.array(fc.record({ which: number, share: fc.nat(6), settles: isTrue }), {
        minLength: 1,
        maxLength: 3,
        size: 'xsmall',
      }),
      isLikely: fc.nat(7).map(Boolean),
      acceptShortfall: isTrue,
      collide: oneIn(6),
    }),
  },
  { weight: 2, arbitrary: kindOf('ignore', { collide: oneIn(4) }) },
  {
    weight: 5,
    arbitrary: kindOf('undo', {
      // Everything, the rest only, or some parts.
      parts: fc.oneof(fc.constant(undefined), fc.constant('rest' as const), fc.uniqueArray(fc.nat(3))),
      isLikely: fc.nat(3).map(Boolean),
      collide: oneIn(6),
    }),
  },
  {
    weight: 7,
    arbitrary: kindOf('tie', {
      other: number,
      kind: fc.constantFrom('reversal' as const, 'return' as const, 'refundReturned' as const),
      share: fc.nat(4),
      collide: oneIn(6),
    }),
  },
  { weight: 1, arbitrary: kindOf('delete', { collide: oneIn(4) }) },
  { weight: 1, arbitrary: kindOf('discard', {}) },
  { weight: 1, arbitrary: kindOf('notice', { cents: number }) },
  {
    weight: 6,
    arbitrary: kindOf('hand', {
      kind: fc.constantFrom('receipt' as const, 'refund' as const),
      way: fc.constantFrom('cash' as const, 'cheque' as const, 'other' as const),
      share: fc.nat(4),
      daysAgo,
      collide: oneIn(4),
    }),
  },
  { weight: 4, arbitrary: kindOf('void', { place: number, collide: oneIn(4) }) },
  {
    weight: 5,
    // The last status is a note on the one that stands.
    arbitrary: kindOf('status', {
      status: fc.nat(6),
      ...words,
      fee: fc.option(fc.nat(4), { nil: undefined }),
      collide: oneIn(4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('batch' as const),
      which: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 4 }),
      status: fc.nat(5),
      ...words,
      again: isTrue,
    }),
  },
  { weight: 3, arbitrary: kindOf('unbatch', { collide: oneIn(4) }) },
  { weight: 2, arbitrary: kindOf('edit', { cents: number, status: fc.nat(8), ...words, collide: oneIn(4) }) },
  // A plan of so many parts: of none it ends, of one it is refused.
  { weight: 3, arbitrary: kindOf('plan', { count: fc.nat(4), first: fc.nat(3), collide: oneIn(4) }) },
  { weight: 1, arbitrary: kindOf('remove', {}) },
  {
    weight: 2,
    arbitrary: kindOf('session', {
      cents: number,
      isDebit: isTrue,
      succeeds: isTrue,
      isHeld: fc.nat(3).map(Boolean),
      daysAgo,
      refunds: fc.array(
        fc.record({ minor: fc.integer({ min: 1, max: 120_000 }), fails: isTrue, isPending: isTrue }),
        { maxLength: 3 },
      ),
      tellsTotal: isTrue,
      dispute: fc.option(fc.constantFrom('needs_response' as const, 'won' as const, 'lost' as const)),
      isWonLate: isTrue,
    }),
  },
  { weight: 14, arbitrary: kindOf('event', { place: number, collide: oneIn(4) }) },
  { weight: 3, arbitrary: kindOf('assign', { other: number }) },
);
export type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never;
