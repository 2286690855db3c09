import fc from 'fast-check';
import { paymentStatuses } from '#domain/payments/payments';
import { paymentMethods } from '#domain/places/payment-methods';

/** Markup that no response may contain unescaped. */
export const markup = '<fuzz onerror=alert(1)>';

const deep = (open: string, close: string, levels: number) =>
  open.repeat(levels) + '1' + close.repeat(levels);

/** Values as JSON texts, of the kinds that break programs; some are invalid JSON. */
const weirdTexts = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1e999',
  '-1e999',
  '1e-320',
  '9007199254740993',
  '1.005',
  'NaN',
  'Infinity',
  'undefined',
  '',
  '{',
  '"',
  "'x'",
  '01',
  '[]',
  '{}',
  '["x"]',
  '[[]]',
  '[null]',
  '{"$gt":""}',
  '{"$ne":null}',
  '{"$where":"sleep(1000)"}',
  '{"$regex":".*"}',
  '{"toString":1}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"length":1e9}',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202egnp.exe"',
  '"\\ufeff"',
  '"\\u2028"',
  '"\\u200b"',
  '"\\t"',
  '"2026-02-30"',
  '"0000-00-00"',
  '"9999-12-31"',
  '"-000001-01-01"',
  '"2026-01-01T99:99:99Z"',
  '"NaN"',
  '"../../etc/passwd"',
  '"%00"',
  '"${7*7}"',
  '"{{7*7}}"',
  '"\'; DROP TABLE payments; --"',
  '"=1+1"',
  '"paid"',
  '"canada"',
  '"usa"',
  '"other"',
  '"ON"',
  '"ontario"',
  '"interac"',
  '"CAD"',
  '5',
  '10.5',
  JSON.stringify(markup),
  JSON.stringify('x'.repeat(5000)),
  JSON.stringify('\uFDFA'.repeat(120)),
  JSON.stringify('e\u0301'.repeat(60)),
  deep('[', ']', 300),
  deep('{"a":', '}', 300),
];

const weirdText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...weirdTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
);

const weirdKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  '$where',
  '$set',
  'a.b',
  '',
  '_id',
  'id',
  'hasPayment',
  'role',
  'statusHistory',
  'version',
  'createdAt',
  'source',
  'createdBy',
  'referenceKey',
  'referenceParts',
  'formerReferences',
  'formerReferenceKeys',
  'nameKey',
  'website',
  'isAdmin',
  'toString',
  'fullName ',
  'paymentDetails',
  'customerId',
  '\u202e',
  markup,
);

/** A change of a request that mostly breaks it. */
export type Mutation =
  | { kind: 'set'; at: number; text: string }
  | { kind: 'add'; key: string; text: string }
  | { kind: 'drop'; at: number }
  | { kind: 'body'; text: string }
  | { kind: 'id'; text: string }
  | { kind: 'query'; text: string }
  | { kind: 'method'; method: string }
  | { kind: 'type'; type: string }
  | { kind: 'token'; token: string }
  | { kind: 'header'; name: string; value: string };

const query = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'filter[name][$ne]=x',
      'filter[$where]=1',
      'filter[__proto__]=1',
      'filter[constructor][prototype]=1',
      'filter=x',
      'filter[]=1',
      'filter[name]=a&filter[name]=b',
      'filter[a][b][c][d]=1',
      'filter[name]=%00',
      'page=0',
      'page=1e3',
      'page=-1',
      'page=NaN',
      'page=99999999999999999999',
      'page[]=1',
      'limit=101',
      'limit=1&limit=2',
      'limit=%F0%9F%98%80',
      'sort=__proto__',
      'sort=-',
      'sort[$gt]=',
      'sort=password',
      'filter[createdAt][gte]=2026-02-30',
      'filter[createdAt][$gt]=2026-01-01',
      'filter[status]=nothing',
      'filter[customerId]=x',
      'filter[at][lte]=9999-99-99',
      'filter[action]=x',
      'format=pdf',
      'format[]=csv',
      'from=2026-13-01',
      'from=2026-02-01&to=2026-01-01',
      'to=9999-12-31',
      '%E0%A4%A',
      '=',
      '&&&',
      '%',
      'x=%',
      `filter[name]=${encodeURIComponent(markup)}`,
      `filter[${encodeURIComponent(markup)}]=1`,
      `sort=${encodeURIComponent(markup)}`,
      `filter[name]=${'x'.repeat(300)}`,
      `filter[name]=${encodeURIComponent('\uFDFA'.repeat(150))}`,
      Array.from({ length: 80 }, (_, number) => `a${number}=1`).join('&'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'filter[name]',
          'filter[email]',
          'filter[search]',
          'filter[referenceNumber]',
          'q',
          'search',
          'sort',
        ),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
      )
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  },
);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('set' as const), at: fc.nat(30), text: weirdText }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), key: weirdKey, text: weirdText }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('drop' as const), at: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('body' as const), text: weirdText }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('id' as const),
      text: fc.constantFrom(
        '0',
        'null',
        '__proto__',
        '%00',
        '%2e%2e',
        '..%2f..%2fetc',
        '0123456789abcdef01234567',
        '[object%20Object]',
        '%E0%A4%A',
        '%ff',
        '\\',
        '*',
        ':id',
        'x'.repeat(150),
        'x'.repeat(400),
        encodeURIComponent(markup),
      ),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('query' as const), text: query }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('method' as const),
      method: fc.constantFrom('HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PATCH', 'PUT'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      type: fc.constantFrom(
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/json; x',
        '',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('token' as const),
      token: fc.constantFrom(
        '',
        'Bearer',
        'Bearer x',
        'Bearer a.b.c',
        'Basic YTpi',
        `Bearer ${'x'.repeat(4000)}`,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('header' as const),
      name: fc.constantFrom(
        'idempotency-key',
        'x-forwarded-for',
        'x-request-id',
        'accept',
        'range',
        'if-none-match',
      ),
      value: fc.constantFrom(
        '',
        'x',
        markup,
        '0'.repeat(5000),
        'bytes=0-1',
        '*',
        '00000000-0000-0000-0000-00000000000g',
      ),
    }),
  },
);

const word = fc.constantFrom(
  'Ada',
  'Grace',
  'Zoë',
  "O'Hara",
  '李',
  'Ǆ',
  '<b>x</b>',
  '=2+3',
  '😀',
  'de la Cruz',
  '"q"',
);
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const place = fc.constantFrom(
  { country: 'canada', province: 'ON', state: null, postalCode: 'K1A 0B1' },
  { country: 'canada', province: 'quebec', state: null, postalCode: 'm5v-2t6' },
  { country: 'usa', province: null, state: 'NY', postalCode: '10001' },
  { country: 'usa', province: null, state: 'texas', postalCode: '73301-0001' },
  { country: 'other', province: null, state: null, postalCode: '50100' },
);
/** Number of an email of the virtual user's own: few, so that customers share them now and then. */
const email = fc.nat(60);
const method = fc.constantFrom(...paymentMethods);
const status = fc.constantFrom(...paymentStatuses);
const day = fc.constantFrom('2026-05-01', '2030-12-31', '2028-02-29');

const customer = fc.record({
  fullName: phrase,
  email,
  place,
  city: phrase,
  referralSource: fc.option(phrase),
});
const payment = fc.record({
  paymentMethod: method,
  cents: fc.integer({ min: 1, max: 1_000_000_000 }),
  currency: fc.constantFrom('THB', 'USD', 'CAD'),
  status,
  transferDate: fc.option(day),
  notes: phrase,
  details: fc.option(fc.dictionary(fc.constantFrom('bank', 'sentBy', 'checked'), phrase, { maxKeys: 3 })),
});

/** One step of a virtual user; `which` picks one of its records. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('createCustomer' as const), customer }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('updateCustomer' as const),
      which: fc.nat(),
      customer,
      version: fc.constantFrom('none', 'right', 'stale'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deleteCustomer' as const), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('checkout' as const), customer, day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('createPayment' as const), which: fc.nat(), payment }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('updatePayment' as const), which: fc.nat(), payment }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('setStatus' as const),
      which: fc.nat(),
      status,
      note: fc.option(phrase),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('setStatuses' as const),
      which: fc.nat(),
      count: fc.integer({ min: 1, max: 3 }),
      status,
      note: fc.option(phrase),
      version: fc.constantFrom('none', 'right', 'stale'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deletePayment' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('findReference' as const), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('search' as const),
      text: fc.oneof(phrase, fc.string({ unit: 'grapheme', maxLength: 12 }), fc.double().map(String)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('setEmail' as const), email }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('endUnknownSession' as const), id: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('findCustomer' as const), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('findPayment' as const), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('listPayments' as const), which: fc.nat() }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      path: fc.constantFrom(
        '/customers',
        '/customers?sort=fullName&limit=5',
        '/payments?filter[status]=paid',
        '/customers/stats',
        '/payments/stats',
        '/reports/summary',
        '/audit?limit=3',
        '/checkout/options',
        '/health',
        '/health/live',
        '/account',
        '/account/sessions',
        '/reports/overdue?sort=transferDate&limit=5',
        '/reports/overdue?page=2&sort=-amount',
        '/payments?filter[search]=ada%20cruz',
        '/payments?filter[currency]=CAD&filter[country]=canada&filter[paymentMethod]=interac',
        '/auth/verify',
        '/customers/export?search=nobody',
        '/payments/export?format=csv&filter[status]=failed',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('auth' as const), path: fc.constantFrom('refresh', 'logout') }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A step, most often with one or two mutations of its request. */
export const move = fc.record({
  step,
  mutations: fc.oneof(
    { weight: 2, arbitrary: fc.constant([] as Mutation[]) },
    { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 2 }) },
  ),
});
export type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never;
