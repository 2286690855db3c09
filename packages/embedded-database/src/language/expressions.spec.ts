import { BSONRegExp, Decimal128, Double, Long, MinKey, ObjectId, type Document } from 'mongodb';
import { codeOf, startEither, type TestServer } from '../testing/server.js';

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/ */
let server: TestServer;
beforeAll(async () => (server = await startEither()));
afterAll(() => server.stop());

const instant = new Date('2020-11-01T18:23:36Z');
const document = {
  date: instant,
  ints: [1, 2, 3],
  objects: [{ a: 1 }, { b: 2 }, { c: 3 }],
  dotted: { 'a.b': 5 },
  word: 'cafétéria',
  empty: null,
};

async function evaluate(expression: unknown): Promise<unknown> {
  const collection = await server.collection([document]);
  const [found] = await collection
    .aggregate([{ $project: { _id: 0, v: expression } }], { promoteValues: false })
    .toArray();
  return found!.v as unknown;
}

/** Adds the BSON type to numbers that JavaScript does not distinguish: `long 5`, `double 1`, `decimal 0.1`. */
function described(value: unknown): unknown {
  const names: Record<string, string> = { Double: 'double', Long: 'long', Decimal128: 'decimal' };
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return value.map(described);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return value.toISOString();
  const type = (value as { _bsontype?: string })._bsontype;
  if (type === 'Int32') return Number(value);
  // oxlint-disable-next-line typescript/no-base-to-string -- values of BSON say themselves
  if (type !== undefined) return `${names[type] ?? type} ${String(value)}`;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, described(inner)]));
}

const decimal = (text: string) => Decimal128.fromString(text);
const long = (text: string | number) => Long.fromString(String(text));
const winter = new Date('2020-12-31T12:10:05Z');
const before = (day: string) => new Date(day);

describe.each<[string, [unknown, unknown][]]>([
  [
    'a date',
    [
      [{ $dateTrunc: { date: '$date', unit: 'hour', binSize: 2 } }, '2020-11-01T18:00:00.000Z'],
      [
        { $dateTrunc: { date: '$date', unit: 'month', timezone: 'Europe/Berlin' } },
        '2020-10-31T23:00:00.000Z',
      ],
      [
        { $dateTrunc: { date: '$date', unit: 'hour', binSize: 4, timezone: 'America/New_York' } },
        '2020-11-01T17:00:00.000Z',
      ],
      [{ $dateTrunc: { date: '$date', unit: 'week', startOfWeek: 'mon' } }, '2020-10-26T00:00:00.000Z'],
      [{ $dateTrunc: { date: '$empty', unit: 'nonsense' } }, null],
      [{ $dateDiff: { startDate: '$date', endDate: winter, unit: 'month' } }, 'long 1'],
      [
        {
          $dateDiff: {
            startDate: before('2020-12-31T23:00:00Z'),
            endDate: before('2021-01-01T00:30:00Z'),
            unit: 'year',
            timezone: 'Europe/Paris',
          },
        },
        'long 0',
      ],
      [{ $dateAdd: { startDate: winter, unit: 'month', amount: 2 } }, '2021-02-28T12:10:05.000Z'],
      [
        {
          $dateAdd: {
            startDate: before('2020-10-24T18:10:00Z'),
            unit: 'day',
            amount: 1,
            timezone: 'Europe/Paris',
          },
        },
        '2020-10-25T19:10:00.000Z',
      ],
      [{ $dateSubtract: { startDate: '$nothing', unit: 'day', amount: 1 } }, null],
      [
        { $dateToString: { date: '$date', format: '%H:%M %z %j', timezone: 'Asia/Kathmandu' } },
        '00:08 +0545 307',
      ],
      [{ $dateToString: { date: '$date', timezone: 'America/New_York' } }, '2020-11-01T13:23:36.000'],
      [{ $dateToString: { date: '$empty', onNull: 'none' } }, 'none'],
      [{ $dateToString: { date: '$date', format: '$nothing' } }, null],
      [{ $dateFromString: { dateString: '05*12*1988', format: '%d*%m*%Y' } }, '1988-12-05T00:00:00.000Z'],
      [
        { $dateFromString: { dateString: '2017-07-06T12:35:37', timezone: 'America/New_York' } },
        '2017-07-06T16:35:37.000Z',
      ],
      [{ $dateFromString: { dateString: '2017/7/14 12:02:44.771 +02:00' } }, '2017-07-14T10:02:44.771Z'],
      [
        { $dateFromString: { dateString: '4-JUL-2017 11:05+0130', format: '%d-%b-%Y %H:%M%z' } },
        '2017-07-04T09:35:00.000Z',
      ],
      [{ $dateFromString: { dateString: 'no date', onError: '$word' } }, 'cafétéria'],
      [{ $dateFromParts: { year: 2017, month: 13, timezone: 'Europe/Berlin' } }, '2017-12-31T23:00:00.000Z'],
      [{ $dateFromParts: { year: '$nothing' } }, null],
      [
        { $dateToParts: { date: '$date', timezone: '+01:00', iso8601: true } },
        { isoWeekYear: 2020, isoWeek: 44, isoDayOfWeek: 7, hour: 19, minute: 23, second: 36, millisecond: 0 },
      ],
      [{ $hour: { date: '$date', timezone: 'America/New_York' } }, 13],
      [{ $week: before('2016-01-01') }, 0],
      [{ $isoWeekYear: before('2016-01-01') }, 'long 2015'],
      [{ $year: '$nothing' }, null],
      [{ $dayOfMonth: new ObjectId('58c7cba47bbadf523cf2c313') }, 14],
      [{ $add: ['$date', decimal('819.5'), 0.6] }, '2020-11-01T18:23:36.821Z'],
      [{ $subtract: ['$date', decimal('2.5')] }, '2020-11-01T18:23:35.998Z'],
      [{ $subtract: ['$date', 2.5] }, '2020-11-01T18:23:35.997Z'],
    ],
  ],
  [
    'a text',
    [
      [{ $toUpper: 'äbc' }, 'äBC'],
      [{ $toLower: '$empty' }, ''],
      [{ $indexOfCP: ['$word', 't', 2] }, 4],
      [{ $indexOfBytes: ['$word', 't'] }, 5],
      [{ $substrCP: ['a😀b', 1, 1] }, '😀'],
      [{ $trim: { input: '\u2001 x \t' } }, 'x'],
      [{ $rtrim: { input: 'xyx', chars: 'x' } }, 'xy'],
      [{ $replaceAll: { input: 'aXbX', find: 'X', replacement: { $literal: '$&' } } }, 'a$&b$&'],
      [{ $replaceOne: { input: 'a', find: '$nothing', replacement: 'b' } }, null],
      [{ $strcasecmp: ['Ab', 'aC'] }, -1],
      [
        { $regexFindAll: { input: '$word', regex: new BSONRegExp('(t)(x)?É', 'i') } },
        [{ match: 'té', idx: 4, captures: ['t', null] }],
      ],
      [
        { $regexFindAll: { input: 'ab', regex: '()' } },
        [0, 1].map((idx) => ({ match: '', idx, captures: [''] })),
      ],
      [{ $regexMatch: { input: '$nothing', regex: 'a' } }, false],
    ],
  ],
  [
    'a number',
    [
      [{ $round: [2.675, 2] }, 'double 2.67'],
      [{ $trunc: 0.9 }, 'double 0'],
      [{ $round: [2147483647, -1] }, 'long 2147483650'],
      [{ $mod: [8, new Double(3)] }, 2],
      [{ $mod: [new Double(8), 3] }, 'double 2'],
      [{ $pow: [1, 100] }, 1],
      [{ $pow: [-1, long(-3)] }, 'long -1'],
      [{ $abs: -2147483648 }, 'long 2147483648'],
      [{ $abs: new Double(-5) }, 'double 5'],
      [{ $sqrt: 4 }, 'double 2'],
      [{ $convert: { input: 1.9, to: 'regex', onError: '$nothing' } }, 'missing'],
      [{ $sum: [0.1, 0.2, 0.3, -0.3, -0.2] }, 'double 0.1'],
      [{ $avg: [long('9223372036854775807'), long('9223372036854775807')] }, 'double 9223372036854776000'],
      [{ $multiply: [decimal('9E+6144'), -10] }, 'decimal -Infinity'],
      // https://www.mongodb.com/docs/manual/reference/operator/aggregation/toDecimal/
      [{ $toDecimal: 2.5 }, 'decimal 2.50000000000000'],
      [{ $divide: [decimal('10'), 2] }, 'decimal 5'],
      [{ $divide: [decimal('10.00'), 2] }, 'decimal 5.00'],
      [{ $divide: [decimal('1'), 8] }, 'decimal 0.125'],
      [{ $divide: [decimal('0'), 2] }, 'decimal 0'],
      [{ $avg: [decimal('1'), 2] }, 'decimal 1.5'],
      [{ $multiply: [decimal('1E-6176'), 0.1] }, 'decimal 0E-6176'],
      [{ $toDate: 1.9 }, '1970-01-01T00:00:00.001Z'],
    ],
  ],
  [
    'an array',
    [
      [
        { $zip: { inputs: ['$ints', ['a']], useLongestLength: true, defaults: [0, 'z'] } },
        [
          [1, 'a'],
          [2, 'z'],
          [3, 'z'],
        ],
      ],
      [{ $sortArray: { input: '$objects', sortBy: { a: 1 } } }, [{ b: 2 }, { c: 3 }, { a: 1 }]],
      [{ $filter: { input: '$ints', cond: { $gt: ['$$this', 1] }, limit: 1 } }, [2]],
      [{ $first: '$nothing' }, null],
      [{ $arrayElemAt: ['$ints', 3] }, 'missing'],
      [{ $setDifference: [[3, 1, 1, 2], [2]] }, [3, 1]],
      [{ $in: ['$nothing', [null]] }, false],
      [{ $indexOfArray: [[1, null], '$nothing'] }, -1],
    ],
  ],
  [
    'an object',
    [
      [{ $setField: { field: 'a.b', input: '$dotted', value: 1 } }, { 'a.b': 1 }],
      [{ $unsetField: { field: { $literal: 'a.b' }, input: '$dotted' } }, {}],
      [{ $let: { vars: { CURRENT: '$dotted' }, in: { $getField: 'a.b' } } }, 5],
      [{ $let: { vars: { CURRENT: { n: 2 } }, in: ['$n', '$$ROOT.ints', '$word'] } }, [2, [1, 2, 3], null]],
      [{ $cmp: ['$nothing', new MinKey()] }, 1],
      [{ $cmp: ['$nothing', null] }, -1],
      [{ $concatArrays: ['$ints', null, 'no array'] }, null],
    ],
  ],
])('%s', (_name, cases) => {
  it.each(cases)('by %j', async (expression, expected) => {
    expect(described(await evaluate(expression))).toEqual(expected);
  });
});

describe('what cannot be evaluated is refused:', () => {
  it.each<[Document, number]>([
    [{ $abs: [1, 2] }, 16020],
    [{ $slice: [[1]] }, 28667],
    [{ $toInt: [1, 2] }, 50723],
    [{ $abs: 'x' }, 28765],
    [{ $pow: [0, -1] }, 28764],
    [{ $round: [1, 101] }, 51083],
    [{ $round: [long('9223372036854775806'), -1] }, 51080],
    [{ $add: [instant, NaN] }, 15],
    [{ $range: [null, 1] }, 34443],
    [{ $arrayToObject: { $literal: [['a', 1], { k: 'b', v: 1 }] } }, 40396],
    [{ $map: { input: '$ints', in: 1, arrayIndexAs: 'i' } }, 16879],
    [{ $filter: { input: '$ints', cond: true, limit: 0 } }, 327392],
    [{ $reduce: { input: '$ints', in: 1 } }, 40078],
    [{ $switch: { branches: [] } }, 40068],
    [{ $let: { vars: { Upper: 1 }, in: 1 } }, 9],
    [{ $substr: ['é', 1, 1] }, 28656],
    [{ $toLower: true }, 16007],
    [{ $trim: { input: 1 } }, 50699],
    [{ $replaceAll: { input: 'a', find: 'a' } }, 51747],
    [{ $regexMatch: { input: 'a', regex: '(' } }, 51111],
    [{ $regexMatch: { input: 'a', regex: 'a', options: 'q' } }, 51108],
    [{ $year: 42 }, 16006],
    [{ $year: { date: '$date', timezone: 'DoesNot/Exist' } }, 40485],
    [{ $dateTrunc: { date: '$date', unit: 'century' } }, 5439014],
    [{ $dateAdd: { startDate: '$date', units: 'day', amount: 1 } }, 5166401],
    [{ $dateFromParts: { year: 2017, isoWeek: 3 } }, 40518],
    [{ $dateFromString: { dateString: 'July 4th' } }, 241],
    [{ $dateFromString: { dateString: '2017-07-12T22:23:55Z', timezone: 'Europe/Amsterdam' } }, 241],
    [{ $dateToString: { date: '$date', format: '%n' } }, 18536],
    [{ $convert: { input: 1, to: 'nothing', onError: 1 } }, 2],
    [{ $toDate: long('9223372036854775807') }, 241],
    [{ $concatArrays: ['$ints', 'no array', null] }, 28664],
    [{ $reduce: { input: '$$this', initialValue: 0, in: 0 } }, 17276],
    [{ $sin: 0 }, 31325],
    [{ $zip: { inputs: ['$ints'], defaults: [1] } }, 34466],
    [{ $setField: { field: '$word', input: {}, value: 1 } }, 4161108],
    [{ $setField: { field: 'a\0', input: {}, value: 1 } }, 9534700],
    [{ $getField: { field: 'a', input: {}, more: 1 } }, 3041701],
    [{ $push: 1 }, 31325],
    [{ $add: [{ $push: 1 }] }, 168],
  ])('%j', async (expression, code) => {
    expect(Number(await codeOf(evaluate(expression)))).toBe(code);
  });
});
