import { type ListSpec, parseListQuery } from '../../src/platform/http/list-query.js';
import { cardEventListSpec } from '../../src/cards/events/card-event-list.js';
import { customerListSpec } from '../../src/customers/customer-list.js';
import { mailListSpec } from '../../src/mail/mail-list.js';
import { paymentListSpec } from '../../src/payments/lists/payment-list.js';
import { bankAccountListSpec } from '../../src/bank/accounts/bank-accounts.service.js';
import { transactionListSpec } from '../../src/bank/transactions/bank-transaction-list.js';
import { TestApp } from '../../src/testing/test-app.js';

const lists: [collection: string, spec: ListSpec][] = [
  ['payments', paymentListSpec],
  ['customers', customerListSpec],
  ['banktransactions', transactionListSpec],
  ['bankaccounts', bankAccountListSpec],
  ['mails', mailListSpec],
  ['cardevents', cardEventListSpec],
];
const sorts = lists.flatMap(([collection, spec]) =>
  Object.keys(spec.sorts).flatMap((name) => [name, `-${name}`].map((sort) => ({ collection, spec, sort }))),
);

describe('a list', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  it('is seen to be sorted in memory where it has no index', async () => {
    const plan = await app.connection
      .collection('payments')
      .find({})
      .sort({ notes: 1 })
      .explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain('"SORT"');
  });

  it.each(sorts)(
    'of $collection is sorted by $sort in the order of an index',
    async ({ collection, spec, sort }) => {
      const parsed = parseListQuery({ sort }, spec).sort as Record<string, 1 | -1>;
      const plan = await app.connection.collection(collection).find({}).sort(parsed).explain('queryPlanner');
      expect(JSON.stringify(plan)).toContain('"IXSCAN"');
      expect(JSON.stringify(plan)).not.toContain('"SORT"');
    },
  );
});
