import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import type { ApiError } from '#domain/platform/messages';
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

/** Fields in which null stands for an empty text, or for none of the kind. */
const clearable = [
  ...[
    'lastDigits',
    'message',
    'note',
    'notes',
    'paymentDetails',
    'paymentType',
    'plan',
    'province',
    'referenceNumber',
  ],
  ...['referralSource', 'sender', 'state', 'transactionId', 'transferDate', 'transferReference'],
];

/** The fields that the class of a body validates. */
const fieldsOf = (body: ReturnType<typeof handlers>[number]['body']): string[] => {
  if (!body) return [];
  const found = getMetadataStorage().getTargetValidationMetadatas(body, '', false, false);
  return [...new Set(found.map(({ propertyName }) => propertyName))];
};

describe('a body', () => {
  let app: TestApp;
  let url: string;
  let calls: { method: string; path: string; types: string[] }[];

  beforeAll(async () => {
    app = await TestApp.start();
    await app.app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.app.getHttpServer().address() as { port: number }).port}`;
    const { body } = await app.visitor.get('/api/docs-json').expect(200);
    calls = Object.entries((body as OpenAPIObject).paths).flatMap(([path, item]) =>
      (['post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
        const operation = item[method];
        if (!operation) return [];
        const { requestBody } = operation;
        const types = requestBody && 'content' in requestBody ? Object.keys(requestBody.content) : [];
        return [{ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'f'.repeat(24)), types }];
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

  it('with null in a field that has no null is refused under that field', async () => {
    const asked = handlers(app).flatMap(({ route, body }) =>
      fieldsOf(body).map((field) => ({ route, field })),
    );
    const answers = await Promise.all(
      asked.map(async ({ route, field }) => {
        const [method = '', path = ''] = route.replace(/:\w+/g, 'f'.repeat(24)).split(' ');
        const response = await call({ method, path }, 'application/json', JSON.stringify({ [field]: null }));
        const { errors } = (await response.json()) as ApiError;
        return { route, field, status: response.status, isNamed: errors?.[field] !== undefined };
      }),
    );
    expect(answers.filter(({ isNamed }) => isNamed).length).toBeGreaterThan(70);
    // Null clears a text of a record; 404: the record of the address is looked for first.
    const others = answers.filter(({ status, isNamed }) => !isNamed && status !== 404);
    expect(others.filter(({ status }) => status !== 400)).toEqual([]);
    expect([...new Set(others.map(({ field }) => field))].sort()).toEqual(clearable);
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
          // 404: the record of the address is looked for first.
          if (![400, 404].includes(status)) taken.push({ ...call, body, status });
        }
    expect(taken).toEqual([]);
  });
});
