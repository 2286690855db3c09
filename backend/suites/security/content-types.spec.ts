import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { TestApp } from '../../src/testing/test-app.js';

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

  const send = async (
    { method, path }: { method: string; path: string },
    type: string,
    body: string,
    key?: string,
  ) => {
    const response = await fetch(url + path, {
      method,
      body,
      headers: {
        'Content-Type': type,
        Authorization: `Bearer ${app.token}`,
        ...(key && { 'Idempotency-Key': key }),
      },
    });
    await response.arrayBuffer();
    return response.status;
  };

  it('of a type that its route does not take is refused on every route of the document', async () => {
    expect(calls.length).toBeGreaterThan(60);
    const answers = await Promise.all(
      calls.flatMap((call) =>
        [...foreignTypes, ...fileTypes.filter((type) => !call.types.includes(type))].flatMap((type) =>
          [undefined, randomUUID()].map(async (key) => {
            const status = await send(call, type, '{}', key);
            return { ...call, type, status };
          }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status !== 415)).toEqual([]);
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
