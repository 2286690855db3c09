import type { INestApplicationContext } from '@nestjs/common';
import { type Connection, Types } from 'mongoose';
import { type Currency, sum } from '#domain/platform/money';
import type { BankTransaction } from '#domain/bank/reconciliation';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { BankAccountsService } from '../../bank/accounts/bank-accounts.service.js';
import { BankTransactionsService } from '../../bank/transactions/bank-transactions.service.js';
import { InteracNoticesService } from '../../bank/notices/interac-notices.service.js';
import { SettlementService } from '../../bank/transactions/settlement.service.js';
import { PaymentPlanService } from '../../payments/payment-plan.service.js';
import { StatementsService } from '../../bank/statements/statements.service.js';
import { csvFile, type MadeRow, ofxFile, type Step } from './bank-file.js';
import {
  bahtRows,
  dayAfter,
  dollarRows,
  firstPart,
  recentRows,
  rowsOfTwo,
  type SeededPayment,
  settledRows,
} from './bank-world.js';
import type { Banked } from './seed.js';

type Filter = Record<string, unknown>;

/** The actor in the history and the audit trail. */
const caller: Caller = { by: 'admin', actor: { kind: 'program' }, ip: '127.0.0.1', requestId: 'seed' };
/** Number of pending payments in Canadian dollars for which transfers of every kind are generated. */
const mostPending = 12;

/**
 * Adds bank accounts, statements, transactions in every state and notices to a seeded database, by the server's own
 * services: balances, history, statistics and audit trail are those of the same work by an admin. Returns the number of
 * transactions.
 */
export async function seedBank(
  connection: Connection,
  app: INestApplicationContext,
  banked: Banked,
  onProgress?: (text: string) => void,
): Promise<number> {
  const made = await new BankSeeder(
    connection,
    app.get(BankAccountsService),
    app.get(StatementsService),
    app.get(BankTransactionsService),
    app.get(SettlementService),
    app.get(InteracNoticesService),
    app.get(PaymentPlanService),
    banked,
  ).run(onProgress);
  // The customers are generated: a server with a mail server must never write to them.
  await connection.collection('mails').deleteMany({});
  return made;
}

class BankSeeder {
  private done = 0;

  constructor(
    private readonly connection: Connection,
    private readonly accounts: BankAccountsService,
    private readonly statements: StatementsService,
    private readonly transactions: BankTransactionsService,
    private readonly settlement: SettlementService,
    private readonly notices: InteracNoticesService,
    private readonly plans: PaymentPlanService,
    private readonly banked: Banked,
  ) {}

  async run(onProgress?: (text: string) => void): Promise<number> {
    const awaited = [...this.banked.keys()].map((id) => new Types.ObjectId(id));
    const open = { status: 'pending', _id: { $nin: awaited } };
    const inCad = { ...open, currency: 'CAD' };
    const paidInCad = { currency: 'CAD', $or: [{ status: 'paid' }, { _id: { $in: awaited } }] };
    const bothOpen = await this.paymentsOfOne(inCad, inCad, []);
    const paid = await this.paymentsOfOne(paidInCad, inCad, bothOpen);
    const apart = [...bothOpen, ...paid].map(({ id }) => id);
    const pendingCad = (await this.payments(inCad))
      .filter(({ id }) => !apart.includes(id))
      .slice(0, mostPending);
    const [quoted, ...pendingUsd] = await this.payments({ ...open, currency: 'USD' });
    const settledCad = await this.payments({ _id: { $in: awaited }, currency: 'CAD' });
    const settledUsd = await this.payments({ _id: { $in: awaited }, currency: 'USD' });
    if (!pendingCad.length && !settledCad.length) return 0;

    const account = async (name: string, currency: Currency, lastDigits: string) =>
      (await this.accounts.create({ name, currency, lastDigits }, caller))._id;
    const business = await account('RBC Business', 'CAD', '4821');
    const dollars = await account('Wise', 'USD', '9070');
    const baht = await account('Bangkok Bank', 'THB', '3356');
    const { rows, notices, inParts } = recentRows(pendingCad, quoted ? [quoted] : []);
    for (const payment of inParts) await this.planTwoParts(payment);
    const import_ = async (
      account: Types.ObjectId,
      fileName: string,
      made: MadeRow[],
      file = csvFile(made),
    ) => {
      if (!made.length) return;
      await this.import(account, fileName, file, made);
      onProgress?.(`banktransactions: ${this.done}`);
    };
    const settled = settledRows(settledCad);
    for (const year of new Set(settled.map(({ day }) => day.slice(0, 4)).sort()))
      await import_(
        business,
        `rbc-${year}.csv`,
        settled.filter(({ day }) => day.startsWith(year)),
      );
    await import_(business, 'rbc-recent.csv', [...rows, ...rowsOfTwo(paid, bothOpen)]);
    for (const text of notices) await this.notices.addText(text, caller);
    const wise = dollarRows(pendingUsd, settledUsd);
    await import_(dollars, 'wise.ofx', wise, ofxFile(wise, 'USD'));
    await import_(baht, 'bangkok-bank.csv', bahtRows(pendingUsd.slice(1)));
    // A draft whose dates leave the order of day and month open.
    const draft =
      'Date,Description,Amount\n03/04/2026,"E-TRANSFER - AUTODEPOSIT UNKNOWN",750.00\n05/04/2026,"MONTHLY FEE",-25.00\n';
    await this.statements.upload(business, Buffer.from(draft), 'rbc-april.csv', caller);
    return this.done;
  }

  /** Lets a payment be paid in two parts, of which the first is due when its transfer was expected. */
  private planTwoParts({ id, amount, expected }: SeededPayment): Promise<unknown> {
    const plan = [
      { amount: firstPart, due: expected },
      { amount: sum([amount, -firstPart]), due: dayAfter(expected, 60) },
    ];
    return this.plans.set(new Types.ObjectId(id), { plan, version: 0 }, caller);
  }

  /** Returns the newest payments of a filter. */
  private async payments(filter: Filter): Promise<SeededPayment[]> {
    const payments = await this.connection
      .collection('payments')
      .find(filter)
      .sort({ createdAt: -1, _id: -1 })
      .toArray();
    const customers = await this.connection
      .collection('customers')
      .find({ _id: { $in: payments.map(({ customerId }) => customerId as Types.ObjectId) } })
      .toArray();
    const names = new Map(customers.map(({ _id, fullName }) => [String(_id), fullName as string]));
    return payments.map(({ _id, referenceNumber, customerId, amount, currency, quoted, transferDate }) => ({
      id: String(_id),
      customerId: String(customerId),
      referenceNumber: referenceNumber as string,
      payer: (names.get(String(customerId)) ?? '').toUpperCase(),
      amount: amount as number,
      currency: currency as Currency,
      isRefunded: this.banked.get(String(_id)) === 'refunded',
      quoted: (quoted as { amount: number }).amount,
      expected: (transferDate as Date).toISOString().slice(0, 10),
    }));
  }

  /** Returns the newest payment of a filter with a pending one of its customer, neither taken; none without both. */
  private async paymentsOfOne(filter: Filter, open: Filter, others: SeededPayment[]) {
    const taken = new Set(others.map(({ id }) => id));
    const free = ({ id }: SeededPayment) => !taken.has(id);
    const pending = (await this.payments(open)).filter(free);
    for (const payment of (await this.payments(filter)).filter(free)) {
      const twin = pending.find(
        ({ id, customerId }) => customerId === payment.customerId && id !== payment.id,
      );
      if (twin) return [payment, twin];
    }
    return [];
  }

  private async import(account: Types.ObjectId, fileName: string, file: Buffer, rows: MadeRow[]) {
    const { _id } = await this.statements.upload(account, file, fileName, caller);
    await this.statements.setMapping(_id, { confirmed: true });
    await this.statements.import(_id, caller);
    this.done += rows.length;
    const ids = new Map<string, Types.ObjectId>();
    const { transactions } = await this.transactions.list({
      filter: { statementId: String(_id) },
      limit: '100',
    });
    for (const { _id: id, day, text } of transactions) ids.set(`${day} ${text}`, id);
    for (const { day, text, steps = [] } of rows) {
      const id = ids.get(`${day} ${text}`);
      if (!id) throw new Error(`No transaction of ${day}: ${text}`);
      for (const step of steps) await this.take(id, step);
    }
  }

  private async take(id: Types.ObjectId, step: Step): Promise<void> {
    const { version } = (await this.transactions.show(id)) as unknown as BankTransaction;
    if (step.do === 'match') {
      const { allocations, acceptShortfall, note } = step;
      await this.settlement.match(
        id,
        { allocations, version, ...(acceptShortfall && { acceptShortfall }), ...(note && { note }) },
        caller,
      );
    } else if (step.do === 'ignore') {
      await this.settlement.ignore(id, { reason: step.reason, version }, caller);
    } else {
      const [result] = await this.settlement.confirm({ ids: [String(id)] }, caller);
      if (!result?.ok) throw new Error(`Not confirmed: ${result?.message}`);
    }
  }
}
