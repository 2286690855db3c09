import { toCents } from '#domain/platform/money';
import { TestApp } from '../../testing/test-app.js';
import { verifyStats } from '../../ledger/stats/rebuild.js';
import { bankDesk, createAccount, createDue } from '../../testing/reconciliation.js';

describe('the status of a payment', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start();
    desk = bankDesk(app, await createAccount(app));
  });
  afterEach(async () => expect(await verifyStats(app.connection)).toEqual([]));
  afterAll(() => app.stop());

  const due = (name: string) => createDue(app, name, { amount: 1000 });

  it('follows the receipts: settled by two, it is owed again once the first is undone', async () => {
    const { _id } = await due('Two Transfers');
    const first = await desk.arrive('FIRST PART', 400);
    const second = await desk.arrive('SECOND PART', 600);
    await desk.match(first._id, _id, 400);
    await desk.match(second._id, _id, 600);
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', received: 1000, due: 0 });
    expect(await desk.undo(first._id)).toMatchObject({ statusKept: false });
    expect(await desk.payment(_id)).toMatchObject({ status: 'pending', received: 600, due: 400 });
    // A person's change alone is undone in the history.
    expect(await desk.payment(_id)).not.toHaveProperty('batch');
    await desk.match(first._id, _id, 400);
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', due: 0 });
  });

  it('follows the receipts where a shortfall was accepted', async () => {
    const { _id } = await due('Short Transfers');
    const first = await desk.arrive('SHORT FIRST', 500);
    const second = await desk.arrive('SHORT SECOND', 480);
    await desk.match(first._id, _id, 500);
    await desk.match(second._id, _id, 480, { acceptShortfall: true });
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', shortfall: 20, due: 0 });
    await desk.undo(first._id);
    expect(await desk.payment(_id)).toMatchObject({ status: 'pending', received: 480, due: 500 });
  });

  it('is not refunded any more once one of two refunds is undone', async () => {
    const { _id } = await due('Two Refunds');
    const credit = await desk.arrive('CREDIT TO REFUND', 1000);
    await desk.match(credit._id, _id, 1000);
    const [first, second] = [await desk.arrive('OUT ONE', -400), await desk.arrive('OUT TWO', -600)];
    await desk.match(first._id, _id, 400);
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', refunded: 400 });
    await desk.match(second._id, _id, 600);
    expect(await desk.payment(_id)).toMatchObject({ status: 'refunded', refunded: 1000 });
    await desk.undo(first._id);
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', received: 1000, refunded: 600 });
  });

  it('goes on following the receipts after a note, and after an undone batch', async () => {
    const { _id } = await due('Noted Twice');
    const credit = await desk.arrive('NOTED CREDIT', 1000);
    await desk.match(credit._id, _id, 1000);
    await desk.setStatus(_id, 'paid', 'The customer has called');
    const { body: batch } = await app.admin
      .post('/api/payments/status')
      .send({ ids: [_id], status: 'failed' })
      .expect(200);
    const { body: undone } = await app.admin
      .post('/api/payments/status/undo')
      .send({ batch: batch.batch })
      .expect(200);
    expect(undone.results).toMatchObject([{ id: _id, ok: true }]);
    expect(await desk.undo(credit._id)).toMatchObject({ statusKept: false });
    expect(await desk.payment(_id)).toMatchObject({ status: 'pending', received: 0, due: 1000 });
  });

  it('stays as a person has set it last, and the answer says so', async () => {
    const { _id } = await due('Set By Hand');
    const credit = await desk.arrive('HAND CREDIT', 1000);
    await desk.match(credit._id, _id, 1000);
    await desk.setStatus(_id, 'failed');
    expect(await desk.undo(credit._id)).toMatchObject({ statusKept: true });
    expect(await desk.payment(_id)).toMatchObject({ status: 'failed', received: 0 });
    // Money that settles it ends what the person has set; without the money that stands again.
    expect(await desk.match(credit._id, _id, 1000)).toMatchObject({ statusKept: false });
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid' });
    await desk.undo(credit._id);
    expect(await desk.payment(_id)).toMatchObject({ status: 'failed', due: 1000 });
  });

  it('is owed again once a person reopens it after a refund of all, and takes new money', async () => {
    const { _id } = await due('Reopened Payment');
    const credit = await desk.arrive('CREDIT BEFORE', 1000);
    await desk.match(credit._id, _id, 1000);
    const refund = await desk.arrive('REFUND BEFORE', -1000);
    await desk.match(refund._id, _id, 1000);
    await desk.setStatus(_id, 'pending');
    expect(await desk.payment(_id)).toMatchObject({ status: 'pending', due: 1000 });
    const again = await desk.arrive('CREDIT AGAIN', 1000);
    await desk.match(again._id, _id, 1000);
    expect(await desk.payment(_id)).toMatchObject({ status: 'paid', received: 2000, refunded: 1000, due: 0 });
    const { body: stats } = await app.admin.get('/api/reports/summary').expect(200);
    expect(
      stats.revenue.currencies.find((one: { currency: string }) => one.currency === 'CAD'),
    ).toBeDefined();
    // The first refund cannot be taken back: the payment would have received 1,000 too much.
    const { body: refused } = await desk.act(refund._id, 'undo', { version: 1 }).expect(409);
    expect(refused.message).toContain('has received CA$1,000.00 since: undo that first');
    await desk.undo(again._id);
    expect(await desk.payment(_id)).toMatchObject({ status: 'pending', due: 1000 });
    await desk.undo(refund._id);
    expect(await desk.payment(_id)).toMatchObject({ received: 1000, refunded: 0, due: 0 });
  });

  it('set back to refunded by hand owes nothing again', async () => {
    const { _id } = await due('Reopened By Mistake');
    const credit = await desk.arrive('CREDIT MISTAKE', 1000);
    await desk.match(credit._id, _id, 1000);
    const refund = await desk.arrive('REFUND MISTAKE', -1000);
    await desk.match(refund._id, _id, 1000);
    await desk.setStatus(_id, 'pending');
    await desk.setStatus(_id, 'refunded');
    expect(await desk.payment(_id)).toMatchObject({ status: 'refunded', due: 0 });
  });

  it('of a refunded part lowers the revenue in the figures, the reports and the export', async () => {
    const revenue = async () => {
      const { body } = await app.admin.get('/api/reports/summary').expect(200);
      const cad = body.revenue.currencies.find((one: { currency: string }) => one.currency === 'CAD');
      return toCents(cad?.amount ?? 0);
    };
    const total = async () => (await app.admin.get('/api/payments/stats').expect(200)).body.totalRevenue;
    const before = [await revenue(), await total()] as const;
    const payment = await due('Part Refunded');
    const credit = await desk.arrive('CREDIT PART', 1000);
    await desk.match(credit._id, payment._id, 1000);
    const refund = await desk.arrive('REFUND PART', -300);
    await desk.match(refund._id, payment._id, 300);
    expect((await revenue()) - before[0]).toBe(70_000);
    expect((await total()) - before[1]).toBeCloseTo(511, 2);
    const { text } = await app.admin
      .get('/api/payments/export')
      .query({ format: 'csv', 'filter[referenceNumber]': payment.referenceNumber })
      .expect(200);
    const [header = '', row = ''] = text.replaceAll('"', '').trim().split(/\r?\n/);
    const cells = Object.fromEntries(header.split(',').map((title, index) => [title, row.split(',')[index]]));
    expect(cells).toMatchObject({
      Received: '1000.00',
      Refunded: '300.00',
      Net: '700.00',
      Sale: '700.00',
      Due: '0.00',
      Ways: 'Bank',
      'US Dollars': '511.00',
      Rate: '0.73',
    });
    await desk.undo(refund._id);
    expect((await revenue()) - before[0]).toBe(100_000);
  });
});
