import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ConfirmResult } from '../../../domain/matches.js';
import type { BankTransaction, StatementDraft } from '../../../domain/reconciliation.js';
import { aCustomer } from '../../src/testing/builders.js';
import { bankFile, type Transfer } from '../../src/reconciliation/testing.js';
import type { Client } from '../security/fuzz/client.js';
import {
  deleteStatement,
  dueOf,
  ignore,
  match,
  type ModelPayment,
  type ModelTransaction,
  openOf,
  type Part,
  restOf,
  setStatus,
  type Status,
  undo,
} from './ledger-model.js';

const number = fc.nat(1_000_000);

/** One action of an admin; the numbers choose among the existing records. */
export const move = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay' as const), which: number, cents: number }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      rows: fc.array(
        fc.record({
          which: number,
          kind: fc.nat(9),
          cents: fc.integer({ min: 1, max: 30_000 }),
          repeat: fc.nat(1),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      again: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), which: number }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('match' as const),
      which: number,
      parts: fc.array(fc.record({ which: number, share: fc.nat(6), settles: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      }),
      acceptShortfall: fc.boolean(),
      collide: fc.nat(5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('ignore' as const), which: number, collide: fc.nat(3) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('undo' as const),
      which: number,
      part: fc.nat(5),
      collide: fc.nat(5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('delete' as const), which: number, collide: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const), which: number }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('notice' as const), which: number, cents: number }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('status' as const), which: number, status: fc.nat(5) }),
  },
);
export type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never;

const statuses: Status[] = ['pending', 'paid', 'confirmed', 'failed', 'refunded', 'cancelled'];
const prices = [225_661, 209_685, 199_700, 10_000];

/** An admin with an account and payments of their own, and the expected state of these. */
export class AdminLane {
  readonly payments: ModelPayment[] = [];
  readonly transactions: ModelTransaction[] = [];
  private readonly seen: Transfer[] = [];
  /** Imported statements with their files. */
  private readonly statements: { id: string; file: string }[] = [];
  accountId = '';
  operations = 0;

  constructor(
    private readonly name: string,
    private readonly client: Client,
    private readonly token: () => string,
  ) {}

  private async call(method: string, path: string, body?: unknown, type = 'application/json') {
    this.operations += method === 'GET' ? 0 : 1;
    const { status, text } = await this.client.send({
      ...{ method, path: `/api${path}` },
      headers: {
        authorization: `Bearer ${this.token()}`,
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status, body: (text ? JSON.parse(text) : undefined) as unknown };
  }

  private async expect<Body>(
    status: number,
    method: string,
    path: string,
    body?: unknown,
    type?: string,
  ): Promise<Body> {
    const answer = await this.call(method, path, body, type);
    if (answer.status !== status)
      throw new Error(
        `${this.name}: ${method} ${path} ${JSON.stringify(body)} answered ${answer.status} ${JSON.stringify(answer.body)}, not ${status}`,
      );
    return answer.body as Body;
  }

  async open(): Promise<void> {
    const account = await this.expect<{ _id: string }>(201, 'POST', '/bank-accounts', {
      ...{ name: this.name, currency: 'CAD' },
    });
    this.accountId = account._id;
    for (let index = 0; index < 3; index++) await this.pay(index, index);
  }

  private async pay(which: number, cents: number): Promise<void> {
    const fullName = `${this.name} ${['Ada', 'Bob', 'Cleo', 'Dan'][which % 4]} ${this.payments.length}`;
    const customer = await this.expect<{ _id: string }>(201, 'POST', '/customers', {
      ...aCustomer({ fullName, email: `${randomUUID()}@example.com` }),
    });
    const price = prices[cents % prices.length] ?? 0;
    const currency = which % 5 ? 'CAD' : 'USD';
    const body = {
      customerId: customer._id,
      paymentMethod: 'interac',
      amount: price / 100,
      currency,
      status: 'pending',
    };
    const made = await this.expect<{ _id: string; referenceNumber: string }>(201, 'POST', '/payments', body);
    this.payments.push({
      ...{ id: made._id, referenceNumber: made.referenceNumber, fullName, currency, cents: price },
      ...{ status: 'pending', received: 0, refunded: 0, shortfall: 0, madeBy: null, version: 0 },
    });
  }

  private paymentAt = (which: number): ModelPayment => {
    const payment = this.payments[which % this.payments.length];
    if (!payment) throw new Error('There are no payments');
    return payment;
  };

  private transfer({ which, kind, cents }: { which: number; kind: number; cents: number }): Transfer {
    const { referenceNumber, fullName, cents: price } = this.paymentAt(which);
    const texts = [
      referenceNumber,
      `${referenceNumber} ${fullName}`,
      fullName,
      `${this.name} unknown ${which}`,
    ];
    const text = texts[kind % texts.length] ?? '';
    const amount = kind < 5 ? price : kind < 7 ? Math.max(1, price - cents) : kind < 9 ? cents : -cents;
    return { day: `2026-11-${String(1 + (which % 28)).padStart(2, '0')}`, text, amount: amount / 100 };
  }

  private async import({ rows, again }: Extract<Move, { do: 'import' }>): Promise<void> {
    const transfers = [
      ...(again ? this.seen.slice(-2) : []),
      ...rows.flatMap((row) => Array.from({ length: 1 + row.repeat }, () => this.transfer(row))),
    ];
    // A row of its own makes each file different from all others.
    transfers.push({ day: '2026-10-01', text: `${this.name} ${randomUUID()}`, amount: 1 });
    const file = bankFile(transfers);
    const { preview, _id } = await this.upload(file);
    if (preview.questions.length)
      await this.expect(200, 'PUT', `/statements/${_id}/mapping`, { confirmed: true, account: true });
    const result = await this.expect<{ imported: number; known: number }>(
      200,
      'POST',
      `/statements/${_id}/import`,
    );
    const count = (key: string) => this.transactions.filter((one) => keyOf(one) === key).length;
    const wanted = new Map<string, number>();
    for (const transfer of transfers) {
      const key = keyOf({ ...transfer, cents: Math.round(transfer.amount * 100) });
      wanted.set(key, (wanted.get(key) ?? 0) + 1);
    }
    let imported = 0;
    for (const [key, times] of wanted) imported += Math.max(0, times - count(key));
    if (
      result.imported !== imported ||
      result.known !== transfers.length - imported ||
      preview.new !== imported
    )
      throw new Error(
        `${this.name}: imported ${JSON.stringify(result)}, not ${imported} of ${transfers.length}`,
      );
    const byId = new Map(this.transactions.map((transaction) => [transaction.id, transaction]));
    const held = await this.listed(`&filter[statementId]=${_id}`);
    if (held.length !== transfers.length)
      throw new Error(`${this.name}: ${_id} holds ${held.length} transactions, not ${transfers.length}`);
    for (const { _id: id, text, day, currency, amount } of held) {
      const known = byId.get(id);
      known?.statements.add(_id);
      if (known) continue;
      const cents = Math.round(amount * 100);
      this.transactions.push({
        ...{ id, text, day, currency, cents, statements: new Set([_id]), allocations: [], version: 0 },
        ...(cents < 0 ? { state: 'ignored', reason: 'outgoing' } : { state: 'open' }),
      });
    }
    this.statements.push({ id: _id, file });
    this.seen.push(...transfers);
  }

  private upload(file: string, state = 201): Promise<StatementDraft> {
    const path = `/bank-accounts/${this.accountId}/statements?fileName=x.csv`;
    return this.expect<StatementDraft>(state, 'POST', path, file, 'application/octet-stream');
  }

  /** Deletes an imported statement; its file can be uploaded again only once it is gone. */
  private async delete({ which, collide }: Extract<Move, { do: 'delete' }>): Promise<void> {
    const index = which % Math.max(1, this.statements.length);
    const statement = this.statements[index];
    if (!statement) return;
    const { id, file } = statement;
    const path = `/statements/${id}`;
    await this.upload(file, 409);
    const state = deleteStatement(this.transactions, id);
    if (collide || state === 409) await this.expect(state, 'DELETE', path);
    else {
      const answers = await Promise.all([this.call('DELETE', path), this.call('DELETE', path)]);
      const states = answers.map(({ status }) => status).sort((one, other) => one - other);
      if (states.join() !== '204,404')
        throw new Error(`${this.name}: deleting ${id} twice at once answered ${states.join()}`);
    }
    if (state === 204) this.statements.splice(index, 1);
  }

  /** Uploads a file and deletes its draft, which must leave nothing stored. */
  private async discard(which: number): Promise<void> {
    const text = `${this.paymentAt(which).referenceNumber} ${randomUUID()}`;
    const { _id } = await this.upload(bankFile([{ text, amount: 1 }]));
    await this.expect(204, 'DELETE', `/statements/${_id}`);
  }

  /** An Interac notice is evidence only: it changes no balance, and makes no transaction ready. */
  private async notice(which: number, cents: number): Promise<void> {
    const { referenceNumber, fullName, cents: price } = this.paymentAt(which);
    const amount = `$${((cents % 3 ? price : 1 + (cents % 9999)) / 100).toFixed(2)}`;
    const number = `C1${randomUUID().replaceAll('-', '').slice(0, 10)}`;
    const text = `Interac e-Transfer\n\n${fullName} has sent you a money transfer for the amount of ${amount} (CAD).\n\nMessage: ${referenceNumber}\n\nReference Number: ${number}`;
    await this.expect(201, 'POST', '/interac-notices', { text });
    await this.expect(200, 'POST', '/interac-notices', { text });
  }

  /** The lane's transactions, under further filters. */
  private async listed(filters = ''): Promise<BankTransaction[]> {
    const filter = `filter[bankAccountId]=${this.accountId}${filters}`;
    const found: BankTransaction[] = [];
    for (let page = 1; ; page++) {
      const path = `/bank-transactions?${filter}&limit=100&page=${page}`;
      const { transactions, pagination } = await this.expect<{
        transactions: BankTransaction[];
        pagination: { pages: number };
      }>(200, 'GET', path);
      found.push(...transactions);
      if (page >= pagination.pages) return found;
    }
  }

  private partsOf({ parts }: Extract<Move, { do: 'match' }>, transaction: ModelTransaction): Part[] {
    const chosen = new Map<ModelPayment, Part>();
    for (const { which, share, settles } of parts) {
      const payment = this.paymentAt(which);
      const rest = Math.abs(restOf(transaction));
      const open = transaction.cents < 0 ? payment.received - payment.refunded : openOf(payment);
      const amounts = [
        Math.min(rest, open),
        rest,
        open,
        Math.ceil(open / 2),
        Math.ceil(rest / 3),
        1,
        open - 1000,
      ];
      const cents = Math.max(1, amounts[share] ?? 1);
      const isOther = payment.currency !== transaction.currency;
      chosen.set(payment, { payment, cents, ...(isOther && settles && { settles: Math.max(1, open) }) });
    }
    return [...chosen.values()];
  }

  /** Sends a change once or, where admins collide, twice at the same time: exactly one of the two succeeds then. */
  private async change(path: string, body: unknown, expected: number, collide: boolean): Promise<unknown> {
    if (!collide || expected !== 200) return this.expect(expected, 'POST', path, body);
    const answers = await Promise.all([this.call('POST', path, body), this.call('POST', path, body)]);
    const states = answers.map(({ status }) => status).sort((one, other) => one - other);
    if (states.join() !== '200,409')
      throw new Error(`${this.name}: two at once on ${path} answered ${JSON.stringify(answers)}`);
    return answers.find(({ status }) => status === 200)?.body;
  }

  async make(step: Move): Promise<void> {
    if (step.do === 'pay') return this.pay(step.which, step.cents);
    if (step.do === 'import') return this.import(step);
    if (step.do === 'status') {
      const payment = this.paymentAt(step.which);
      const status = statuses[step.status] ?? 'pending';
      await this.expect(200, 'PATCH', `/payments/${payment.id}/status`, { status });
      return setStatus(payment, status);
    }
    if (step.do === 'confirm') return this.confirm(step.which);
    if (step.do === 'delete') return this.delete(step);
    if (step.do === 'discard') return this.discard(step.which);
    if (step.do === 'notice') return this.notice(step.which, step.cents);
    const transaction = this.transactions[step.which % this.transactions.length];
    if (!transaction) return;
    const { id, version } = transaction;
    const path = `/bank-transactions/${id}/${step.do}`;
    const collide = step.collide === 0;
    if (step.do === 'match') {
      const parts = this.partsOf(step, transaction);
      const allocations = parts.map(({ payment, cents, settles }) => ({
        ...{ paymentId: payment.id, amount: cents / 100 },
        ...(settles !== undefined && { settles: settles / 100 }),
      }));
      const { acceptShortfall } = step;
      const expected = match(transaction, parts, acceptShortfall);
      await this.change(path, { allocations, acceptShortfall, version }, expected, collide);
    } else if (step.do === 'ignore') {
      await this.change(path, { reason: 'returned', version }, ignore(transaction, 'returned'), collide);
    } else {
      const index = step.part < transaction.allocations.length ? step.part : undefined;
      const stored =
        index === undefined
          ? undefined
          : await this.expect<BankTransaction>(200, 'GET', `/bank-transactions/${id}`);
      const allocationId = stored?.allocations[index ?? 0]?._id;
      const undone = undo(transaction, index);
      const body = await this.change(path, { version, allocationId }, undone.status, collide);
      const { statusKept } = body as { statusKept: boolean };
      if (undone.status === 200 && statusKept !== undone.statusKept)
        throw new Error(`${this.name}: statusKept is ${statusKept} after undoing ${id}`);
    }
  }

  /** Confirms ready transactions; checks every condition of readiness for each that is confirmed. */
  private async confirm(which: number): Promise<void> {
    const ready = await this.listed('&filter[state]=ready');
    const chosen = ready[which % Math.max(1, ready.length)];
    if (!chosen) return;
    const transaction = this.transactions.find(({ id }) => id === chosen._id);
    const payment = this.payments.find(({ id }) => id === chosen.candidates[0]?.paymentId);
    if (
      !transaction ||
      !payment ||
      !transaction.text.includes(payment.referenceNumber) ||
      payment.status !== 'pending' ||
      dueOf(payment) !== transaction.cents ||
      payment.currency !== transaction.currency
    )
      throw new Error(`${this.name}: ${chosen._id} must not be ready`);
    const path = '/bank-transactions/confirm';
    const answers = await Promise.all(
      [1, 2].map(() => this.expect<{ results: ConfirmResult[] }>(200, 'POST', path, { ids: [chosen._id] })),
    );
    if (answers.filter(({ results }) => results[0]?.ok).length !== 1)
      throw new Error(`${this.name}: confirming twice answered ${JSON.stringify(answers)}`);
    match(transaction, [{ payment, cents: transaction.cents }], false);
  }

  /** Reads the lane's state from the server, in the shape of `expected`; `stored` has all payments by id. */
  async actual(stored: ReadonlyMap<string, Record<string, unknown>>) {
    const transactions = (await this.listed()).map(({ _id, state, rest, allocations, version }) => ({
      ...{ id: _id, state: state === 'ready' || state === 'review' ? 'open' : state, rest, version },
      allocations: allocations.map(({ paymentId, amount }) => `${paymentId} ${amount}`),
    }));
    const payments = this.payments.map(({ id }) => {
      const { status, received, refunded, due, version } = stored.get(id) ?? {};
      return { id, status, received, refunded, due, version };
    });
    return { transactions: sorted(transactions), payments };
  }

  expected() {
    return {
      transactions: sorted(
        this.transactions.map((transaction) => ({
          ...{ id: transaction.id, state: transaction.state, rest: restOf(transaction) / 100 },
          version: transaction.version,
          allocations: transaction.allocations.map(({ payment, cents }) => `${payment.id} ${cents / 100}`),
        })),
      ),
      payments: this.payments.map((payment) => ({
        ...{ id: payment.id, status: payment.status, received: payment.received / 100 },
        ...{ refunded: payment.refunded / 100, due: dueOf(payment) / 100, version: payment.version },
      })),
    };
  }
}

const sorted = <Item extends { id: string }>(items: Item[]): Item[] =>
  [...items].sort((a, b) => (a.id < b.id ? -1 : 1));

/** The key under which two rows of an account are the same. */
const keyOf = ({ day = '', cents, text = '' }: { day?: string; cents: number; text?: string }): string =>
  `${day}|${cents}|${text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
