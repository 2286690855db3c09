import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { checkoutRequest } from '#domain/visitor/checkout-details';
import { someDetails } from './support/checkout.js';
import { expect, test } from './support/test.js';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** A visitor who buys, and an admin who signs in and marks the payment as paid. */
const client = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const [url, purchase, username, password] = process.argv.slice(2) as [string, string, string, string];
const api = createClient<paths>({ baseUrl: url });
type Purchase = paths['/api/payments/checkout']['post']['requestBody']['content']['application/json'];

const bought = await api.POST('/api/payments/checkout', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: JSON.parse(purchase) as Purchase,
});
if (!bought.data) throw new Error(bought.error.message);
const id: string = bought.data.paymentId;

const signedIn = await api.POST('/api/auth/login', { body: { username, password } });
if (!signedIn.data) throw new Error(signedIn.error.message);
if (!('token' in signedIn.data)) throw new Error('The account has a second factor');
const headers = { Authorization: \`Bearer \${signedIn.data.token}\` };
const found = await api.GET('/api/payments', {
  headers,
  params: { query: { 'filter[referenceNumber]': bought.data.referenceNumber, limit: 1 } },
});
const version: number | undefined = found.data?.payments[0]?.version;
const paid = await api.PATCH('/api/payments/{id}/status', {
  headers,
  params: { path: { id } },
  body: { status: 'paid', note: 'By a generated client', ...(version !== undefined && { version }) },
});
if (!paid.data) throw new Error(paid.error.message);
console.log(JSON.stringify({ found: found.data?.pagination.total, status: paid.data.status }));
`;

test('a generated client compiles, buys, signs in and marks as paid', async ({ server }) => {
  const document = (await (await server.api('/docs-json')).json()) as OpenAPI3;
  const folder = join(root, 'test-results/api-client');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(document)));
  await writeFile(join(folder, 'client.ts'), client);
  const settings = ['--ignoreConfig', '--strict', '--target', 'es2023', '--module', 'nodenext'];
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  await run(process.execPath, [compiler, ...settings, '--types', 'node', 'client.ts'], { cwd: folder });

  const purchase = checkoutRequest(
    { country: 'canada', province: 'ontario', state: '' },
    'interac',
    someDetails(),
  );
  const { stdout } = await run(process.execPath, [
    join(folder, 'client.js'),
    server.url,
    JSON.stringify(purchase),
    server.adminUsername,
    server.adminPassword,
  ]);
  expect(JSON.parse(stdout)).toEqual({ found: 1, status: 'paid' });
});
