import fc from 'fast-check';

const number = fc.nat(1_000_000);

/** One action of an admin; the numbers choose among the existing records. */
export const move = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), which: number, cents: number }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      rows: fc.array(
        fc.record({
          which: number,
          kind: fc.nat(11),
          cents: fc.integer({ min: 1, max: 30_000 }),
          repeat: fc.nat(1),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      again: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), which: number }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('match' as const),
      which: number,
      parts: fc.array(fc.record({ which: number, share: fc.nat(6), settles: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      }),
      acceptShortfall: fc.boolean(),
      collide: fc.nat(5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('ignore' as const), which: number, collide: fc.nat(3) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      which: number,
      // Everything, the rest only, or some parts.
      parts: fc.oneof(fc.constant(undefined), fc.constant('rest' as const), fc.uniqueArray(fc.nat(3))),
      collide: fc.nat(5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('tie' as const),
      which: number,
      incoming: number,
      kind: fc.constantFrom('reversal' as const, 'return' as const),
      share: fc.nat(4),
      collide: fc.nat(5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('delete' as const), which: number, collide: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const), which: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('notice' as const), which: number, cents: number }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      which: number,
      // The last one is a note on the status that stands.
      status: fc.nat(6),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('batch' as const),
      which: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 4 }),
      status: fc.nat(5),
      again: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('unbatch' as const), which: number, collide: fc.nat(3) }),
  },
);
export type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never;
