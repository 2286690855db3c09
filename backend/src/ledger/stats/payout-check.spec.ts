import { importReport, reportRow } from '../../testing/payouts.js';
import { sampleEvent, samplePayment, sampleSession } from '../../cards/samples.js';
import { cardEnvironment, sendEvent } from '../../testing/cards.js';
import { bankDesk, createAccount } from '../../testing/reconciliation.js';
import { calendarOf } from '#domain/platform/calendar';
import { TestApp } from '../../testing/test-app.js';
import { verifyPayouts } from './payout-check.js';
import { rebuildPayouts } from './payout-rebuild.js';

describe('the check of payouts', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start(cardEnvironment);
    const payment = samplePayment({ live: true });
    const session = sampleSession(payment);
    await sendEvent(app, sampleEvent('checkout.session.completed', session, { live: true })).expect(200);
    await importReport(app, [
      reportRow({ balance_transaction_id: 'txn_1', payment_intent_id: payment.paymentIntentId }),
      reportRow({ automatic_payout_id: 'po_open', payment_intent_id: 'pi_unknown' }),
    ]);
    const desk = bankDesk(app, await createAccount(app));
    const { _id, version } = await desk.arrive('STRIPE', 2190.87);
    await desk.act(_id, 'match', { kind: 'payout', payoutId: 'po_sample', version }).expect(200);
  });
  afterAll(() => app.stop());

  it('finds nothing where payouts, lines, payments and bank rows agree', async () => {
    expect(await verifyPayouts(app.connection)).toEqual([]);
  });

  const rebuild = () => rebuildPayouts(app.connection, calendarOf('UTC'));
  it.each<[string, string, object, object, string, 'corrects' | 'leaves']>([
    [
      'a sum',
      'cardpayouts',
      { _id: 'po_sample' },
      { feeCents: 1 },
      'fee is 0.01, its lines make 65.74',
      'corrects',
    ],
    [
      'a state',
      'cardpayouts',
      { _id: 'po_open' },
      { state: 'matched' },
      'state is matched, its lines make open',
      'corrects',
    ],
    [
      'the sum of booked fees',
      'cardpayouts',
      { _id: 'po_open' },
      { fees: [] },
      'booked fees is 0.00, its lines make 65.74',
      'corrects',
    ],
    [
      'a part of the booked fees',
      'cardpayouts',
      { _id: 'po_open' },
      { fees: [{ bookedOn: '2026-11-20', cents: 65 }] },
      'booked fees is 0.65, its lines make 65.74',
      'corrects',
    ],
    [
      'the number of lines without a payment',
      'cardpayouts',
      { _id: 'po_open' },
      { withoutPayment: 2 },
      'number of lines without a payment is 2, its lines make 1',
      'corrects',
    ],
    [
      'the mark of a line',
      'cardpayoutlines',
      { payoutId: 'po_open' },
      { isUnknown: null },
      'number of lines marked so is 1, its lines make 0',
      'corrects',
    ],
    [
      'the payment’s fee',
      'payments',
      {},
      { 'payout.fee': 1 },
      'names another payout, day or fee',
      'corrects',
    ],
    [
      'the bank’s amount',
      'banktransactions',
      {},
      { cents: 1 },
      'its bank transaction has another amount',
      'leaves',
    ],
    ['the bank row', 'banktransactions', {}, { offsets: [] }, 'does not name it', 'leaves'],
  ])(
    'tells where %s is not what follows, which a rebuild corrects or leaves to a person',
    async (_, name, which, change, told, how) => {
      const collection = app.connection.collection(name);
      const before = (await collection.findOne(which))!;
      await collection.updateOne(which, { $set: change });
      const found = await verifyPayouts(app.connection);
      expect(found.join('\n')).toContain(told);
      await rebuild();
      expect(await verifyPayouts(app.connection)).toEqual(how === 'leaves' ? found : []);
      if (how === 'corrects') expect(await collection.findOne({ _id: before._id })).toEqual(before);
      await collection.replaceOne({ _id: before._id }, before);
      expect(await verifyPayouts(app.connection)).toEqual([]);
    },
  );

  it('books corrected fees today where the day of the payout is closed', async () => {
    const payouts = app.connection.collection<{ _id: string; day: string; fees: object[] }>('cardpayouts');
    const before = (await payouts.findOne({ _id: 'po_open' }))!;
    const books = app.connection.collection<{ _id: string }>('books');
    await books.updateOne({ _id: 'closing' }, { $set: { closedUntil: before.day } }, { upsert: true });
    await payouts.updateOne({ _id: 'po_open' }, { $set: { fees: [{ bookedOn: before.day, cents: 6500 }] } });
    await rebuild();
    expect((await payouts.findOne({ _id: 'po_open' }))!.fees).toEqual([
      { bookedOn: before.day, cents: 6500 },
      { bookedOn: calendarOf('UTC').dayOf(new Date()), cents: 74 },
    ]);
    await books.deleteOne({ _id: 'closing' });
    await payouts.replaceOne({ _id: 'po_open' }, before);
  });

  it('tells of a bank row that names a payout which is not there', async () => {
    await app.connection
      .collection('banktransactions')
      .updateOne({}, { $set: { 'offsets.0.payoutId': 'po_none' } });
    expect(await verifyPayouts(app.connection)).toContain(
      'bank transactions name a payout that is not there: po_none',
    );
  });
});
