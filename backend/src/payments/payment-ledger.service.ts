import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { Types } from 'mongoose';
import { isTestPayment, testTakesNoMoney } from '#domain/cards/cards';
import { formatDay } from '#domain/platform/dates';
import { ledgerMessages, type MoneyInput, type PaymentLedger } from '#domain/ledger/ledger-calls';
import { type EntryDraft, shortfallEndedBy } from '#domain/ledger/ledger-drafts';
import { moneyOf, shownFigures } from '#domain/ledger/payment-money';
import { formatCents, formatNamedMoney, toAmount, toCents } from '#domain/platform/money';
import { undoneNote } from '#domain/payments/payments';
import { handWayNames } from '#domain/ledger/ways';
import { Bookkeeper } from '../ledger/books/bookkeeper.service.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { EditConflictException } from '../platform/http/errors/edit-conflict.exception.js';
import { invalidFields } from '../platform/http/validation.pipe.js';
import { SubmissionsService } from '../platform/submissions/submissions.service.js';
import type { PaymentWithFigures } from './payment-record.js';
import type { Payment } from './payment.schema.js';
import { PaymentsService } from './payments.service.js';
import { planWords } from './plan-note.js';

type Id = Types.ObjectId;

/** Shows the entries of a payment, and records and voids those of money that an admin says. */
@Injectable()
export class PaymentLedgerService {
  constructor(
    private readonly payments: PaymentsService,
    private readonly books: Bookkeeper,
    private readonly unitOfWork: TransactionsService,
    private readonly submissions: SubmissionsService,
  ) {}

  /** Returns the entries, voided ones too, with the figures and bookings that follow. Throws 404. */
  async find(id: Id): Promise<PaymentLedger> {
    const [payment, bookings] = await Promise.all([this.payments.findStored(id), this.books.of(id)]);
    const { ledger: entries = [], currency, version } = payment;
    const { net, sale, kept, fee, bounds } = moneyOf(payment);
    return {
      entries,
      shortfall: 0,
      ...shownFigures(payment),
      net: toAmount(net),
      sale: toAmount(sale),
      kept: toAmount(kept),
      fee: toAmount(fee),
      receivable: toAmount(bounds.receipt),
      refundable: toAmount(bounds.refund),
      currency,
      version,
      bookings: bookings.map(({ _id, entryId, kind, way, day, bookedOn, at, by, ...booking }) => {
        const { amount, currency: booked, rate, usd, takesBack } = booking;
        const sums = { amount, currency: booked, rate, usd, ...(takesBack && { takesBack }) };
        return { _id, entryId, kind, way, day, bookedOn, ...sums, at: at.toISOString(), by };
      }),
    };
  }

  /**
   * Records money that came or went back by cash, cheque or otherwise, once per key. Throws 404, 409 for another version,
   * and 400 under `amount` beyond what is due or may go back.
   */
  record(id: Id, input: MoneyInput, caller: Caller, key?: string): Promise<PaymentWithFigures> {
    const body = { ...input, paymentId: String(id) };
    return this.submissions.once('money', key, body, {
      make: (remember) =>
        this.unitOfWork.run(async (unit) => {
          const before = await this.payments.findStored(id, unit);
          if (input.version !== before.version) throw new EditConflictException();
          const { today } = await this.books.now([], unit);
          const act = moneyAct(before, input, today);
          const after = await this.payments.act(before, act, caller, unit);
          remember({ paymentId: id }, unit);
          return this.payments.withFigures(after);
        }),
      replay: ({ paymentId }) => this.payments.findWithFigures(paymentId),
      refusal: () => ledgerMessages.recordedOtherwise,
    });
  }

  /**
   * Voids the step of an entry that an admin has recorded. Throws 404; 409 for another version, a voided entry, one of a
   * bank or a card, or one that a later entry needs.
   */
  voidStep(id: Id, entryId: string, version: number, caller: Caller): Promise<PaymentWithFigures> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.payments.findStored(id, unit);
      const entry = (before.ledger ?? []).find(({ _id }) => _id === entryId.toLowerCase());
      if (!entry) throw new NotFoundException(ledgerMessages.entryNotFound);
      if (version !== before.version) throw new EditConflictException();
      if (entry.voided) throw new ConflictException(ledgerMessages.voidedAlready);
      const step = (before.ledger ?? []).filter((one) => one.step === entry.step);
      if (step.some(({ way }) => way === 'bank')) throw new ConflictException(ledgerMessages.undoAtBank);
      if (step.some(({ way }) => way === 'card')) throw new ConflictException(ledgerMessages.ofCard);
      const note =
        entry.kind === 'said'
          ? undoneNote(entry.status ?? before.status)
          : `Undone: ${moneyNote(entry, before)}`;
      const after = await this.payments.act(before, { voids: [entry.step], note }, caller, unit);
      return this.payments.withFigures(after);
    });
  }
}

/** Returns the act of an admin who names money. Throws 400. */
function moneyAct(payment: Payment, { kind, way, amount, day, note }: MoneyInput, today: string) {
  const { referenceNumber, currency } = payment;
  if (isTestPayment(payment)) throw invalidFields({ amount: testTakesNoMoney(referenceNumber) });
  if (day > today) throw invalidFields({ day: 'Day must not be after today' });
  const figures = moneyOf(payment);
  const { bounds } = figures;
  const [cents, most] = [toCents(amount), kind === 'receipt' ? bounds.receipt : bounds.refund];
  if (cents > most)
    throw invalidFields({
      amount:
        most > 0
          ? `At most ${formatCents(most, currency)} of ${referenceNumber} can ${kind === 'receipt' ? 'still come in' : 'go back'}`
          : `Nothing of ${referenceNumber} ${kind === 'receipt' ? 'is due' : 'can go back'}`,
    });
  const entry: EntryDraft = {
    kind,
    way,
    amount,
    day,
    ...(kind === 'refund' && shortfallEndedBy(figures, cents)),
    ...(note && { note }),
  };
  const told = moneyNote(entry, payment, kind === 'receipt' ? planWords(payment, cents) : undefined);
  return { entries: [entry], note: note ? `${told} · ${note}` : told, typed: note };
}

/** "Received CA$500.00 on Nov 21, 2026 · Cash", and of a plan "Received CA$500.00 of CA$2,000.00 on …, part 1 of 2" */
function moneyNote(
  { kind, way, amount = 0, day }: EntryDraft,
  { currency }: Payment,
  { whole, part } = { whole: '', part: '' },
): string {
  const name = handWayNames[way as keyof typeof handWayNames];
  const act = kind === 'receipt' ? 'Received' : 'Refunded';
  return `${act} ${formatNamedMoney(amount, currency)}${whole} on ${formatDay(day)} · ${name}${part}`;
}
