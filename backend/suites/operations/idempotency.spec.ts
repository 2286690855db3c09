import { randomUUID } from 'node:crypto';
import { TestApp } from '../../src/testing/test-app.js';

/** Calls that add a record without an Idempotency-Key, and what makes them safe to send twice. */
const safeWithoutKey: Record<string, string> = {
  'POST /api/account/passkeys': 'a credential is registered once, as its id is unique',
  'POST /api/auth/invitations/{token}': 'a link makes one account',
  'POST /api/bank-accounts/{id}/statements': 'a file is stored once for each account, by its hash',
  'POST /api/card-payouts/reports': 'a line is stored once, by its id',
  'POST /api/interac-notices': 'a notice is stored once, by its number',
  'POST /api/mails/{id}/resend':
    'a mail that was resent cannot be resent again unless it was sent: the list shows both',
  'POST /api/payments/{id}/documents': 'what is issued is due no more, and each number is unique',
  'POST /api/people/invitations': 'an address is invited once',
};

interface Operation {
  parameters?: { name: string; in: string }[];
  responses: Record<string, unknown>;
}

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

it('every call that adds a record takes an Idempotency-Key, or is safe to send twice for a stated reason', async () => {
  const { body } = await app.visitor.get('/api/docs-json').expect(200);
  const paths = body.paths as Record<string, Record<string, Operation>>;
  const adding = Object.entries(paths).flatMap(([path, { post }]) =>
    post && '201' in post.responses ? [{ call: `POST ${path}`, post }] : [],
  );
  const hasKey = ({ parameters = [] }: Operation) =>
    parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  const withoutKey = adding.filter(({ post }) => !hasKey(post)).map(({ call }) => call);
  const unsafe = withoutKey.filter((call) => !(call in safeWithoutKey));
  const gone = Object.keys(safeWithoutKey).filter((call) => !withoutKey.includes(call));
  expect([
    ...unsafe.map((call) => `${call}: give it @ApiIdempotencyKey, or a reason in safeWithoutKey`),
    ...gone.map((call) => `${call}: remove it from safeWithoutKey`),
  ]).toEqual([]);
});

it('a bank account is added once where its form is sent twice, also at once, and refused with other values', async () => {
  const key = randomUUID();
  const input = { name: 'Sent Twice', currency: 'CAD', lastDigits: '4242' };
  const send = (body: object) => app.admin.post('/api/bank-accounts').set('Idempotency-Key', key).send(body);
  const answers = await Promise.all([send(input), send(input), send(input)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
  const { body } = await send({ ...input, name: 'Another' }).expect(409);
  expect(body.message).toBe(
    'This account was added already, as Sent Twice, with other details. Change that one.',
  );
  const { body: list } = await app.admin.get('/api/bank-accounts').expect(200);
  const named = (list.bankAccounts as { name: string }[]).filter(({ name }) => name === 'Sent Twice');
  expect(named).toHaveLength(1);
});
