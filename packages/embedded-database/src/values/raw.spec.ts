import { Binary, Double, Long, ObjectId } from 'mongodb';
import { decode, encode } from './bson.js';
import { fieldReader, isStorable } from './raw.js';

const flat = encode({
  _id: new ObjectId('65a000000000000000000001'),
  name: 'Ana Ünal',
  amount: 1.5,
  whole: new Double(2),
  count: 3,
  long: Long.fromNumber(2 ** 40),
  paid: true,
  at: new Date(5),
  none: null,
  // Names like those of array elements, which are not checked.
  inner: { 0: { 0: 'c' } },
});

/** Builds a document from raw elements: [type, name, bytes of the value]. */
const documentOf = (...elements: [number, string, number[]][]): Buffer => {
  const body = Buffer.concat(
    elements.map(([type, name, value]) =>
      Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), Buffer.from(value)]),
    ),
  );
  const out = Buffer.alloc(body.length + 5);
  out.writeInt32LE(out.length, 0);
  body.copy(out, 4);
  return out;
};
const one = [1, 0, 0, 0];

describe('a document is stored as it came', () => {
  it('where it is of plain types', () => {
    expect(isStorable(flat)).toBe(true);
    expect(isStorable(encode({ _id: 1, list: ['a', { b: [] }] }))).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['has no _id', encode({ a: 1 })],
    ['has its _id behind another field', encode({ a: 1, _id: 1 })],
    ['has a field twice', documentOf([0x10, '_id', one], [0x10, 'a', one], [0x10, 'a', one])],
    ['has a field that decoding refuses', documentOf([0x10, '_id', one], [0x10, '_bsontype', one])],
    ['has undefined', documentOf([0x10, '_id', one], [0x06, 'a', []])],
    ['has a boolean of another byte', documentOf([0x10, '_id', one], [0x08, 'a', [7]])],
    ['has text that is no UTF-8', documentOf([0x10, '_id', one], [0x02, 'a', [2, 0, 0, 0, 0xff, 0]])],
    ['has text without its end', documentOf([0x10, '_id', one], [0x02, 'a', [1, 0, 0, 0, 65]])],
    ['has a value of negative size', documentOf([0x10, '_id', one], [0x02, 'a', [0xf0, 255, 255, 255, 0]])],
    ['has a rare type', encode({ _id: 1, a: new Binary(Buffer.from('a')) })],
    [
      'has very many fields',
      encode(Object.fromEntries(['_id', ...Array(100).keys()].map((name) => [name, 1]))),
    ],
    ['ends early', flat.subarray(0, -1)],
    ['is nothing', Buffer.alloc(0)],
  ])('not where it %s', (_what, bytes) => {
    expect(isStorable(bytes)).toBe(false);
  });

  it('only where decoding and encoding it would give the same', () => {
    let seed = 3;
    const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
    for (let round = 0; round < 20_000; round++) {
      const bytes = Buffer.from(flat);
      for (let change = 0; change < 1 + random() * 3; change++)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * (round % 2 ? 256 : 20));
      if (isStorable(bytes)) expect(encode(decode(bytes)).equals(bytes)).toBe(true);
    }
  });
});

it('reads fields whose names look alike', () => {
  expect(fieldReader(['Aa', 'BB', 'x'])(encode({ BB: 1, C: 'text', Aa: { x: 2 } }))).toEqual({
    BB: 1,
    Aa: { x: 2 },
  });
});
