import { randomUUID } from 'node:crypto';
import type { PlanPart } from '#domain/payments/plan-parts';
import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import type { ConfirmResult } from '#domain/bank/matches';
import type { StatusBatchResult, StatusResult } from '#domain/payments/status-batch';
import type { BankTransaction, StatementDraft } from '#domain/bank/reconciliation';
import { signatureOf } from '../../src/testing/cards.js';
import { bankFile, type Transfer } from '../../src/testing/reconciliation.js';
import { buildCustomer } from '../../src/testing/builders.js';
import type { Client } from '../security/fuzz/client.js';
import { type CardEvent, cardSession } from './card-sessions.js';
import { linesOf, linesRead } from './ledger-lines.js';
import {
  assign,
  attempt,
  type CardSession,
  type Chosen,
  comeBack,
  create,
  deleteStatement,
  edit,
  partsOf,
  setPlan,
  figuresOf,
  hand,
  hear,
  ignore,
  isSettled,
  isStanding,
  match,
  type ModelPayment,
  type ModelTransaction,
  type Part,
  paymentOf,
  recordCard,
  remove,
  restOf,
  setStatus,
  type State,
  stateOf,
  type Status,
  statusOf,
  tie,
  undo,
  undoStatus,
  voidHand,
  type Words,
} from './ledger-model.js';
import type { Move } from './ledger-moves.js';

const statuses: Status[] = ['pending', 'paid', 'confirmed', 'failed', 'refunded', 'cancelled'];
const prices = [225_661, 209_685, 199_700, 10_000];

type Of<Name extends Move['do']> = Extract<Move, { do: Name }>;

/** A call with what it does to the model. */
interface Action {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** The status of its success. */
  ok: number;
  act: (state: State) => void;
  /** The payment that the response shows. */
  shows?: string;
  /** Hears the response of a success. */
  hear?: (body: unknown) => void;
}

/** A batch of statuses: each change with the version that it made, and the one that undoing it made. */
interface ModelBatch {
  id: string;
  changes: { payment: string; version: number; step: string | undefined; undone?: number }[];
}

export const daysBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const pick = <Item>(among: readonly Item[], at: number): Item | undefined =>
  among[at % Math.max(1, among.length)];

/** A payment as GET /payments and GET /payments/{id}/ledger have it. */
export interface ReadPayment {
  listed: Record<string, unknown>;
  ledger: PaymentLedger;
}

/** An admin with an account and payments of their own, and the expected state of these. */
export class AdminLane {
  state: State;
  private readonly seen: Transfer[] = [];
  /** Imported statements with their files. */
  private readonly statements: { id: string; file: string }[] = [];
  private readonly batches: ModelBatch[] = [];
  /** The events that the card provider will send, by session. */
  private readonly events = new Map<string, CardEvent[]>();
  accountId = '';
  operations = 0;
  /** True while months are closed or opened at the same time: whether a payment stands in one is not known. */
  isClosing = false;

  constructor(
    private readonly name: string,
    private readonly client: Client,
    private readonly token: () => string,
  ) {
    this.state = {
      payments: [],
      transactions: [],
      sessions: [],
      ids: 0,
      today: daysBefore(0),
      closedUntil: '',
    };
  }

  private async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    this.operations += method === 'GET' ? 0 : 1;
    const { status, text } = await this.client.send({
      method,
      path: `/api${path}`,
      headers: {
        authorization: `Bearer ${this.token()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
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
    headers?: Record<string, string>,
  ): Promise<Body> {
    const answer = await this.call(method, path, body, headers);
    if (answer.status !== status) this.fail(`${method} ${path} ${JSON.stringify(body)}`, answer, status);
    return answer.body as Body;
  }

  private fail(act: string, answer: unknown, expected: unknown): never {
    const payments = this.state.payments.filter(({ id }) => act.includes(id));
    throw new Error(
      `${this.name}: ${act} answered ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}; ${payments.map(linesOf).join('\n')}`,
    );
  }

  async open(): Promise<void> {
    const account = await this.expect<{ _id: string }>(201, 'POST', '/bank-accounts', {
      name: this.name,
      currency: 'CAD',
    });
    this.accountId = account._id;
    for (let index = 0; index < 3; index++)
      await this.pay({
        do: 'pay',
        which: index,
        cents: index,
        status: 0,
        way: undefined,
        receivedOn: undefined,
        isForced: false,
      });
  }

  /** The words beside a status: where the status takes none, only forced ones. */
  private wordsOf(
    { way, receivedOn, isForced }: Pick<Of<'status'>, 'way' | 'receivedOn' | 'isForced'>,
    status: Status,
    before: Status,
  ): Words {
    const isTaken = status !== before && (status === 'refunded' || (isSettled(status) && !isSettled(before)));
    if (!isTaken && !isForced) return {};
    return { ...(way && { way }), ...(receivedOn !== undefined && { receivedOn: daysBefore(receivedOn) }) };
  }

  private async pay({ which, cents, status: chosen, ...said }: Of<'pay'>): Promise<void> {
    const fullName = `${this.name} ${['Ada', 'Bob', 'Cleo', 'Dan'][which % 4]} ${this.state.ids}`;
    const customer = await this.expect<{ _id: string }>(201, 'POST', '/customers', {
      ...buildCustomer({ fullName, email: `${randomUUID()}@example.com` }),
    });
    const price = prices[cents % prices.length] ?? 0;
    const currency = which % 5 ? 'CAD' : 'USD';
    const status = statuses[chosen] ?? 'pending';
    const words = this.wordsOf(said, status, 'pending');
    const body = {
      customerId: customer._id,
      paymentMethod: 'interac',
      amount: price / 100,
      currency,
      status,
      ...words,
    };
    const made = { id: '', referenceNumber: '', fullName, customerId: customer._id, currency, cents: price };
    const { status: expected, state } = attempt(this.state, 201, (copy) => create(copy, made, status, words));
    const { _id: id, referenceNumber } = await this.expect<{ _id: string; referenceNumber: string }>(
      ...([expected, 'POST', '/payments', body] as const),
    );
    this.state = state;
    if (expected === 201) Object.assign(state.payments.at(-1)!, { id, referenceNumber });
  }

  private paymentAt(which: number): ModelPayment {
    const payment = pick(this.state.payments, which);
    if (!payment) throw new Error('There are no payments');
    return payment;
  }

  private transfer({ which, kind, cents, daysAgo }: Of<'import'>['rows'][number]): Transfer {
    const payment = this.paymentAt(which);
    const { referenceNumber, fullName, cents: price } = payment;
    const { due, bounds } = figuresOf(payment);
    const texts = [
      referenceNumber,
      `${referenceNumber} ${fullName}`,
      fullName,
      `${this.name} unknown ${which}`,
    ];
    const taken = pick(
      this.state.transactions.filter((one) => one.cents > 0),
      cents,
    );
    const sent = pick(
      this.state.transactions.filter((one) => one.cents < 0 && one.allocations.length),
      cents,
    );
    const back = -(bounds.refund || cents);
    const amounts = [
      due || price,
      due || price,
      due || price,
      due || price,
      price,
      Math.max(1, (due || price) - (cents % 5000)),
      cents,
      back,
      -cents,
      back,
      // The amounts of what a bank takes back, of what is returned, and of a refund that comes back.
      -(taken?.cents ?? cents),
      -((taken && restOf(taken)) || cents),
      sent ? -sent.cents : cents,
    ];
    const amount = amounts[kind] ?? cents;
    return {
      day: daysBefore(daysAgo),
      text: texts[(which + kind) % texts.length] ?? '',
      amount: amount / 100,
    };
  }

  private async import({ rows, again }: Of<'import'>): Promise<void> {
    const transfers = [
      ...(again ? this.seen.slice(-2) : []),
      ...rows.flatMap((row) => Array.from({ length: 1 + row.repeat }, () => this.transfer(row))),
    ];
    // A row of its own makes each file different from all others.
    transfers.push({ day: daysBefore(60), text: `${this.name} ${randomUUID()}`, amount: 1 });
    const file = bankFile(transfers);
    const { preview: asked, _id } = await this.upload(file);
    // Rows are counted once what is asked is answered: the texts of a short file may be those of accounts.
    const answers = { confirmed: true, account: true };
    const { preview } = asked.questions.length
      ? await this.expect<{ preview: typeof asked }>(200, 'PUT', `/statements/${_id}/mapping`, answers)
      : { preview: asked };
    const result = await this.expect<{ imported: number; known: number }>(
      ...([200, 'POST', `/statements/${_id}/import`] as const),
    );
    const { transactions } = this.state;
    const count = (key: string) => transactions.filter((one) => keyOf(one) === key).length;
    const wanted = new Map<string, number>();
    for (const transfer of transfers) {
      const key = keyOf({ ...transfer, cents: Math.round(transfer.amount * 100) });
      wanted.set(key, (wanted.get(key) ?? 0) + 1);
    }
    let imported = 0;
    for (const [key, times] of wanted) imported += Math.max(0, times - count(key));
    const expected = { imported, known: transfers.length - imported };
    if (result.imported !== imported || result.known !== expected.known || preview.new !== imported)
      this.fail(`Importing ${_id}`, result, expected);
    const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
    const held = await this.listed(`&filter[statementId]=${_id}`);
    if (held.length !== transfers.length) this.fail(`Listing ${_id}`, held.length, transfers.length);
    for (const { _id: id, text, day, currency, amount } of held) {
      const known = byId.get(id);
      known?.statements.push(_id);
      if (known) continue;
      transactions.push({
        id,
        text,
        day,
        currency,
        cents: Math.round(amount * 100),
        statements: [_id],
        allocations: [],
        reversed: [],
        offsets: [],
        version: 0,
      });
    }
    this.statements.push({ id: _id, file });
    this.seen.push(...transfers);
  }

  private upload(file: string, status = 201): Promise<StatementDraft> {
    const path = `/bank-accounts/${this.accountId}/statements?fileName=x.csv`;
    return this.expect<StatementDraft>(status, 'POST', path, file, {
      'content-type': 'application/octet-stream',
    });
  }

  /** Deletes an imported statement; its file can be uploaded again only once it is gone. */
  private async delete({ which, collide }: Of<'delete'>): Promise<void> {
    const statement = pick(this.statements, which);
    if (!statement) return;
    const { id, file } = statement;
    const path = `/statements/${id}`;
    await this.upload(file, 409);
    const { status, state } = attempt(this.state, 204, (copy) => deleteStatement(copy, id));
    this.state = state;
    if (!collide || status === 409) await this.expect(status, 'DELETE', path);
    else {
      const answers = await Promise.all([this.call('DELETE', path), this.call('DELETE', path)]);
      const states = answers.map((answer) => answer.status).sort((one, other) => one - other);
      if (states.join() !== '204,404') this.fail(`Deleting ${id} twice at once`, states, [204, 404]);
    }
    if (status === 204) this.statements.splice(this.statements.indexOf(statement), 1);
  }

  /** Uploads a file and deletes its draft, which must leave nothing stored. */
  private async discard({ which }: Of<'discard'>): Promise<void> {
    const text = `${this.paymentAt(which).referenceNumber} ${randomUUID()}`;
    const { _id } = await this.upload(bankFile([{ text, amount: 1 }]));
    await this.expect(204, 'DELETE', `/statements/${_id}`);
  }

  /** An Interac notice is evidence only: it changes no balance, and makes no transaction ready. */
  private async notice({ which, cents }: Of<'notice'>): Promise<void> {
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

  /** Makes moves one after the other; one that collides is made at the same time as the next one, or twice. */
  async make(steps: readonly Move[], isOver: () => boolean, afterEach: () => Promise<void>): Promise<void> {
    for (let at = 0; at < steps.length && !isOver(); at++) {
      const step = steps[at]!;
      const action = await this.plan(step);
      if (!action) await this.makeAlone(step);
      else if (!('collide' in step && step.collide)) await this.run(action);
      else {
        const next = steps[at + 1];
        const other =
          next && step.which % 3 ? await this.plan({ ...next, which: step.which } as Move) : action;
        if (other && other !== action) at++;
        await this.race(action, other ?? action);
      }
      await afterEach();
    }
  }

  /** Makes a move that is more than one call, by the method of its name. */
  private makeAlone(step: Move): Promise<void> | undefined {
    const { do: name } = step;
    return name in this ? this[name as 'pay'](step as Of<'pay'>) : undefined;
  }

  private send = ({ method, path, body, headers }: Action) => this.call(method, path, body, headers);

  /** Makes an action in the model; returns what the response must be, and the state after it. */
  private predict(before: State, { ok, act, shows }: Action) {
    const { status, state } = attempt(before, ok, act);
    const version = status === ok && shows ? paymentOf(state, shows).version : undefined;
    return { told: `${status} ${version}`, state };
  }

  private toldBy = ({ status, body }: { status: number; body: unknown }, { ok, shows }: Action): string =>
    `${status} ${status === ok && shows ? (body as { version: number }).version : undefined}`;

  private async run(action: Action): Promise<void> {
    const { told, state } = this.predict(this.state, action);
    const answer = await this.send(action);
    if (this.toldBy(answer, action) !== told)
      this.fail(`${action.path} ${JSON.stringify(action.body)}`, answer, told);
    this.state = state;
    if (answer.status === action.ok) action.hear?.(answer.body);
  }

  /** Sends two calls at the same time: what comes out must be what one after the other makes. */
  private async race(...both: [Action, Action]): Promise<void> {
    const answers = await Promise.all(both.map(this.send));
    const before = this.state;
    const told = answers.map((answer, place) => this.toldBy(answer, both[place]!));
    const inTurn = (order: readonly number[]) => {
      let state = before;
      const fits = order.map((place) => {
        const next = this.predict(state, both[place]!);
        state = next.state;
        return next.told === told[place];
      });
      return { state, fits: !fits.includes(false) };
    };
    const orders = [
      [0, 1],
      [1, 0],
    ].filter((order) => inTurn(order).fits);
    const described = both.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
    if (!orders.length) this.fail(described.join(' and '), answers, 'what one after the other answers');
    const [chosen = []] = orders.length > 1 ? await this.asStored(orders, inTurn) : orders;
    for (const place of chosen) {
      const { ok, act, hear: listen } = both[place]!;
      this.state = attempt(this.state, ok, act).state;
      if (answers[place]!.status === ok) listen?.(answers[place]!.body);
    }
  }

  /** Returns the orders that leave what the server has. */
  private async asStored(orders: number[][], inTurn: (order: readonly number[]) => { state: State }) {
    const read = new Map<string, string>();
    for (const { id } of inTurn(orders[0]!).state.payments)
      read.set(id, String(linesRead(await this.ledgerOf(id))));
    const isStored = (order: number[]) =>
      inTurn(order).state.payments.every((payment) => String(linesOf(payment)) === read.get(payment.id));
    return orders.filter(isStored).concat(orders);
  }

  ledgerOf = (id: string) => this.expect<PaymentLedger>(200, 'GET', `/payments/${id}/ledger`);

  /** Returns the call of a move, which a method of its name makes; undefined where it is made by itself. */
  private plan(step: Move): Action | undefined | Promise<Action | undefined> {
    const name = `${step.do}Action`;
    return name in this ? this[name as 'matchAction'](step as Of<'match'>) : undefined;
  }

  private onTransaction(id: string, action: string, body: object, act: Action['act']): Action {
    const version = this.state.transactions.find((one) => one.id === id)!.version;
    return {
      method: 'POST',
      path: `/bank-transactions/${id}/${action}`,
      body: { ...body, version },
      ok: 200,
      act,
    };
  }

  private partsOf({ parts, isLikely }: Of<'match'>, transaction: ModelTransaction): Part[] {
    const chosen = new Map<string, Part>();
    const mostOf = (payment: ModelPayment) =>
      figuresOf(payment).bounds[transaction.cents < 0 ? 'refund' : 'receipt'];
    const open = this.state.payments.filter(
      (one) => mostOf(one) > 0 && one.currency === transaction.currency,
    );
    for (const { which, share, settles } of parts) {
      const payment = (isLikely && pick(open, which)) || this.paymentAt(which);
      const rest = Math.abs(restOf(transaction));
      const most = mostOf(payment);
      const amounts = [
        Math.min(rest, most),
        rest,
        most,
        Math.ceil(most / 2),
        Math.ceil(rest / 3),
        1,
        most - 1000,
      ];
      const cents = Math.max(1, amounts[share] ?? 1);
      const isOther = payment.currency !== transaction.currency;
      chosen.set(payment.id, {
        payment: payment.id,
        cents,
        ...(isOther && settles && { settles: Math.max(1, most) }),
      });
    }
    return [...chosen.values()];
  }

  private matchAction(step: Of<'match'>): Action | undefined {
    const { transactions } = this.state;
    const open = transactions.filter(
      (one) => stateOf(one) === 'open' || (one.cents < 0 && !one.allocations.length),
    );
    const transaction = pick(step.isLikely && open.length ? open : transactions, step.which);
    if (!transaction) return undefined;
    const { id, version } = transaction;
    const { acceptShortfall } = step;
    const parts = this.partsOf(step, transaction);
    const allocations = parts.map(({ payment, cents, settles }) => ({
      paymentId: payment,
      amount: cents / 100,
      ...(settles !== undefined && { settles: settles / 100 }),
      // Each is another refund than those that were recorded by hand.
      ...(transaction.cents < 0 && { instead: null }),
    }));
    return this.onTransaction(id, 'match', { allocations, acceptShortfall }, (state) =>
      match(state, id, parts, acceptShortfall, version),
    );
  }

  private ignoreAction({ which }: Of<'ignore'>): Action | undefined {
    const transaction = pick(this.state.transactions, which);
    // The model does not read the text, which decides if undecided outgoing money can be ignored.
    if (!transaction || (transaction.cents < 0 && stateOf(transaction) === 'ignored')) return undefined;
    const { id, version } = transaction;
    const reason = 'returned';
    return this.onTransaction(id, 'ignore', { reason }, (state) => ignore(state, id, reason, version));
  }

  private async undoAction({ which, parts, isLikely }: Of<'undo'>): Promise<Action | undefined> {
    const { transactions } = this.state;
    const used = transactions.filter(({ allocations, offsets }) => allocations.length + offsets.length);
    const transaction = pick(isLikely && used.length ? used : transactions, which);
    if (!transaction) return undefined;
    const { id, version } = transaction;
    const { chosen, body } = await this.chooseParts(transaction, parts);
    return this.onTransaction(id, 'undo', body, (state) => undo(state, id, chosen, version));
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

  /** Says that a transaction takes another one back, or is a refund that came back. */
  private tieAction({ which, other: otherAt, kind, share }: Of<'tie'>): Action | undefined {
    const { transactions } = this.state;
    const out = transactions.filter(({ cents }) => cents < 0);
    const arrived = transactions.filter(({ cents }) => cents > 0);
    const isBack = kind === 'refundReturned';
    const sent = isBack ? out.filter(({ allocations }) => allocations.length) : out;
    const outgoing = pick(share < 4 && sent.length ? sent : transactions, which);
    if (!outgoing) return undefined;
    const rest = Math.abs(isBack ? outgoing.cents : restOf(outgoing));
    const equal = arrived.filter((one) => (kind === 'reversal' ? one.cents : restOf(one)) === rest);
    const used = equal.filter(({ allocations }) => kind === 'reversal' && allocations.length);
    const likely = used.length ? used : equal;
    const incoming = pick(share < 3 && likely.length ? likely : arrived, otherAt);
    if (!incoming || incoming === outgoing) return undefined;
    const whole = kind === 'reversal' ? incoming.cents : Math.min(rest, restOf(incoming));
    const cents = Math.max(1, share === 3 ? whole - 1 : whole);
    const [own, other] = isBack ? [incoming, outgoing] : [outgoing, incoming];
    const { id, version } = own;
    const body = { kind, transactionId: other.id, amount: cents / 100 };
    return this.onTransaction(id, 'match', body, (state) =>
      isBack
        ? comeBack(state, id, { cents, outgoing: other.id }, version)
        : tie(state, id, { kind, cents, incoming: other.id }, version),
    );
  }

  private handAction({ which, kind, way, share, daysAgo }: Of<'hand'>): Action {
    const payment = this.paymentAt(which);
    const { id, version } = payment;
    const most = figuresOf(payment).bounds[kind];
    const cents = Math.max(1, [most, Math.ceil(most / 2), Math.ceil(most / 3), 1, most + 1][share]!);
    const day = daysBefore(daysAgo);
    return {
      method: 'POST',
      path: `/payments/${id}/ledger`,
      ok: 201,
      shows: id,
      body: { kind, way, amount: cents / 100, day, version },
      act: (state) => hand(state, id, { kind, way, cents, day }, version),
    };
  }

  private async voidAction({ which, place: chosen }: Of<'void'>): Promise<Action | undefined> {
    const { id, version, entries } = this.paymentAt(which);
    const own = entries.filter((one) => isStanding(one) && one.way !== 'bank' && one.way !== 'card');
    const entry = pick(chosen % 4 && own.length ? own : entries, chosen);
    if (!entry) return undefined;
    const place = entries.indexOf(entry);
    const ledger = await this.ledgerOf(id);
    return {
      method: 'POST',
      path: `/payments/${id}/ledger/${ledger.entries[place]!._id}/void`,
      ok: 200,
      shows: id,
      body: { version },
      act: (state) => voidHand(state, id, place, version),
    };
  }

  /** The fee of a cancellation: all that is kept, a part of it, a cent, none, or a cent too much. */
  private feeOf(payment: ModelPayment, share: number): number {
    const { kept } = figuresOf(payment);
    const most = Math.max(0, Math.min(kept, payment.cents));
    return [most, Math.ceil(most / 3), Math.min(1, most), 0, most + 1][share]! / 100;
  }

  private statusAction({ which, status: chosen, fee: share, ...said }: Of<'status'>): Action {
    const payment = this.paymentAt(which);
    const { id } = payment;
    const status = statuses[chosen] ?? statusOf(payment);
    const takesFee = share !== undefined && (status === 'cancelled' || said.isForced);
    const words = {
      ...this.wordsOf(said, status, statusOf(payment)),
      ...(takesFee && { fee: this.feeOf(payment, share) }),
    };
    const version = which % 2 ? payment.version : undefined;
    const note = chosen < statuses.length ? undefined : 'A note';
    let change: ModelBatch['changes'][number];
    return {
      method: 'PATCH',
      path: `/payments/${id}/status`,
      ok: 200,
      shows: id,
      body: { status, note, version, ...words },
      act: (state) => {
        const count = paymentOf(state, id).entries.length;
        setStatus(state, id, status, words, version);
        const after = paymentOf(state, id);
        change = { payment: id, version: after.version, step: after.entries.slice(count)[0]?.step };
      },
      hear: (body) => this.batches.push({ id: (body as { batch: string }).batch, changes: [change] }),
    };
  }

  private editAction({ which, cents: other, status: chosen, ...said }: Of<'edit'>): Action | undefined {
    if (this.isClosing) return undefined;
    const payment = this.paymentAt(which);
    const { id, version, customerId } = payment;
    const status = statuses[chosen] ?? statusOf(payment);
    const form = {
      cents: other % 3 ? payment.cents : 1 + (other % 250_000),
      currency: other % 4 ? payment.currency : payment.currency === 'CAD' ? 'USD' : 'CAD',
      status,
      ...this.wordsOf(said, status, statusOf(payment)),
    };
    const { cents, ...values } = form;
    return {
      method: 'PUT',
      path: `/payments/${id}`,
      ok: 200,
      shows: id,
      body: { customerId, paymentMethod: 'interac', amount: cents / 100, ...values, version },
      act: (state) => edit(state, id, form, version),
    };
  }

  private planAction({ which, count, first }: Of<'plan'>): Action {
    const payment = this.paymentAt(which);
    const { id, cents, version } = payment;
    const size = [1, Math.floor(cents / 4), Math.floor(cents / count), cents][first] || 1;
    const parts = Array.from({ length: count }, (_, index) => ({
      cents: index < count - 1 ? size : cents - size * (count - 1),
      due: `20${27 + index}-0${1 + (which % 9)}-15`,
    }));
    const body = parts.map(({ cents: amount, due }) => ({ amount: amount / 100, due }));
    return {
      method: 'PUT',
      path: `/payments/${id}/plan`,
      ok: 200,
      shows: id,
      body: { plan: count ? body : null, version },
      act: (state) => setPlan(state, id, count ? parts : undefined, version),
    };
  }

  /** A payment that is no card payment, and has no events that could come, can be deleted. */
  private removeAction({ which }: Of<'remove'>): Action | undefined {
    const { id, session } = this.paymentAt(which);
    if (session !== undefined || this.isClosing || this.state.payments.length < 4) return undefined;
    return { method: 'DELETE', path: `/payments/${id}`, ok: 204, act: (state) => remove(state, id) };
  }

  /** Makes a card payment, of which nothing is told yet. */
  private session(step: Of<'session'>): Promise<void> {
    const { session, events } = cardSession(step, prices[step.cents % prices.length]!);
    this.events.set(session.id, events);
    this.state.sessions.push(session);
    return Promise.resolve();
  }

  /** Chooses an event that the provider sends: in any order, and again. */
  private chooseEvent({ which, place }: Of<'event'>): (CardEvent & { session: CardSession }) | undefined {
    const session = pick(this.state.sessions, which);
    if (!session) return undefined;
    const planned = this.events.get(session.id)!;
    const untold = planned.filter(({ fact }) => !session.told.some(({ event }) => event === fact.event));
    const event = place % 8 && untold.length ? pick(untold, place % 2 ? 0 : place)! : pick(planned, place)!;
    return { session, ...event };
  }

  private callOfEvent = (body: string) => ({
    method: 'POST',
    path: '/card-events/stripe',
    body,
    ok: 200,
    headers: { 'stripe-signature': signatureOf(body) },
  });

  /** The event of a session whose payment is known. */
  private eventAction(step: Of<'event'>): Action | undefined {
    const chosen = this.chooseEvent(step);
    if (chosen?.session.payment === undefined) return undefined;
    const { session, fact, body } = chosen;
    return { ...this.callOfEvent(body), act: (state) => hear(state, session.id, fact) };
  }

  /** The event of a session without a payment, which may record one. */
  private async event(step: Of<'event'>): Promise<void> {
    const chosen = this.chooseEvent(step);
    if (!chosen) return;
    const { session, fact, body } = chosen;
    await this.run({ ...this.callOfEvent(body), act: (state) => hear(state, session.id, fact) });
    const now = this.state.sessions.find(({ id }) => id === session.id)!;
    if (session.isHeld || !now.told.some((one) => one.session)) return;
    const [{ paymentId }] = (await this.eventsOf(session)) as unknown as [{ paymentId: string }];
    const { customerId, referenceNumber } = await this.expect<{
      customerId: string;
      referenceNumber: string;
    }>(...([200, 'GET', `/payments/${paymentId}`] as const));
    recordCard(this.state, now, { id: paymentId, customerId, referenceNumber, fullName: 'Jane Sample' });
  }

  private async eventsOf({ id }: CardSession): Promise<{ _id: string; state: string; paymentId?: string }[]> {
    const path = `/card-events?filter[search]=${id}`;
    return (await this.expect<{ cardEvents: { _id: string; state: string }[] }>(200, 'GET', path)).cardEvents;
  }

  /** An admin says which payment a held session pays. */
  private async assignAction({ which, other }: Of<'assign'>): Promise<Action | undefined> {
    const held = this.state.sessions.filter(
      ({ isHeld, payment, told }) => isHeld && payment === undefined && told.some(({ session }) => session),
    );
    const session = pick(held, which);
    if (!session) return undefined;
    const event = (await this.eventsOf(session)).find(({ state }) => state === 'held');
    if (!event) this.fail(`The events of ${session.id}`, 'none that is held', 'one');
    const { id: paymentId } = this.paymentAt(other);
    return {
      method: 'POST',
      path: `/card-events/${event._id}/record`,
      body: { paymentId },
      ok: 200,
      act: (state) => assign(state, session.id, paymentId),
    };
  }

  /** Sets the status of several payments by one call; `again` sends it twice, as after a lost response. */
  private async batch({ which, status: chosen, again, ...said }: Of<'batch'>): Promise<void> {
    const status = statuses[chosen] ?? 'pending';
    const words = this.wordsOf(said, status, status === 'paid' ? 'pending' : 'paid');
    const payments = [...new Set(which.map((one) => this.paymentAt(one)))];
    const versions = Object.fromEntries(payments.map(({ id, version }) => [id, version]));
    const body = { ids: payments.map(({ id }) => id), status, versions, ...words };
    const { receivedOn = '', way } = words;
    // Words that no payment takes beside this status are refused for all.
    const isTaken = isSettled(status) || status === 'refunded';
    if (((receivedOn || way) && !isTaken) || receivedOn > this.state.today) {
      await this.expect(400, 'POST', '/payments/status', body);
      return;
    }
    const send = () => this.expect<StatusBatchResult>(200, 'POST', '/payments/status', body);
    if (again) await send();
    const { batch: id, results } = await send();
    const changes: ModelBatch['changes'] = [];
    const expected = payments.map((payment) => {
      if (statusOf(payment) === status) return { id: payment.id, ok: true };
      const made = attempt(this.state, 200, (state) => setStatus(state, payment.id, status, words));
      this.state = made.state;
      if (made.status !== 200) return { id: payment.id, ok: false };
      const { version, entries } = paymentOf(this.state, payment.id);
      changes.push({ payment: payment.id, version, step: entries.at(-1)!.step });
      return { id: payment.id, ok: true, version };
    });
    this.compareResults('A batch', results, expected);
    if (changes.length) this.batches.push({ id, changes });
  }

  private compareResults(act: string, results: readonly StatusResult[], expected: readonly object[]): void {
    const told = results.map(({ id, ok, version }) => ({
      id,
      ok,
      ...(version !== undefined && { version }),
    }));
    if (JSON.stringify(told) !== JSON.stringify(expected)) this.fail(act, results, expected);
  }

  /** Undoes a batch, also one that was undone before. */
  private async unbatch({ which, collide }: Of<'unbatch'>): Promise<void> {
    const batch = which % 2 ? this.batches.at(-1) : pick(this.batches, which);
    if (!batch) return;
    const send = () =>
      this.expect<{ results: StatusResult[] }>(200, 'POST', '/payments/status/undo', { batch: batch.id });
    const answers = collide ? await Promise.all([send(), send()]) : [await send()];
    const expected = batch.changes.map((change) => {
      const { payment: id, version, step } = change;
      if (change.undone === undefined) {
        const made = attempt(this.state, 200, (state) => undoStatus(state, id, version, step));
        this.state = made.state;
        if (made.status === 200) change.undone = paymentOf(this.state, id).version;
      }
      return change.undone === undefined ? { id, ok: false } : { id, ok: true, version: change.undone };
    });
    for (const { results } of answers) this.compareResults('Undoing a batch', results, expected);
  }

  /** Confirms ready transactions; checks every condition of readiness for each that is confirmed. */
  private async confirm({ which }: Of<'confirm'>): Promise<void> {
    const ready = await this.listed('&filter[state]=ready');
    const chosen = pick(ready, which);
    if (!chosen) return;
    const { transactions, payments, sessions } = this.state;
    const transaction = transactions.find(({ id }) => id === chosen._id);
    const payment = payments.find(({ id }) => id === chosen.candidates[0]?.paymentId);
    const debit = sessions.find(({ id }) => id === payment?.session);
    if (
      !transaction ||
      !payment ||
      debit?.state === 'processing' ||
      !transaction.text.includes(payment.referenceNumber) ||
      statusOf(payment) !== 'pending' ||
      figuresOf(payment).due !== transaction.cents ||
      payment.currency !== transaction.currency
    )
      this.fail(`Reading ${chosen._id} ${payment?.id}`, 'ready', 'review');
    const path = '/bank-transactions/confirm';
    const answers = await Promise.all(
      [1, 2].map(() => this.expect<{ results: ConfirmResult[] }>(200, 'POST', path, { ids: [chosen._id] })),
    );
    if (answers.filter(({ results }) => results[0]?.ok).length !== 1)
      this.fail(`Confirming ${payment.id} twice`, answers, 'one success');
    const { id, version, cents } = transaction;
    this.state = attempt(this.state, 200, (state) =>
      match(state, id, [{ payment: payment.id, cents }], false, version),
    ).state;
  }

  /** Reads what the server has of each payment; `stored` has the listed ones by id. */
  read(stored: ReadonlyMap<string, Record<string, unknown>>): Promise<ReadPayment[]> {
    return Promise.all(
      this.state.payments.map(async ({ id }) => ({
        listed: stored.get(id) ?? {},
        ledger: await this.ledgerOf(id),
      })),
    );
  }

  /**
   * Takes the days of booking from the server, of what was recorded while the books were closed or a day began: each of
   * them is one of those that it could have.
   */
  adopt(read: readonly ReadPayment[], todays: readonly string[]): void {
    for (const [index, payment] of this.state.payments.entries()) {
      const { entries, bookings } = read[index]!.ledger;
      for (const [place, entry] of payment.entries.entries()) {
        const told = entries[place];
        if (told && [entry.day, ...todays].includes(told.bookedOn)) entry.bookedOn = told.bookedOn;
        if (entry.voided && told?.voided && [entry.bookedOn, ...todays].includes(told.voided.bookedOn))
          entry.voided.bookedOn = told.voided.bookedOn;
      }
      payment.bookings = bookings.map(({ entryId, bookedOn, amount, currency }) => ({
        entryId: payment.entries[entries.findIndex(({ _id }) => _id === entryId)]!._id,
        bookedOn,
        currency,
        cents: Math.round(amount * 100),
      }));
    }
  }

  /** The lane's state on the server, in the shape of `expected`. */
  async actual(read: readonly ReadPayment[]) {
    const transactions = (await this.listed()).map(
      ({ _id, state, rest, allocations, offsets = [], reversed = [], version }) => ({
        id: _id,
        rest,
        version,
        // The model does not read the text, which decides if undecided outgoing money needs a review.
        state:
          state === 'matched' || state === 'ignored'
            ? state
            : rest < 0 && !allocations.length && !offsets.length
              ? 'ignored'
              : 'open',
        allocations: allocations.map(({ paymentId, amount }) => `${paymentId} ${amount}`),
        offsets: offsets.map(({ kind, transactionId, amount }) => `${kind} ${transactionId} ${amount}`),
        reversed: reversed.map(({ paymentId, amount }) => `${paymentId} ${amount}`),
      }),
    );
    const payments = read.map(({ listed, ledger }, index) => {
      const { id } = this.state.payments[index]!;
      const {
        status,
        received,
        refunded,
        due,
        surplus,
        unproven,
        shortfall = 0,
        attention = [],
        plan = [],
        version,
      } = listed;
      const ofLedger = { received, refunded, due, surplus, unproven, shortfall, version };
      const { net, sale, kept, fee, receivable, refundable } = ledger;
      return {
        id,
        status,
        net,
        sale,
        kept,
        fee,
        receivable,
        refundable,
        ...ofLedger,
        // That it differs from the card is proved with the events.
        attention: (attention as string[]).filter((one) => one !== 'differsFromCard'),
        plan: (plan as PlanPart[]).map(({ amount, due: day, open }) => [amount, day, open].join(' ')),
        isListedAlike: Object.entries(ofLedger).filter(([name, value]) => ledger[name as 'due'] !== value),
        entries: linesRead(ledger),
      };
    });
    return { transactions: sorted(transactions), payments };
  }

  expected() {
    const { payments, transactions } = this.state;
    return {
      transactions: sorted(
        transactions.map((transaction) => ({
          id: transaction.id,
          state: stateOf(transaction),
          rest: restOf(transaction) / 100,
          version: transaction.version,
          allocations: transaction.allocations.map(({ payment, cents }) => `${payment} ${cents / 100}`),
          offsets: transaction.offsets.map(
            ({ kind, incoming, outgoing, cents }) =>
              `${kind} ${transaction.id === incoming ? outgoing : incoming} ${cents / 100}`,
          ),
          reversed: transaction.reversed.map(({ payment, cents }) => `${payment} ${cents / 100}`),
        })),
      ),
      payments: payments.map((payment) => {
        const { status, hasWord, net, sale, kept, fee, surplus, bounds, ...figures } = figuresOf(payment);
        const { received, refunded, due, unproven, shortfall } = figures;
        const isEnded = status !== 'pending' && !isSettled(status);
        return {
          id: payment.id,
          status,
          version: payment.version,
          ...inDecimals({ net, sale, kept, fee, surplus, received, refunded, due, unproven, shortfall }),
          ...inDecimals({ receivable: bounds.receipt, refundable: bounds.refund }),
          attention: [
            ...(surplus > 0 || (isEnded && net > fee) ? ['giveBack'] : []),
            ...(net < 0 && !hasWord ? ['overReturned'] : []),
          ],
          plan: partsOf(payment).map((part) => [part.cents / 100, part.due, part.open / 100].join(' ')),
          isListedAlike: [],
          entries: linesOf(payment),
        };
      }),
    };
  }

  /** The cents that have arrived in the lane's account and were not taken back, and those allocated to payments. */
  arrivals(): { arrived: number; allocated: number } {
    const total = (parts: readonly { cents: number }[]) => parts.reduce((sum, { cents }) => sum + cents, 0);
    const incoming = this.state.transactions.filter(({ cents }) => cents > 0);
    return {
      arrived: total(incoming) - total(incoming.flatMap(({ offsets }) => offsets)),
      allocated: total(incoming.flatMap(({ allocations }) => allocations)),
    };
  }
}

const sorted = <Item extends { id: string }>(items: Item[]): Item[] =>
  [...items].sort((a, b) => (a.id < b.id ? -1 : 1));

const inDecimals = <Name extends string>(cents: Record<Name, number>) =>
  Object.fromEntries(Object.entries<number>(cents).map(([name, value]) => [name, value / 100])) as Record<
    Name,
    number
  >;

/** The key under which two rows of an account are the same. */
const keyOf = ({ day = '', cents, text = '' }: { day?: string; cents: number; text?: string }): string =>
  `${day}|${cents}|${text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
