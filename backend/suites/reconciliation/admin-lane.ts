import { randomUUID } from 'node:crypto';
import type { ConfirmResult } from '#domain/matches';
import type { StatusBatchResult, StatusResult } from '#domain/payments';
import type { BankTransaction, StatementDraft } from '#domain/reconciliation';
import { buildCustomer } from '../../src/testing/builders.js';
import { bankFile, type Transfer } from '../../src/reconciliation/testing.js';
import type { Client } from '../security/fuzz/client.js';
import {
  type Chosen,
  deleteStatement,
  dueOf,
  ignore,
  match,
  type ModelPayment,
  type ModelTransaction,
  openOf,
  type Part,
  type Restored,
  restOf,
  revenueOf,
  setStatus,
  stateOf,
  type Status,
  tie,
  undo,
  undoStatus,
} from './ledger-model.js';
import type { Move } from './ledger-moves.js';

const statuses: Status[] = ['pending', 'paid', 'confirmed', 'failed', 'refunded', 'cancelled'];
const prices = [225_661, 209_685, 199_700, 10_000];

/** A batch of statuses: each change with the version that it made, and the one that undoing it made. */
interface ModelBatch {
  id: string;
  changes: { payment: ModelPayment; version: number; before: Restored; undone?: number }[];
}

/** An admin with an account and payments of their own, and the expected state of these. */
export class AdminLane {
  readonly payments: ModelPayment[] = [];
  readonly transactions: ModelTransaction[] = [];
  private readonly seen: Transfer[] = [];
  /** Imported statements with their files. */
  private readonly statements: { id: string; file: string }[] = [];
  private readonly batches: ModelBatch[] = [];
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
      ...buildCustomer({ fullName, email: `${randomUUID()}@example.com` }),
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
      ...{ status: 'pending', received: 0, refunded: 0, shortfall: 0, reversed: 0, owedAgain: 0 },
      ...{ byHand: null, isByHand: false, version: 0 },
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
    const arrived = this.transactions.filter((one) => one.cents > 0);
    const taken = arrived[cents % Math.max(1, arrived.length)];
    const amounts = [
      ...[price, price, price, price, price, Math.max(1, price - cents), Math.max(1, price - cents)],
      ...[cents, cents, -cents],
      // The amounts of what a bank takes back, and of what is returned.
      -(taken?.cents ?? cents),
      -((taken && restOf(taken)) || cents),
    ];
    const amount = amounts[kind] ?? cents;
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
        ...{ id, text, day, currency, cents, statements: new Set([_id]) },
        ...{ allocations: [], reversed: [], offsets: [], version: 0 },
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
    if (step.do === 'status') return this.status(step.which, step.status);
    if (step.do === 'batch') return this.batch(step);
    if (step.do === 'unbatch') return this.unbatch(step);
    if (step.do === 'confirm') return this.confirm(step.which);
    if (step.do === 'delete') return this.delete(step);
    if (step.do === 'discard') return this.discard(step.which);
    if (step.do === 'notice') return this.notice(step.which, step.cents);
    if (step.do === 'tie') return this.tie(step);
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
      const expected = match(this.transactions, transaction, parts, acceptShortfall);
      await this.change(path, { allocations, acceptShortfall, version }, expected, collide);
    } else if (step.do === 'ignore') {
      await this.change(path, { reason: 'returned', version }, ignore(transaction, 'returned'), collide);
    } else {
      const { chosen, body } = await this.chooseParts(transaction, step.parts);
      const expected = undo(this.transactions, transaction, chosen);
      await this.change(path, { version, ...body }, expected, collide);
    }
  }

  /** Chooses parts by their places, and returns the body that names them. */
  private async chooseParts(
    { id, allocations, offsets }: ModelTransaction,
    parts: Chosen,
  ): Promise<{ chosen: Chosen; body: object }> {
    if (parts === 'rest') return { chosen: parts, body: { rest: true } };
    const chosen = (parts ?? []).filter((place) => place < allocations.length + offsets.length);
    if (!chosen.length) return { chosen: undefined, body: {} };
    const stored = await this.expect<BankTransaction>(200, 'GET', `/bank-transactions/${id}`);
    const all = [...stored.allocations, ...(stored.offsets ?? [])];
    return { chosen, body: { allocationIds: chosen.map((place) => all[place]?._id) } };
  }

  /** Says that an outgoing transaction takes an incoming one back. */
  private async tie({ which, incoming, kind, share, collide }: Extract<Move, { do: 'tie' }>) {
    const pick = (among: ModelTransaction[], at: number) => among[at % Math.max(1, among.length)];
    const out = this.transactions.filter(({ cents }) => cents < 0);
    const outgoing = pick(share < 4 ? out : this.transactions, which);
    if (!outgoing) return;
    const rest = Math.abs(restOf(outgoing));
    const arrived = this.transactions.filter(({ cents }) => cents > 0);
    const equal = arrived.filter((one) => (kind === 'reversal' ? one.cents : restOf(one)) === rest);
    const other = pick(share < 3 && equal.length ? equal : arrived, incoming);
    if (!other || other === outgoing) return;
    const whole = kind === 'reversal' ? other.cents : Math.min(rest, restOf(other));
    const cents = Math.max(1, share === 3 ? whole - 1 : whole);
    const expected = tie(this.transactions, outgoing, other, { kind, cents });
    const { id } = outgoing;
    const version = outgoing.version - (expected === 200 ? 1 : 0);
    const body = { kind, transactionId: other.id, amount: cents / 100, version };
    await this.change(`/bank-transactions/${id}/match`, body, expected, collide === 0);
  }

  private async status(which: number, chosen: number): Promise<void> {
    const payment = this.paymentAt(which);
    const status = statuses[chosen] ?? payment.status;
    const note = chosen < statuses.length ? undefined : 'A note';
    await this.expect(200, 'PATCH', `/payments/${payment.id}/status`, { status, note });
    setStatus(payment, status);
  }

  /** Sets the status of several payments by one call; `again` sends it twice, as after a lost response. */
  private async batch({ which, status: chosen, again }: Extract<Move, { do: 'batch' }>): Promise<void> {
    const status = statuses[chosen] ?? 'pending';
    const payments = [...new Set(which.map(this.paymentAt))];
    const versions = Object.fromEntries(payments.map(({ id, version }) => [id, version]));
    const body = { ids: payments.map(({ id }) => id), status, versions };
    const send = () => this.expect<StatusBatchResult>(200, 'POST', '/payments/status', body);
    if (again) await send();
    const { batch: id, results } = await send();
    const changes = payments
      .filter((payment) => payment.status !== status)
      .map((payment) => {
        const { status: former, byHand, isByHand, owedAgain } = payment;
        setStatus(payment, status);
        return { payment, version: payment.version, before: { status: former, byHand, isByHand, owedAgain } };
      });
    const expected = payments.map((payment) => {
      const change = changes.find((one) => one.payment === payment);
      return { id: payment.id, ok: true, ...(change && { version: change.version }) };
    });
    if (JSON.stringify(results) !== JSON.stringify(expected))
      throw new Error(
        `${this.name}: a batch answered ${JSON.stringify(results)}, not ${JSON.stringify(expected)}`,
      );
    if (changes.length) this.batches.push({ id, changes });
  }

  /** Undoes a batch, also one that was undone before. */
  private async unbatch({ which, collide }: Extract<Move, { do: 'unbatch' }>): Promise<void> {
    const batch = this.batches[which % Math.max(1, this.batches.length)];
    if (!batch) return;
    const send = () =>
      this.expect<{ results: StatusResult[] }>(200, 'POST', '/payments/status/undo', { batch: batch.id });
    const answers = collide ? [await send()] : await Promise.all([send(), send()]);
    const expected = batch.changes.map((change) => {
      const { payment, version, before } = change;
      if (change.undone === undefined && undoStatus(payment, version, before))
        change.undone = payment.version;
      const { undone } = change;
      return undone === undefined
        ? { id: payment.id, ok: false }
        : { id: payment.id, ok: true, version: undone };
    });
    for (const { results } of answers) {
      const told = results.map(({ id, ok, version }) => ({
        id,
        ok,
        ...(version !== undefined && { version }),
      }));
      if (JSON.stringify(told) !== JSON.stringify(expected))
        throw new Error(`${this.name}: undoing a batch answered ${JSON.stringify(results)}`);
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
    match(this.transactions, transaction, [{ payment, cents: transaction.cents }], false);
  }

  /** Reads the lane's state from the server, in the shape of `expected`; `stored` has all payments by id. */
  async actual(stored: ReadonlyMap<string, Record<string, unknown>>) {
    const transactions = (await this.listed()).map(
      ({ _id, state, rest, allocations, offsets = [], reversed = [], version }) => ({
        ...{ id: _id, state: state === 'ready' || state === 'review' ? 'open' : state, rest, version },
        allocations: allocations.map(({ paymentId, amount }) => `${paymentId} ${amount}`),
        offsets: offsets.map(({ kind, transactionId, amount }) => `${kind} ${transactionId} ${amount}`),
        reversed: reversed.map(({ paymentId, amount }) => `${paymentId} ${amount}`),
      }),
    );
    const payments = this.payments.map(({ id }) => {
      const { status, received, refunded, reversed = 0, due, version } = stored.get(id) ?? {};
      return { id, status, received, refunded, reversed, due, version };
    });
    return { transactions: sorted(transactions), payments };
  }

  /** The lane's revenue in cents of a currency. */
  revenue(currency: string): number {
    return this.payments
      .filter((payment) => payment.currency === currency)
      .reduce((total, payment) => total + revenueOf(payment), 0);
  }

  /** The cents that have arrived in the lane's account and were not taken back, and those allocated to payments. */
  arrivals(): { arrived: number; allocated: number } {
    const total = (parts: readonly { cents: number }[]) => parts.reduce((sum, { cents }) => sum + cents, 0);
    const incoming = this.transactions.filter(({ cents }) => cents > 0);
    return {
      arrived: total(incoming) - total(incoming.flatMap(({ offsets }) => offsets)),
      allocated: total(incoming.flatMap(({ allocations }) => allocations)),
    };
  }

  expected() {
    return {
      transactions: sorted(
        this.transactions.map((transaction) => ({
          ...{ id: transaction.id, state: stateOf(transaction), rest: restOf(transaction) / 100 },
          version: transaction.version,
          allocations: transaction.allocations.map(({ payment, cents }) => `${payment.id} ${cents / 100}`),
          offsets: transaction.offsets.map(
            ({ kind, incoming, outgoing, cents }) =>
              `${kind} ${(transaction === incoming ? outgoing : incoming).id} ${cents / 100}`,
          ),
          reversed: transaction.reversed.map(({ payment, cents }) => `${payment.id} ${cents / 100}`),
        })),
      ),
      payments: this.payments.map((payment) => ({
        ...{ id: payment.id, status: payment.status, received: payment.received / 100 },
        ...{ refunded: payment.refunded / 100, reversed: payment.reversed / 100 },
        ...{ due: dueOf(payment) / 100, version: payment.version },
      })),
    };
  }
}

const sorted = <Item extends { id: string }>(items: Item[]): Item[] =>
  [...items].sort((a, b) => (a.id < b.id ? -1 : 1));

/** The key under which two rows of an account are the same. */
const keyOf = ({ day = '', cents, text = '' }: { day?: string; cents: number; text?: string }): string =>
  `${day}|${cents}|${text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
