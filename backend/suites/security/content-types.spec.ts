import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import type { ApiError } from '#domain/platform/messages';
import { cardEnvironment } from '../../src/testing/cards.js';
import { TestApp } from '../../src/testing/test-app.js';
import { handlers } from './handlers.js';

/** Content types that no route takes, those that programs use inside, and JSON's odd relatives. */
const foreignTypes = [
  'application/x-unparsed-json',
  'Application/X-Unparsed-JSON; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/json',
  'application/xml',
  'application/json5',
  'application/problem+json',
  'application/jsonx',
  'application/json,application/x-unparsed-json',
  '*/*',
  'application/',
  'x',
];
/** Types of files, which some routes take. */
const fileTypes = ['application/octet-stream', 'message/rfc822'];

/** Bodies of JSON that are no object. */
const noObjects = ['[]', '[{}]', '"x"', '1', 'true', '[[[]]]'];

/** A value of each type of JSON. */
const ofEachType = {
  text: '0x10',
  number: 123_456,
  yes: true,
  list: [61],
  object: { $gt: 0 },
  nothing: null,
};

/** Fields in which null stands for an empty text, or for none of the kind. */
const clearable = [
  'lastDigits',
  'message',
  'note',
  'notes',
  'paymentDetails',
  'paymentId',
  'paymentType',
  'plan',
  'province',
  'referenceNumber',
  'referralSource',
  'sender',
  'state',
  'transactionId',
  'transferDate',
  'transferReference',
];

/** Fields of two types, or whose rules know the record. */
const ofSeveralTypes = ['PUT /api/payments/:id/plan plan', 'PUT /api/statements/:id/mapping account'];

/** The fields that the class of a body validates. */
const fieldsOf = (body: ReturnType<typeof handlers>[number]['body']): string[] => {
  if (!body) return [];
  const found = getMetadataStorage().getTargetValidationMetadatas(body, '', false, false);
  return [...new Set(found.map(({ propertyName }) => propertyName))];
};

describe('a body', () => {
  let app: TestApp;
  let url: string;
  let calls: { method: string; path: string; types: string[]; required: string[] }[];

  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
    await app.app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.app.getHttpServer().address() as { port: number }).port}`;
    const { body } = await app.visitor.get('/api/docs-json').expect(200);
    const { paths, components } = body as OpenAPIObject;
    calls = Object.entries(paths).flatMap(([path, item]) =>
      (['post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
        const operation = item[method];
        if (!operation) return [];
        const { requestBody } = operation;
        const content = requestBody && 'content' in requestBody ? requestBody.content : {};
        const { $ref = '' } = (content['application/json']?.schema ?? {}) as { $ref?: string };
        const schema = components!.schemas![$ref.split('/').at(-1)!];
        const { required = [] } = (schema ?? {}) as { required?: string[] };
        const called = { method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'f'.repeat(24)) };
        return [{ ...called, types: Object.keys(content), required }];
      }),
    );
  });
  afterAll(() => app.stop());

  const call = (
    { method, path }: { method: string; path: string },
    type: string,
    body: string,
    key?: string,
  ): Promise<Response> =>
    fetch(url + path, {
      method,
      body,
      headers: {
        'Content-Type': type,
        Authorization: `Bearer ${app.token}`,
        ...(key && { 'Idempotency-Key': key }),
      },
    });
  const send = async (...request: Parameters<typeof call>) => {
    const response = await call(...request);
    await response.arrayBuffer();
    return response.status;
  };

  it('of a type that its route does not take is refused on every route of the document', async () => {
    expect(calls.length).toBeGreaterThan(60);
    const taken = [];
    for (const each of calls) {
      const types = [...foreignTypes, ...fileTypes.filter((type) => !each.types.includes(type))];
      const answers = await Promise.all([
        ...types.map(async (type) => ({ type, status: await send(each, type, '{}') })),
        ...types.slice(0, 2).map(async (type) => ({
          type,
          status: await send(each, type, '{}', randomUUID()),
        })),
      ]);
      taken.push(...answers.filter(({ status }) => status !== 415).map((answer) => ({ ...each, ...answer })));
    }
    expect(taken).toEqual([]);
  });

  it('without a field is refused under each that the document requires', async () => {
    // The checkout's form is in two parts, and refuses a body without them as a whole.
    const asked = calls.filter(({ path, required }) => required.length && path !== '/api/payments/checkout');
    for (const { required, ...each } of asked) {
      const { errors = {} } = (await (await call(each, 'application/json', '{}')).json()) as ApiError;
      expect([each.path, required.filter((field) => !(field in errors))]).toEqual([each.path, []]);
    }
  });

  it('with another type of JSON in a field than its one is refused under that field', async () => {
    const bodies = handlers(app)
      .map(({ route, body }) => ({ route, fields: fieldsOf(body) }))
      .filter(({ fields }) => fields.length);
    const taken: Record<string, string[]> = {};
    const messages = new Set<string>();
    for (const { route, fields } of bodies) {
      const [method = '', path = ''] = route.replace(/:\w+/g, 'f'.repeat(24)).split(' ');
      for (const [type, value] of Object.entries(ofEachType)) {
        const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])));
        const response = await call({ method, path }, 'application/json', body);
        const { errors = {} } = (await response.json().catch(() => ({}))) as Partial<ApiError>;
        for (const message of Object.values(errors)) messages.add(message);
        for (const field of fields)
          if (!Object.keys(errors).some((name) => name === field || name.startsWith(`${field}.`)))
            (taken[`${route} ${field}`] ??= []).push(type);
      }
    }
    const fields = Object.entries(taken);
    expect(fields.length).toBeGreaterThan(100);
    const several = fields.filter(([, types]) => types.filter((type) => type !== 'nothing').length > 1);
    expect(several.map(([field]) => field)).toEqual(ofSeveralTypes);
    const taking = (wanted: keyof typeof ofEachType) =>
      [
        ...new Set(fields.flatMap(([field, types]) => (types.includes(wanted) ? field.split(' ')[2]! : []))),
      ].sort();
    // Not the words of a library: "device must be a string".
    expect([...messages].filter((message) => /^[a-z]/.test(message))).toEqual([]);
    expect(taking('number')).toEqual(['amount', 'fee', 'plan', 'version']);
    expect(taking('nothing')).toEqual(clearable);
  });

  it('that is JSON and no object changes nothing, on every route that takes JSON', async () => {
    const takingJson = calls.filter(
      // The answer of a sign-out is the same whatever it is sent.
      ({ types, path }) => types.includes('application/json') && path !== '/api/auth/logout',
    );
    expect(takingJson.length).toBeGreaterThan(40);
    const taken = [];
    for (const body of noObjects)
      for (const call of takingJson)
        for (const key of [undefined, randomUUID()]) {
          const status = await send(call, 'application/json', body, key);
          // 404: the record of the address is looked for first. 429: too many events without a signature.
          if (![400, 404, 429].includes(status)) taken.push({ ...call, body, status });
        }
    expect(taken).toEqual([]);
  });
});
