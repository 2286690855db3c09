import type { Document } from 'mongodb';
import { codeOf, startEither, type TestServer } from '../testing/server.js';

let server: TestServer;
beforeAll(async () => (server = await startEither()));
afterAll(() => server.stop());

const numbers = [0, 1, 1.5, 2, 3, 100, 100, 101];
const day = (text: string) => new Date(text);

async function run(docs: Document[], ...pipeline: Document[]): Promise<Document[]> {
  const collection = await server.collection(docs.map((doc) => ({ ...doc })));
  return collection.aggregate([{ $project: { _id: 0 } }, ...pipeline]).toArray();
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/setWindowFields/ */
describe('$setWindowFields', () => {
  const over = async (docs: Document[], output: Document, rest: Document = { sortBy: { x: 1 } }) =>
    (await run(docs, { $setWindowFields: { ...rest, output: { v: output } } })).map(({ v }) => v as unknown);

  it.each<[Document, unknown[]]>([
    [
      { range: [-1, 0] },
      [[0], [0, 1], [1, 1.5], [1, 1.5, 2], [2, 3], [100, 100], [100, 100], [100, 100, 101]],
    ],
    [{ range: ['unbounded', -99] }, [[], [], [], [], [], [0, 1], [0, 1], [0, 1, 1.5, 2]]],
    [
      { range: ['current', 1] },
      [[0, 1], [1, 1.5, 2], [1.5, 2], [2, 3], [3], [100, 100, 101], [100, 101], [101]],
    ],
    [{ documents: [-1, 0] }, [[0], [0, 1], [1, 1.5], [1.5, 2], [2, 3], [3, 100], [100, 100], [100, 101]]],
    [{ documents: [6, 'unbounded'] }, [[100, 101], [101], [], [], [], [], [], []]],
  ])('looks through the window %j', async (window, expected) => {
    expect(
      await over(
        numbers.map((x) => ({ x })),
        { $push: '$x', window },
      ),
    ).toEqual(expected);
  });

  it('looks through a window of time', async () => {
    const docs = ['2026-01-31', '2026-02-28', '2026-03-31'].map((text) => ({ x: day(text) }));
    expect(await over(docs, { $count: {}, window: { range: [-1, 0], unit: 'month' } })).toEqual([1, 2, 2]);
  });

  it.each<[string, Document, Document[], unknown[]]>([
    ['ranks', { $rank: {} }, [{ x: 2 }, { x: 1 }, { x: 1 }, { x: 3 }], [1, 1, 3, 4]],
    ['ranks without gaps', { $denseRank: {} }, [{ x: 2 }, { x: 1 }, { x: 1 }], [1, 1, 2]],
    ['ranks null, missing and arrays alike', { $rank: {} }, [{}, { x: null }, { x: ['b', null] }], [1, 1, 1]],
    ['counts', { $documentNumber: {} }, [{ x: 1 }, { x: 1 }], [1, 2]],
    ['shifts', { $shift: { output: '$x', by: -1, default: 'none' } }, [{ x: 1 }, { x: 2 }], ['none', 1]],
    ['carries forward', { $locf: '$y' }, [{ x: 1 }, { x: 2, y: 5 }, { x: 3, y: null }], [null, 5, 5]],
    [
      'interpolates',
      { $linearFill: '$y' },
      [{ x: 1 }, { x: 2, y: 2 }, { x: 4 }, { x: 6, y: 10 }, { x: 7 }],
      [null, 2, 6, 10, null],
    ],
    [
      'takes derivatives',
      { $derivative: { input: '$y' }, window: { documents: [-3, 1] } },
      [100, 105, 108, 108, 115].map((y, x) => ({ x, y })),
      [5, 4, 8 / 3, 15 / 4, 10 / 3],
    ],
    [
      'integrates',
      { $integral: { input: '$y', unit: 'second' }, window: { documents: [-1, 1] } },
      [0, 2, 4, 6].map((y) => ({ x: new Date(y), y })),
      [0.002, 0.008, 0.016, 0.01],
    ],
    [
      'averages with falling weights',
      { $expMovingAvg: { input: '$y', N: 3 } },
      [
        { x: 1, y: 10 },
        { x: 2, y: 'no number' },
        { x: 3, y: 20 },
      ],
      [10, 10, 15],
    ],
    [
      'tells the covariance',
      { $covarianceSamp: ['$x', '$y'], window: { documents: ['unbounded', 'current'] } },
      [
        { x: 0, y: 0 },
        { x: 2, y: 2 },
      ],
      [null, 2],
    ],
    ['sums an empty window up to nothing', { $sum: '$x', window: { documents: [5, 6] } }, [{ x: 1 }], [0]],
  ])('%s', async (_name, output, docs, expected) => {
    expect(await over(docs, output)).toEqual(expected);
  });

  it('keeps partitions apart; null and missing are one', async () => {
    const docs = [{ p: 0 }, { p: null }, {}, { p: null }];
    expect(await over(docs, { $sum: 1 }, { partitionBy: '$p' })).toEqual([3, 3, 3, 1]);
  });

  it.each<[Document, number]>([
    [{ output: { v: { $summ: 1 } } }, 9],
    [{ output: { v: { $mergeObjects: '$x' } } }, 9],
    [{ output: { v: { $sum: 1, windoww: {} } } }, 9],
    [{ output: {}, what: 1 }, 40415],
    [{ output: { v: { $sum: 1 }, 'v.w': { $sum: 1 } } }, 6307900],
    [{ output: { v: { $sum: 1, window: { documents: ['unbounded', 'current'] } } } }, 5339901],
    [{ output: { v: { $sum: 1, window: { range: [0, 1] } } } }, 5339902],
    [{ sortBy: { x: 1 }, output: { v: { $sum: 1, window: { documents: [1, -1] } } } }, 5339900],
    [{ sortBy: { x: 1 }, output: { v: { $sum: 1, window: { range: [0, 1] } } } }, 5429414],
    [{ sortBy: { x: 1 }, output: { v: { $sum: 1, window: { range: [0, 1], unit: 'day' } } } }, 5429513],
    [{ sortBy: { x: 1 }, output: { v: { $rank: {}, window: {} } } }, 5371601],
    [{ sortBy: { x: 1 }, output: { v: { $derivative: { input: '$y' } } } }, 9],
    [{ partitionBy: '$list', output: { v: { $sum: 1 } } }, 14],
  ])('%j is refused', async (spec, code) => {
    expect(await codeOf(run([{ x: 'text', list: [] }], { $setWindowFields: spec }))).toBe(code);
  });
});

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/fill/ */
describe('$fill', () => {
  const docs = [
    { x: 1, y: 2, p: 1 },
    { x: 2, p: 2, y: null },
    { x: 3, p: 1 },
    { x: 5, y: 10, p: 1 },
  ];

  it.each<[Document, unknown[]]>([
    [{ sortBy: { x: 1 }, output: { y: { method: 'locf' } } }, [2, 2, 2, 10]],
    [{ sortBy: { x: 1 }, output: { y: { method: 'linear' } } }, [2, 4, 6, 10]],
    [{ sortBy: { x: 1 }, partitionByFields: ['p'], output: { y: { method: 'locf' } } }, [2, null, 2, 10]],
    [{ sortBy: { x: 1 }, partitionBy: { p: '$p' }, output: { y: { method: 'locf' } } }, [2, null, 2, 10]],
    [{ output: { y: { value: { $add: ['$x', 1] } } } }, [2, 3, 4, 10]],
  ])('by %j', async (spec, expected) => {
    expect((await run(docs, { $fill: spec }, { $sort: { x: 1 } })).map(({ y }) => y as unknown)).toEqual(
      expected,
    );
  });

  it.each<[Document, number]>([
    [{}, 40414],
    [{ output: {} }, 6050203],
    [{ output: { y: { method: 'random' } } }, 6050202],
    [{ output: { y: { method: 'linear' } } }, 605001],
    [{ output: { y: { method: 'locf' } }, partitionBy: '$p', partitionByFields: ['p'] }, 6050204],
  ])('%j is refused', async (spec, code) => {
    expect(await codeOf(run(docs, { $fill: spec }))).toBe(code);
  });
});

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/densify/ */
describe('$densify', () => {
  it.each<[Document, Document[], Document[]]>([
    [
      { field: 'x', range: { step: 1, bounds: 'full' } },
      [{ x: 3 }, { x: 0.5 }, { x: null }],
      [{ x: null }, { x: 0.5 }, { x: 1.5 }, { x: 2.5 }, { x: 3 }],
    ],
    [{ field: 'x', range: { step: 2, bounds: [0, 5] } }, [], [{ x: 0 }, { x: 2 }, { x: 4 }]],
    [
      { field: 'x', partitionByFields: ['p'], range: { step: 1, bounds: 'partition' } },
      [
        { x: 0, p: 1 },
        { x: 2, p: 1 },
        { x: 5, p: 2 },
      ],
      [
        { x: 0, p: 1 },
        { x: 1, p: 1 },
        { x: 2, p: 1 },
        { x: 5, p: 2 },
      ],
    ],
    [
      { field: 'at.day', range: { step: 1, unit: 'month', bounds: 'full' } },
      [{ at: { day: day('2026-01-31') } }, { at: { day: day('2026-03-31') } }],
      ['2026-01-31', '2026-02-28', '2026-03-31'].map((text) => ({ at: { day: day(text) } })),
    ],
  ])('by %j', async (spec, docs, expected) => {
    expect(await run(docs, { $densify: spec })).toEqual(expected);
  });

  it.each<[Document, number]>([
    [{ field: 'x', range: { step: 1 } }, 40414],
    [{ field: 'x', range: { step: -1, bounds: 'full' } }, 5733401],
    [{ field: 'x', range: { step: 1, bounds: [2, 1] } }, 5733402],
    [{ field: 'x', range: { step: 1, bounds: 'partition' } }, 5733408],
    [{ field: 'x', partitionByFields: ['x.y'], range: { step: 1, bounds: 'full' } }, 8993000],
    [{ field: 'x', range: { step: 1, bounds: 'full' } }, 5733201],
  ])('%j is refused', async (spec, code) => {
    expect(await codeOf(run([{ x: 'text' }], { $densify: spec }))).toBe(code);
  });
});

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/bucketAuto/ */
describe('$bucketAuto', () => {
  it('divides evenly, and keeps equal values together', async () => {
    const docs = [4, 2, 1, 3, 1, 1].map((x) => ({ x }));
    expect(
      await run(docs, { $bucketAuto: { groupBy: '$x', buckets: 3, output: { all: { $push: '$x' } } } }),
    ).toEqual([
      { _id: { min: 1, max: 2 }, all: [1, 1, 1] },
      { _id: { min: 2, max: 4 }, all: [2, 3] },
      { _id: { min: 4, max: 4 }, all: [4] },
    ]);
  });

  it.each<[Document, number]>([
    [{ groupBy: '$x' }, 40246],
    [{ groupBy: 'x', buckets: 1 }, 40239],
    [{ groupBy: '$x', buckets: 0 }, 40243],
    [{ groupBy: '$x', buckets: 1, more: 1 }, 40245],
  ])('%j is refused', async (spec, code) => {
    expect(await codeOf(run([], { $bucketAuto: spec }))).toBe(code);
  });
});
