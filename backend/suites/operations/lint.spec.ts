import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const feature = 'admin/src/auth/people';

const tells = "await this.changes.record('orders', {}, unit);";
const twoMethods = (one: string, other: string) =>
  `export class A {\n  async a() {\n${one}\n}\n  async b() {\n${other}\n}\n}`;

/** Code that is refused, by the rule that refuses it: where it stands, and its text. */
const refused: Record<string, [file: string, text: string][]> = {
  'tests(no-fixed-wait)': [
    ['e2e/c.spec.ts', 'await page.waitForTimeout(500);'],
    ['e2e/support/a.ts', 'await new Promise((resolve) => setTimeout(resolve, 500));'],
    [
      'backend/src/a.spec.ts',
      "import { setTimeout as delay } from 'node:timers/promises';\nawait delay(500);",
    ],
    ['backend/src/b.spec.ts', "import timers from 'node:timers/promises';\nawait timers.setTimeout(500);"],
    ['backend/src/c.spec.ts', 'await promisify(setTimeout)(500);'],
    ['backend/src/d.spec.ts', 'const delay = promisify(setTimeout);\nawait delay(500);'],
    ['backend/src/e.spec.ts', "import * as timers from 'timers/promises';\nawait timers.setTimeout(500);"],
    ['e2e/support/b.ts', 'await new Promise((resolve) => window.setTimeout(resolve, 500));'],
    ['e2e/support/c.ts', 'await new Promise((resolve) => setTimeout(() => resolve(), 500));'],
    ['e2e/support/e.ts', 'await new Promise((done) => globalThis.setTimeout(function () { done(); }, 500));'],
  ],
  'react(jsx-no-literals)': [[`${feature}/Text.tsx`, 'export const Text = () => <p>Saved</p>;']],
  'import(no-default-export)': [[`${feature}/One.tsx`, 'export default 1;']],
  'layers(no-reexport)': [
    [`${feature}/index.ts`, "export * from './Two.js';"],
    ['domain/b.ts', "export { a } from './a.js';"],
    ['packages/a/src/values.ts', "export { a } from './a.js';"],
    ['domain/d.ts', "import { a } from './a.js';\nexport { a };"],
    ['domain/e.ts', "export { b as a };\nimport * as b from './b.js';"],
    ['domain/f.ts', "import type { A } from './a.js';\nexport type { A };"],
    ['domain/g.ts', "import { a } from './a.js';\nexport const b = a;"],
    ['domain/vite.config.ts', "import a from './a.js';\nexport default a;"],
  ],
  'eslint(no-restricted-imports)': [
    ['backend/src/platform/http/optional.ts', "import { IsOptional } from 'class-validator';\nIsOptional();"],
    [`${feature}/a.ts`, "import { useMutation } from '@tanstack/react-query';\nuseMutation();"],
    ['admin/src/data/a.ts', "import { useMutation } from '@tanstack/react-query';\nuseMutation();"],
    [`${feature}/b.ts`, "import { send } from '#browser/http';\nsend();"],
    [`${feature}/c.ts`, "import { request } from '../session/request.js';\nrequest();"],
    [`${feature}/f.ts`, "import { fetchUtils } from 'react-admin';\nfetchUtils.fetchJson('/api/people');"],
  ],
  'eslint(no-restricted-globals)': [
    ['e2e/b.spec.ts', "fit('a', () => {});"],
    [`${feature}/d.ts`, "fetch('/api/people');"],
    ['checkout/src/a.ts', "fetch('/api/checkout');"],
    [`${feature}/h.ts`, "new EventSource('/api/people');"],
  ],
  'eslint(no-restricted-properties)': [
    ['domain/a.spec.ts', "it.only('a', () => {});"],
    ['admin/src/a.test.ts', "describe.only('a', () => {});"],
    ['backend/suites/b.spec.ts', "it.each.only([1])('a', () => {});"],
    ['e2e/a.spec.ts', "test.describe.only('a', () => {});"],
    ['e2e/g.spec.ts', "import { test as check } from './support/test.js';\ncheck.only('a', () => {});"],
    ['e2e/h.spec.ts', "import { seeded } from './support/seeded-server.js';\nseeded.only('a', () => {});"],
    ['e2e/i.spec.ts', "const tour = test.extend({});\ntour.only('a', () => {});"],
    ['admin/src/b.test.ts', "import * as vitest from 'vitest';\nvitest.test.only('a', () => {});"],
    [`${feature}/i.ts`, "navigator.sendBeacon('/api/people');"],
    [`${feature}/j.ts`, "window.navigator.sendBeacon('/api/people');"],
    [`${feature}/g.ts`, "window.fetch('/api/people');"],
    [`${feature}/k.ts`, "globalThis.fetch('/api/people');"],
    [`${feature}/m.ts`, "const { fetch } = window;\nfetch('/api/people');"],
    [`${feature}/n.ts`, "const { fetch: get, ...others } = globalThis;\nget('/api/people', others);"],
    ['checkout/src/b.ts', "const { sendBeacon } = navigator;\nsendBeacon('/api/checkout');"],
  ],
  'layers(downwards)': [
    ['backend/src/audit/a.ts', "import { a } from '../payments/a.js';\na();"],
    ['admin/src/unlisted/a.ts', '// In no layer.'],
  ],
  'layers(no-import)': [
    ['backend/src/platform/database/migrations/0001-a.ts', "import { a } from '../../payments/a.js';\na();"],
    ['backend/src/platform/database/migrations/0002-a.ts', "import { a } from './a.js';\na();"],
    ['backend/src/platform/database/migrations/0003-a.ts', "import { a } from '#domain/a';\na();"],
    ['backend/src/platform/database/migrations/migration.ts', "import { a } from '#domain/a';\na();"],
    ['backend/src/platform/database/batches/a.ts', "import { a } from '#domain/a';\na();"],
  ],
  'changes(recorded)': [
    [
      'backend/src/visitor/orders/c.ts',
      'await orders.updateOne({ _id }, { $set: { paid: true } }, { session });',
    ],
    ['backend/src/visitor/orders/g.ts', 'await this.orders.create([order], { session });'],
    ['backend/src/visitor/orders/h.ts', 'await order.save({ session: unit.session });'],
    ['backend/src/visitor/orders/m.ts', twoMethods('await this.orders.updateOne({});', tells)],
    ['backend/src/visitor/orders/n.ts', 'await order.save();'],
    [
      'backend/src/visitor/orders/o.ts',
      'export class A {\n  constructor(@InjectModel(a) private orders: Model) {}\n  a = () => this.orders.create({});\n}',
    ],
    ['backend/src/mail/a.ts', 'await this.mails.updateOne({});'],
    [
      'backend/src/customers/customers.service.ts',
      `export class A {\n${['lookAgain', 'setWordsDue', 'a'].map((name) => `${name} = () => this.customers.updateOne({});`).join('\n')}\n}`,
    ],
    [
      'backend/src/auth/people/invitations.service.ts',
      `export class A {\n  async spend() {\nawait this.invitations.deleteOne({});\n${tells}\n}\n}`,
    ],
    [
      'backend/src/payments/card-payments.service.ts',
      twoMethods(`await this.payments.updateOne({});\n${tells}`, tells),
    ],
    ['backend/src/auth/saved-views/saved-views.service.ts', 'await changes.record();'],
  ],
  'collections(own)': [
    [
      'backend/src/visitor/orders/a.ts',
      "import { Payment } from '../../payments/payment.schema.js';\nexport const a = InjectModel(Payment.name);",
    ],
    [
      'backend/src/visitor/orders/w.ts',
      "import { Payment } from '../../payments/payment.schema.js';\nexport const a = InjectCollection(Payment);",
    ],
    ['backend/src/visitor/orders/b.ts', "connection.collection('payments');"],
    ['backend/src/visitor/orders/e.ts', 'connection.collection(`payments`);'],
    ['backend/src/visitor/orders/f.ts', "connection.model('Payment');"],
    ['backend/src/visitor/orders/i.ts', "mongoose.model('Payment');"],
    ['backend/src/visitor/orders/j.ts', 'connection.collection(`${kind}s`);'],
    ['backend/src/visitor/orders/r.ts', "const name = 'payments';\nconnection.collection(name);"],
    [
      'backend/src/visitor/orders/s.ts',
      "import { names } from './names.js';\nconnection.db!.collection<A>(names.payments);",
    ],
    ['backend/src/visitor/orders/t.ts', 'connection.model(Payment.name);'],
    [
      'backend/src/visitor/orders/k.ts',
      "import { PaymentSchema } from '../../payments/payment.schema.js';\nMongooseModule.forFeature([{ name, schema: PaymentSchema }]);",
    ],
  ],
  'order(sorted)': [
    [
      'backend/src/visitor/orders/aa.ts',
      'const [last] = await orders.find({ paid: true }).toArray();\nuse(last);',
    ],
    ['backend/src/visitor/orders/ab.ts', 'use((await orders.find({}).toArray())[0]);'],
    ['backend/src/visitor/orders/ac.ts', 'const found = await orders.find({}).lean();\nuse(found.at(-1));'],
    [
      'backend/src/visitor/orders/ad.ts',
      'const found = await orders.find({}).project({ a: 1 }).toArray();\nuse(found.map(paid).findLast(isPaid));',
    ],
    ['backend/src/visitor/orders/ae.ts', 'export const all = () => orders.find({}, { session }).toArray();'],
    [
      'backend/src/visitor/orders/af.ts',
      'export async function some() {\n  for await (const one of orders.find({}).limit(5)) use(one);\n}',
    ],
    ['backend/src/visitor/orders/ag.ts', 'use(await orders.findOne({ email }));'],
    ['backend/src/visitor/orders/ah.ts', 'use(await orders.findOne({ _id: { $ne: id } }, { session }));'],
    [
      'backend/src/visitor/orders/ai.ts',
      'await orders.findOneAndUpdate(conditions, change, { session }).lean();',
    ],
    [
      'backend/src/visitor/orders/aj.ts',
      'const [[last], n] = await Promise.all([orders.find({}).toArray(), n_]);\nuse(last, n);',
    ],
    [
      'backend/src/cards/events/card-event-store.ts',
      'const a = await events.find({}).toArray();\nuse(a.pop());',
    ],
    [
      'backend/src/customers/customer-lookups.ts',
      'export const ofPayerNames = () => customers.findOne({ _id });',
    ],
  ],
  'pipelines(literal)': [
    [
      'backend/src/visitor/orders/pa.ts',
      "await orders.updateOne({ _id }, [{ $set: { was: '$now', now: name } }]);",
    ],
    [
      'backend/src/visitor/orders/pb.ts',
      "const change = [{ $set: { was: '$now', ...fields } }];\nuse(change);",
    ],
    [
      'backend/src/visitor/orders/pc.ts',
      'const now = { $concat: [`a${name}`] };\nuse([{ $replaceWith: { now } }]);',
    ],
  ],
  'translation(beside-text)': (
    [
      '<button>{isSending && <i />}{label}</button>',
      '<>{isSending && <i />}{label}</>',
      '<p>{label}{isSent ? <i /> : undefined}</p>',
      '<p>{label}{isSent ? <i /> : <b />}</p>',
      '<p>{t.sum}{rows.map((row) => <i key={row} />)}</p>',
      '<p><b />{isSent && ` ${label}`}</p>',
      '<p><b />{isSent && <> {label}</>}</p>',
    ] as const
  ).map((code, at) => [`checkout/src/Text${at}.tsx`, `export const Text = () => ${code};`]),
  'comments(subject-first)': [['domain/a.ts', '// What a payment costs.']],
};

/** Code like the refused one that stays allowed. */
const allowed: [file: string, text: string][] = [
  [
    'backend/src/visitor/orders/d.ts',
    `async function pay() {\nawait orders.updateOne({ _id }, {}, { session });\n${tells}\n}\nexport { pay };`,
  ],
  [
    'backend/src/payments/a.ts',
    "import { Payment } from './payment.schema.js';\nexport const a = InjectModel(Payment.name);",
  ],
  ['packages/a/src/index.ts', "export { a } from './a.js';"],
  ['domain/c.ts', 'const a = 1;\nexport { a };'],
  ['domain/h.ts', "import { a } from './a.js';\nexport const b = a + 1;\nexport const c = a();"],
  [
    'backend/src/payments/b.ts',
    "import { PaymentSchema } from './payment.schema.js';\nMongooseModule.forFeature([{ name, schema: PaymentSchema }]);",
  ],
  [
    'backend/src/visitor/orders/l.ts',
    "import type { Payment, PaymentSchema } from '../payments/payment.schema.js';\nexport type A = [Payment, typeof PaymentSchema];",
  ],
  [
    'backend/src/visitor/orders/p.ts',
    twoMethods(`await this.orders.updateOne({});\n${tells}`, 'await this.orders.find();'),
  ],
  ['backend/src/visitor/orders/q.ts', 'await this.orders.create({});\nawait views.save(view);'],
  [
    'backend/src/bank/statements/statement-importer.ts',
    `export class A {\n  async result() {\nawait this.statements.updateOne({});\n}\n  async store() {\nawait this.statements.updateOne({});\n${tells}\n}\n}`,
  ],
  ['backend/src/visitor/orders/u.ts', "connection.collection<Order>(OrderSchema.get('collection')!);"],
  ['backend/src/ledger/stats/b.ts', "connection.collection('payments');"],
  [
    'backend/src/platform/database/migrations/0004-a.ts',
    "import { a } from '../batches/a.js';\nimport type { Migration } from './migration.js';\na<Migration>();",
  ],
  ['backend/src/platform/database/batches/b.ts', "import { a } from './a.js';\na();"],
  [
    'backend/src/visitor/orders/ba.ts',
    'const [last] = await orders.find({}).sort({ at: -1 }).toArray();\nuse(last);',
  ],
  [
    'backend/src/visitor/orders/bb.ts',
    'use(await orders.find({}, { session, sort: { _id: 1 } }).limit(5).toArray());',
  ],
  [
    'backend/src/visitor/orders/bc.ts',
    'const found = await orders.find({}).toArray();\nuse(new Set(found.map(keyOf)));',
  ],
  ['backend/src/visitor/orders/bd.ts', 'use(await orders.findOne({ ...own, referenceKey } as object));'],
  ['backend/src/visitor/orders/be.ts', 'const found = await orders.findOne({ email });\nif (!found) use();'],
  [
    'backend/src/visitor/orders/bf.ts',
    'use(rows.find(({ id }) => id === own), await this.orders.find(id, unit));',
  ],
  [
    'backend/src/visitor/orders/pd.ts',
    "const later = { $add: ['$$NOW', { $literal: ms }] };\nuse([{ $set: { was: '$now', later, now: { $literal: name } } }], [{ $unset: 'a' }]);",
  ],
  ['e2e/d.spec.ts', 'while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 50));'],
  ['e2e/e.spec.ts', "test('only', () => only());"],
  ['e2e/j.spec.ts', "import { test as check } from './support/test.js';\ncheck('only', () => {});"],
  ['e2e/support/d.ts', 'setTimeout(() => controller.abort(), 500);'],
  ['e2e/support/f.ts', 'const delay = promisify(setTimeout);\nwhile (await isOpen()) await delay(50);'],
  [`${feature}/e.ts`, "import { errorMessage } from '#browser/http';\nerrorMessage();"],
  [`${feature}/l.ts`, "import { useDataProvider } from 'react-admin';\nuseDataProvider();"],
  ...[
    '<button>{isSending && <i />}<span>{label}</span></button>',
    '<p>{isSending && label}</p>',
    '<p><b /> {isSent ? label : other}</p>',
    '<p>{label}: {value}</p>',
    '<>{isOpen && <i />}{children}</>',
  ].map((code, at): [string, string] => [
    `checkout/src/Other${at}.tsx`,
    `export const Other = () => ${code};`,
  ]),
  ['admin/src/data/b.ts', "import { request } from '../session/request.js';\nrequest();"],
];

interface Diagnostic {
  code: string;
  filename: string;
}

let folder: string;
let found: Diagnostic[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
  cpSync(join(root, 'lint'), join(folder, 'lint'), { recursive: true });
  cpSync(join(root, 'oxlint.config.mjs'), join(folder, 'project.mjs'));
  // Rules on types would read every package through the link.
  writeFileSync(
    join(folder, 'oxlint.config.mjs'),
    "import project from './project.mjs';\nexport default { ...project, options: { denyWarnings: true }, ignorePatterns: ['node_modules'] };\n",
  );
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, text] of [...Object.values(refused).flat(), ...allowed]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  found = lint();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the project's lint in the folder. */
function lint(): Diagnostic[] {
  const cli = join(root, 'node_modules/oxlint/bin/oxlint');
  try {
    execFileSync(process.execPath, [cli, '-c', 'oxlint.config.mjs', '--format', 'json'], { cwd: folder });
  } catch (error) {
    const { stdout } = error as { stdout: Buffer };
    return (JSON.parse(stdout.toString()) as { diagnostics: Diagnostic[] }).diagnostics;
  }
  return [];
}

const rules = Object.entries(refused).flatMap(([rule, codes]) => codes.map(([file]) => ({ rule, file })));

it.each(rules)('$rule refuses $file', ({ rule, file }) => {
  const diagnostics = found.filter(({ code, filename }) => code === rule && filename === file);
  expect(diagnostics).toHaveLength(1);
});

it.each(allowed)('nothing is refused in %s', (file) => {
  const rulesOf = found.filter(({ code, filename }) => filename === file && code in refused);
  expect(rulesOf).toEqual([]);
});
