import mongoose from 'mongoose';
import { createCustomer, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import { verifyStats } from '../../ledger/stats/rebuild.js';
import { StatsService } from '../../ledger/stats/stats.service.js';
import type { AuditEntry } from '#domain/audit/audit';
import { AuditService } from '../../audit/audit.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { MatchingService } from '../../bank/matching/matching.service.js';
import type { ChangedResource } from './change.js';
import { ChangesService } from './changes.service.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.stop());

const countOf = (collection: string) => app.connection.collection(collection).countDocuments();

describe('the subscribers of a change', () => {
  it.each<[ChangedResource, string[]]>([
    [
      'payments',
      [
        'AuditService.record',
        'StatsService.countPayments',
        'PayingCustomers.update',
        'NotificationsService.paymentsChanged',
        'MatchingService.paymentsChanged',
      ],
    ],
    [
      'customers',
      [
        'PayingCustomers.keepCustomers',
        'AuditService.record',
        'NotificationsService.forgetCustomers',
        'StatsService.countCustomers',
        'PaymentTerms.updateOfCustomers',
      ],
    ],
    ['bank-accounts', ['AccountCurrency.check', 'AuditService.record']],
    [
      'bank-transactions',
      ['AuditService.record', 'StatsService.countArrivals', 'MatchingService.transactionsChanged'],
    ],
    ['mails', ['AuditService.record', 'MailWorker.mailsChanged']],
  ])('of %s are called in the order of their steps, those after the commit last', (resource, ordered) => {
    const subscribers = app.app.get(ChangesService).subscribersOf(resource);
    expect(subscribers.filter((name) => ordered.includes(name))).toEqual(ordered);
  });

  it('end the transaction where one inside it fails: nothing of the change stays', async () => {
    const customerId = await createCustomer(app);
    const collections = ['payments', 'audit'];
    const before = await Promise.all(collections.map(countOf));
    const stats = app.app.get(StatsService);
    jest.spyOn(stats, 'countPayments').mockImplementation(() => {
      throw new Error('The figures are away');
    });
    const payment = { paymentMethod: 'bankTransfer', amount: 100, currency: 'CAD', status: 'pending' };
    await app.admin
      .post('/api/payments')
      .send({ ...payment, customerId })
      .expect(500);
    expect(await Promise.all(collections.map(countOf))).toEqual(before);
  });

  it('leave the change as it is where one fails after the commit', async () => {
    const payment = await createPayment(app);
    jest.spyOn(app.app.get(MatchingService), 'rematch').mockRejectedValue(new Error('Matching is away'));
    await app.admin.patch(`/api/payments/${payment._id}/status`).send({ status: 'paid' }).expect(200);
    const { body } = await app.admin.get(`/api/payments/${payment._id}`).expect(200);
    expect(body.status).toBe('paid');
  });

  it('find a note as an act on its customer: an entry of the history, and nothing else', async () => {
    const customerId = await createCustomer(app);
    const collections = ['figurechanges', 'mails'];
    // The leader may merge the customer's own deltas meanwhile, and take them away.
    const idsOf = async (name: string) =>
      (await app.connection.collection(name).find().project({ _id: 1 }).toArray()).map(({ _id }) =>
        String(_id),
      );
    const before = await Promise.all(collections.map(idsOf));
    const id = new mongoose.Types.ObjectId(customerId);
    const caller = {
      by: 'admin',
      actor: { kind: 'program' as const },
      ip: '127.0.0.1',
      requestId: 'note',
    };
    const fields = [{ field: 'note', from: null, to: 'Calls back on Monday' }];
    await app.app
      .get(TransactionsService)
      .run((unit) =>
        app.app.get(ChangesService).record('customers', { id, caller, action: 'update', fields }, unit),
      );
    const query = { 'filter[resource]': 'customers', 'filter[resourceId]': customerId };
    const { body } = await app.admin.get('/api/audit').query(query).expect(200);
    expect(body.entries).toMatchObject([
      { by: 'admin', action: 'update', changes: fields },
      { action: 'create' },
    ]);
    const after = await Promise.all(collections.map(idsOf));
    expect(after.map((ids, at) => ids.filter((id) => !before[at]!.includes(id)))).toEqual([[], []]);
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('are called again, and leave one entry, where the transaction runs again', async () => {
    const customerId = await createCustomer(app);
    const conflict = new mongoose.mongo.MongoError('Another transaction writes the same record');
    conflict.addErrorLabel('TransientTransactionError');
    const record = jest.spyOn(app.app.get(AuditService), 'record');
    const forget = jest
      .spyOn(app.app.get(NotificationsService), 'forgetCustomers')
      .mockRejectedValueOnce(conflict);
    await app.admin.delete(`/api/customers/${customerId}`).expect(204);
    expect(record).toHaveBeenCalledTimes(2);
    expect(forget).toHaveBeenCalledTimes(2);
    const entries = await app.connection
      .collection('audit')
      .countDocuments({ resourceId: customerId, action: 'delete' });
    expect(entries).toBe(1);
  });

  it('name their record as it is now, and a deleted one as they told it', async () => {
    const customerId = await createCustomer(app);
    const names = async () => {
      const query = { 'filter[resource]': 'customers', 'filter[resourceId]': customerId };
      const { body } = await app.admin.get('/api/audit').query(query).expect(200);
      return (body.entries as AuditEntry[]).map(({ action, name }) => [action, name]);
    };
    const { body: customer } = await app.admin.get(`/api/customers/${customerId}`).expect(200);
    await app.admin
      .put(`/api/customers/${customerId}`)
      .send({ ...customer, fullName: 'Noor Lind' })
      .expect(200);
    expect(await names()).toEqual([
      ['update', 'Noor Lind'],
      ['create', 'Noor Lind'],
    ]);
    await app.admin.delete(`/api/customers/${customerId}`).expect(204);
    expect(await names()).toEqual([
      ['delete', 'Noor Lind'],
      ['update', 'Noor Lind'],
      ['create', customer.fullName],
    ]);
  });
});
