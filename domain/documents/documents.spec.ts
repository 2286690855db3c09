import {
  beginningOfSale,
  type DocumentedPayment,
  dueDocuments,
  type DueDocument,
  type FormerDocument,
  isDocumented,
  openInvoice,
} from './documents.js';
import { moneyCame, moneyCredited, moneyReturned, moneyUpTo } from './money-lines.js';
import type { LedgerEntry } from '../ledger/ledger.js';
import { toAmount, toCents } from '../platform/money.js';
import { moneyOf } from '../ledger/payment-money.js';

let count = 0;
const entry = (fields: Partial<LedgerEntry>): LedgerEntry => ({
  _id: `e${++count}`,
  step: `s${count}`,
  kind: 'receipt',
  day: '2026-11-01',
  bookedOn: '2026-11-01',
  at: '2026-11-01T12:00:00.000Z',
  by: 'admin',
  ...fields,
});
const receipt = (amount: number) => entry({ kind: 'receipt', way: 'bank', amount });
const refund = (amount: number) => entry({ kind: 'refund', way: 'bank', amount });
const said = (status: 'paid' | 'pending' | 'refunded' | 'cancelled') =>
  entry({ kind: 'said', status, ...(status === 'paid' && { word: true }) });
const cancelled = (fee: number) => ({ ...said('cancelled'), fee });
const voided = (one: LedgerEntry): LedgerEntry => ({
  ...one,
  voided: { at: '2026-11-02T12:00:00.000Z', by: 'admin', bookedOn: '2026-11-02' },
});

const payment = (ledger: LedgerEntry[], fields: Partial<DocumentedPayment> = {}): DocumentedPayment => ({
  amount: 1000,
  currency: 'CAD',
  ledger,
  buyerVersion: 0,
  place: { country: 'canada', province: 'ontario' },
  ...fields,
});

const buyer = { name: 'Grace Lee', address: ['1 Main St'], email: 'grace@example.com' };

/** Issues what is due, and returns all documents. */
function issued(of: DocumentedPayment, former: readonly FormerDocument[] = []): FormerDocument[] {
  return dueDocuments(of, former).reduce<FormerDocument[]>(
    (documents, due) => {
      const invoice = openInvoice(documents);
      const { currency, place, buyerVersion } = of;
      const credits = due.kind === 'creditNote' && invoice ? { credits: { _id: invoice._id } } : {};
      const { kind, told, reason, isFee } = due;
      const total = toAmount(due.total);
      return [
        ...documents,
        {
          _id: ++count,
          kind,
          told,
          total,
          ...(reason && { reason }),
          ...credits,
          ...(isFee && { isFee }),
          currency,
          place,
          buyer,
          buyerVersion,
        },
      ];
    },
    [...former],
  );
}

const brief = (due: readonly DueDocument[]) =>
  due.map(({ kind, total, reason }) => [kind, toAmount(total), ...(reason ? [reason] : [])].join(' '));

describe('the documents that are due', () => {
  it('are none of a payment without a sale, and of one in test mode', () => {
    expect(dueDocuments(payment([]), [])).toEqual([]);
    expect(dueDocuments(payment([receipt(400)]), [])).toEqual([]);
    const card = { live: false } as DocumentedPayment['card'];
    expect(dueDocuments(payment([receipt(1000)], { card }), [])).toEqual([]);
  });

  it('are an invoice of the amount, and a credit note down to the sale', () => {
    expect(brief(dueDocuments(payment([said('paid')]), []))).toEqual(['invoice 1000']);
    expect(brief(dueDocuments(payment([receipt(1000), refund(300)]), []))).toEqual([
      'invoice 1000',
      'creditNote 300 Refund',
    ]);
  });

  it('credit what the sale is less by, with its reason', () => {
    const ledger = [receipt(1000)];
    const documents = issued(payment(ledger));
    expect(dueDocuments(payment(ledger), documents)).toEqual([]);
    expect(brief(dueDocuments(payment([...ledger, refund(300)]), documents))).toEqual([
      'creditNote 300 Refund',
    ]);
    expect(brief(dueDocuments(payment([...ledger, said('cancelled')]), documents))).toEqual([
      'creditNote 1000 Cancelled',
    ]);
    expect(brief(dueDocuments(payment([...ledger, said('refunded')]), documents))).toEqual([
      'creditNote 1000 Refund',
    ]);
    const reversal = entry({ kind: 'reversal', way: 'bank', amount: 1000, of: ledger[0]!._id });
    expect(brief(dueDocuments(payment([...ledger, reversal]), documents))).toEqual([
      'creditNote 1000 Cancelled',
    ]);
    const both = [...ledger, refund(300), said('pending')];
    expect(brief(dueDocuments(payment(both), documents))).toEqual(['creditNote 1000 Refund']);
    const partly = issued(payment([...ledger, refund(300)]), documents);
    expect(brief(dueDocuments(payment([...ledger, ledger[0]!, said('pending')]), partly))).toEqual([
      'creditNote 700 Cancelled',
    ]);
  });

  it('correct where the sale is larger, or amount, currency, place or buyer are others', () => {
    const ledger = [receipt(1000)];
    const documents = issued(payment(ledger));
    const corrected = ['creditNote 1000 Corrected', 'invoice 1000'];
    expect(brief(dueDocuments(payment(ledger, { buyerVersion: 1 }), documents))).toEqual(corrected);
    expect(dueDocuments(payment(ledger, { buyerVersion: 2, buyer }), documents)).toEqual([]);
    expect(brief(dueDocuments(payment(ledger, { place: undefined }), documents))).toEqual(corrected);
    expect(brief(dueDocuments(payment(ledger, { place: { country: 'usa' } }), documents))).toEqual(corrected);
    expect(brief(dueDocuments(payment([said('paid')], { amount: 1200 }), documents))).toEqual([
      'creditNote 1000 Corrected',
      'invoice 1200',
    ]);
    const back = refund(300);
    const partly = issued(payment([...ledger, back]), documents);
    expect(brief(dueDocuments(payment([...ledger, voided(back)]), partly))).toEqual([
      'creditNote 700 Corrected',
      'invoice 1000',
    ]);
    expect(brief(dueDocuments(payment([...ledger, back], { buyerVersion: 1 }), partly))).toEqual([
      'creditNote 700 Corrected',
      'invoice 1000',
      'creditNote 300 Refund',
    ]);
    // A payment without a sale has the rest of its invoice credited, and no new invoice for another buyer.
    expect(
      brief(dueDocuments(payment([...ledger, said('cancelled')], { buyerVersion: 1 }), documents)),
    ).toEqual(['creditNote 1000 Cancelled']);
  });

  it('are an invoice of the fee of a cancelled payment, or a credit note down to it', () => {
    const ledger = [receipt(400)];
    const kept = [...ledger, cancelled(300)];
    expect(dueDocuments(payment(kept), [])).toMatchObject([{ kind: 'invoice', total: 30_000, isFee: true }]);
    const documents = issued(payment(kept));
    const due = (more: LedgerEntry[], fields?: Partial<DocumentedPayment>) =>
      brief(dueDocuments(payment([...kept, ...more], fields), documents));
    expect(due([])).toEqual([]);
    expect(due([cancelled(200)])).toEqual(['creditNote 100 Cancelled']);
    expect(due([cancelled(350)])).toEqual(['creditNote 300 Corrected', 'invoice 350']);
    expect(due([said('pending')])).toEqual(['creditNote 300 Cancelled']);
    expect(due([refund(250)])).toEqual(['creditNote 150 Refund']);
    // A settled payment has an invoice of its amount, and no more one of a fee.
    expect(due([said('paid')])).toEqual(['creditNote 300 Corrected', 'invoice 1000']);

    const whole = [receipt(1000)];
    const invoiced = issued(payment(whole));
    const credited = payment([...whole, cancelled(300)]);
    expect(brief(dueDocuments(credited, invoiced))).toEqual(['creditNote 700 Cancelled']);
    const partly = issued(credited, invoiced);
    const more = [...whole, cancelled(300), cancelled(500)];
    const corrected = dueDocuments(payment(more), partly);
    expect(brief(corrected)).toEqual(['creditNote 300 Corrected', 'invoice 500']);
    expect(corrected[1]).toMatchObject({ isFee: true });
  });

  it('go on where an issue ended after each of them', () => {
    const of = payment([receipt(1000), refund(300)], { buyerVersion: 1 });
    const former = issued(payment([receipt(1000)]));
    const whole = brief(dueDocuments(of, former));
    expect(whole).toEqual(['creditNote 1000 Corrected', 'invoice 1000', 'creditNote 300 Refund']);
    for (let done = 1; done < whole.length; done++) {
      const documents = issued(of, former).slice(0, former.length + done);
      expect(brief(dueDocuments(of, documents))).toEqual(whole.slice(done));
    }
  });

  it('make the open invoice less its credit notes the sale after any acts between two issues', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    for (let walk = 0; walk < 400; walk++) {
      let ledger: LedgerEntry[] = [];
      let documents: FormerDocument[] = [];
      let [amount, buyerVersion] = [1000, 0];
      for (let step = 0; step < 12; step++) {
        const standing = ledger.filter((one) => !one.voided);
        const acts: (() => void)[] = [
          () => (ledger = [...ledger, receipt(1 + random(120_000) / 100)]),
          () => (ledger = [...ledger, receipt(1000)]),
          () => (ledger = [...ledger, refund(1 + random(120_000) / 100)]),
          () =>
            (ledger = [...ledger, said((['paid', 'pending', 'refunded', 'cancelled'] as const)[random(4)]!)]),
          () => (ledger = [...ledger, cancelled(1 + random(100_000) / 100)]),
          () => (amount = 1000 + random(3) * 10.01),
          () => (buyerVersion += 1),
          () => {
            const one = standing[random(Math.max(1, standing.length))];
            ledger = ledger.map((other) => (other === one ? voided(other) : other));
          },
        ];
        acts[random(acts.length)]!();
        if (random(2)) continue;
        const of = payment(ledger, { amount, buyerVersion });
        documents = issued(of, documents);
        const open = openInvoice(documents);
        const credited = documents.filter(({ credits }) => open && credits?._id === open._id);
        const left =
          (open ? toCents(open.total) : 0) - credited.reduce((sum, { total }) => sum + toCents(total), 0);
        expect(left).toBe(moneyOf(of).sale);
        expect(dueDocuments(of, documents)).toEqual([]);
        expect(documents.every(({ total }) => total > 0)).toBe(true);
      }
    }
  });
});

describe('a payment of before documents were made', () => {
  const since = '2026-11-01T12:00:00.001Z';
  it('has none by itself, until it has some, or a new sale begins', () => {
    const [first, cancelled] = [receipt(1000), said('cancelled')];
    expect(isDocumented(payment([first]), false, since)).toBe(false);
    expect(isDocumented(payment([first]), true, since)).toBe(true);
    const again = { ...said('paid'), at: since };
    expect(isDocumented(payment([first, cancelled, again]), false, since)).toBe(true);
    expect(isDocumented(payment([first, { ...refund(300), at: since }]), false, since)).toBe(false);
    expect(beginningOfSale(payment([first, cancelled]))).toBe(-1);
  });
});

describe('the money on a document', () => {
  const of = (ledger: LedgerEntry[]) => ({ ...payment(ledger), paymentMethod: 'interac' as const });

  it('is each receipt less what was reversed, and of a word what no receipt shows', () => {
    const first = receipt(400);
    const word = { ...said('paid'), day: '2026-11-03' };
    expect(moneyCame(of([first, word]))).toEqual([
      { day: '2026-11-01', way: 'bank', amount: 400 },
      { day: '2026-11-03', way: 'interac', amount: 600 },
    ]);
    const reversal = entry({ kind: 'reversal', way: 'bank', amount: 400, of: first._id });
    expect(moneyCame(of([first, reversal, receipt(1000)]))).toEqual([
      { day: '2026-11-01', way: 'bank', amount: 1000 },
    ]);
  });

  it('is of a fee the receipts up to it, each as it moved', () => {
    const original = { amount: 800, currency: 'USD' };
    const lines = moneyCame(of([receipt(100), { ...receipt(400), original }, receipt(200)]));
    expect(moneyUpTo(lines, toCents(300))).toEqual([
      { day: '2026-11-01', way: 'bank', amount: 100 },
      { day: '2026-11-01', way: 'bank', amount: 200, original: { amount: 400, currency: 'USD' } },
    ]);
  });

  it('is of a credit note what went back of its total, and nothing that an earlier one has credited', () => {
    const [paid, fee] = [receipt(1000), cancelled(400)];
    const line = (amount: number) => ({ day: '2026-11-01', way: 'bank', amount });
    const credited = (total: number, ...refunds: number[]) =>
      moneyCredited(of([paid, fee, ...refunds.map(refund)]), 2, toCents(total));
    expect(credited(100, 600, 100)).toEqual([line(100)]);
    expect(credited(100, 700)).toEqual([line(100)]);
    expect(credited(400, 600)).toEqual([]);
    const refunded = [paid, fee, refund(600), said('refunded')];
    expect(moneyCredited(of(refunded), 2, toCents(400))).toEqual([{ ...line(400), way: 'interac' }]);
    expect(moneyCredited(of([paid, refund(300), refund(200)]), 1, toCents(500))).toEqual([
      line(300),
      line(200),
    ]);
  });

  it('is what went back since, or what a person said to', () => {
    expect(moneyReturned(of([receipt(1000), refund(300), refund(200)]), 2)).toEqual([
      { day: '2026-11-01', way: 'bank', amount: 200 },
    ]);
    expect(moneyReturned(of([said('paid'), said('refunded')]))).toEqual([
      { day: '2026-11-01', way: 'interac', amount: 1000 },
    ]);
    const back = refund(300);
    const returned = entry({ kind: 'refundReturned', way: 'bank', amount: 300, of: back._id });
    expect(moneyReturned(of([receipt(1000), back, returned]))).toEqual([]);
  });
});
