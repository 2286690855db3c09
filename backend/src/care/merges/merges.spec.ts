import { Types } from 'mongoose';
import type { AuditEntry } from '#domain/audit/audit';
import type { Customer, CustomerInput } from '#domain/customers/customers';
import {
  changedSince,
  type Duplicates,
  mergedMessage,
  mergeMessages,
  type MergeResult,
} from '#domain/care/merges';
import { messages } from '#domain/platform/messages';
import { verifyStats } from '../../ledger/stats/rebuild.js';
import { aCheckout, createCustomer, createPayment, receive } from '../../testing/builders.js';
import { bankDesk, createAccount } from '../../testing/reconciliation.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';

describe('two customers who are one person', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const find = async (id: string) =>
    (await app.admin.get(`/api/customers/${id}`).expect(200)).body as Customer;
  const duplicatesOf = async (id: string) => {
    const { body } = await app.admin.get(`/api/customers/${id}/duplicates`).expect(200);
    return (body as Duplicates).duplicates.map(({ customer, reasons }) => [customer._id, reasons]);
  };
  const listed = async (query: object): Promise<string[]> => {
    const { body } = await app.admin
      .get('/api/customers')
      .query({ limit: 100, ...query })
      .expect(200);
    expect(body.pagination.total).toBe(body.customers.length);
    return (body.customers as Customer[]).map(({ _id }) => _id);
  };
  /** The customers in the list of those with duplicates, once all that are due were looked at. */
  const listedDuplicates = async (): Promise<string[]> => {
    const customers = app.connection.collection('customers');
    await waitFor(async () => !(await customers.findOne({ duplicatesDue: true })));
    return listed({ 'filter[duplicates]': 'true' });
  };
  const merge = async (id: string, from: string, more: object = {}) => {
    const versions = { [id]: (await find(id)).version, [from]: (await find(from)).version };
    return app.admin.post(`/api/customers/${id}/merge`).send({ from, versions, ...more });
  };
  const merged = async (id: string, from: string, more: object = {}): Promise<MergeResult> => {
    const { status, body } = await merge(id, from, more);
    expect([status, body.message]).toEqual([200, undefined]);
    return body as MergeResult;
  };
  const undo = (id: string) => app.admin.post(`/api/customers/merges/${id}/undo`);
  const person = (fields: Partial<CustomerInput>) =>
    createCustomer(app, { phone: '1', city: 'X', postalCode: '1', ...fields });
  const paymentsOf = async (id: string) =>
    (
      (await app.admin.get('/api/payments').query({ 'filter[customerId]': id, limit: 100 }).expect(200)).body
        .payments as { _id: string }[]
    ).map(({ _id }) => _id);

  describe('are found', () => {
    it.each<[string, Partial<CustomerInput>, Partial<CustomerInput>, string[]]>([
      [
        'the same phone, with or without the country code',
        { phone: '+1 (416) 555-7701' },
        { phone: '416.555.7701' },
        ['phone'],
      ],
      [
        'the same words of a name in any order and the same city',
        { fullName: 'Zoë Ann Müller', city: 'Québec' },
        { fullName: 'muller, zoe ann', city: 'QUEBEC' },
        ['name'],
      ],
      [
        'the same words of a name, parted by hyphens, apostrophes or blanks',
        { fullName: 'Marie-Ève D’Côté', city: 'Laval' },
        { fullName: "MARIE EVE D'COTE", city: 'Laval' },
        ['name'],
      ],
      [
        'the same name and postal code',
        { fullName: 'Tim Codeman', postalCode: 'K1A 0B1' },
        { fullName: 'Codeman Tim', postalCode: 'k1a0b1' },
        ['name'],
      ],
      [
        'the same email but for dots and +',
        { email: 'dot.ted+trip@example.com' },
        { email: 'Dotted@Example.com' },
        ['email'],
      ],
    ])('by %s', async (_, one, other, reasons) => {
      const [first, second] = [
        await person({ fullName: `A ${new Types.ObjectId().toHexString()}`, ...one }),
        await person({ fullName: `C ${new Types.ObjectId().toHexString()}`, ...other }),
      ];
      expect(await duplicatesOf(first)).toEqual([[second, reasons]]);
      expect(await duplicatesOf(second)).toEqual([[first, reasons]]);
    });

    it('by the same payer in the bank', async () => {
      const [first, second] = [await person({ fullName: 'E F3' }), await person({ fullName: 'G H4' })];
      for (const customerId of [first, second]) {
        const payment = await createPayment(app, { customerId });
        await app.connection.collection('banktransactions').insertOne({
          payerKey: 'PAYER SHARED',
          allocations: [
            { paymentId: new Types.ObjectId(payment._id), customerId: new Types.ObjectId(customerId) },
          ],
        });
      }
      expect(await duplicatesOf(first)).toEqual([[second, ['payer']]]);
    });

    it('by the payer in the bank, in the list as well, as long as the matches stand', async () => {
      const before = await listedDuplicates();
      const added = async () => (await listedDuplicates()).filter((id) => !before.includes(id)).sort();
      const desk = bankDesk(app, await createAccount(app, 'Payers'));
      const ids = [];
      const transactions = [];
      for (const [index, fullName] of ['N O8', 'P Q9', 'R S10'].entries()) {
        const customerId = await person({ fullName });
        const payment = await createPayment(app, { customerId, amount: 100, currency: 'CAD' });
        const row = await desk.arrive('E-TRANSFER ***ab3 PAULINE PAYER', 100, `2026-11-2${index + 1}`);
        expect(await added()).toEqual(ids.length > 1 ? [...ids].sort() : []);
        await desk.match(row._id, payment._id, 100);
        ids.push(customerId);
        transactions.push({ row, payment });
      }
      const [one, other, third] = ids as [string, string, string];
      expect(await added()).toEqual([...ids].sort());
      await desk.undo(transactions[2]!.row._id);
      expect(await added()).toEqual([one, other].sort());
      await desk.undo(transactions[1]!.row._id);
      expect(await added()).toEqual([]);
      await desk.match(transactions[1]!.row._id, transactions[1]!.payment._id, 100);
      expect(await added()).toEqual([one, other].sort());
      await merged(third, other);
      expect(await added()).toEqual([one, third].sort());
      await app.admin
        .post(`/api/customers/${one}/erasure`)
        .send({ reason: 'Asked by mail', name: 'N O8' })
        .expect(200);
      expect(await duplicatesOf(third)).toEqual([]);
      expect(await added()).toEqual([]);
    });

    it('the likeliest first, in pages, and not by a number of one digit', async () => {
      const shared = { phone: '613-555-0188' };
      const first = await person({ fullName: 'Lou Likely', ...shared, city: 'Hull' });
      for (let number = 0; number < 21; number++) await person({ fullName: `Desk ${number}`, ...shared });
      const likely = await person({ fullName: 'Likely Lou', ...shared, city: 'Hull' });
      const page = async (number: number) =>
        (await app.admin.get(`/api/customers/${first}/duplicates?page=${number}`).expect(200))
          .body as Duplicates;
      const [one, two] = [await page(1), await page(2)];
      expect(one.duplicates[0]).toMatchObject({ customer: { _id: likely }, reasons: ['phone', 'name'] });
      expect(one.pagination).toEqual({ page: 1, limit: 20, total: 22, pages: 2 });
      const ids = [...one.duplicates, ...two.duplicates].map(({ customer }) => customer._id);
      expect([new Set(ids).size, two.duplicates.length]).toEqual([22, 2]);
      await app.admin.get(`/api/customers/${first}/duplicates?page=0`).expect(400);
      const unreachable = await person({ fullName: 'Zero One', phone: '000-000-0000' });
      await person({ fullName: 'Zero Two', phone: '0000000000' });
      expect(await duplicatesOf(unreachable)).toEqual([]);
    });

    it('not by a first name, a short number or another place', async () => {
      const one = await person({ fullName: 'Cher', phone: '12345', city: 'Paris' });
      await person({ fullName: 'Cher', phone: '12345', city: 'Paris' });
      await person({ fullName: 'Only Here', city: 'Rome' });
      const elsewhere = await person({ fullName: 'Only Here', city: 'Oslo', postalCode: '2' });
      expect(await duplicatesOf(one)).toEqual([]);
      expect(await duplicatesOf(elsewhere)).toEqual([]);
    });

    it('by the filter of the list, until they are called different people, changed or deleted', async () => {
      const before = await listedDuplicates();
      const phone = '+66 2 555 99 01';
      const [one, other, third] = [
        await person({ fullName: 'I J5', phone }),
        await person({ fullName: 'K L6', phone }),
        await person({ fullName: 'M N7', phone: '+66 2 555 99 02' }),
      ];
      const added = async () => (await listedDuplicates()).filter((id) => !before.includes(id)).sort();
      expect(await added()).toEqual([one, other].sort());
      const { body } = await app.admin
        .post(`/api/customers/${one}/different`)
        .send({ from: one })
        .expect(400);
      expect(body.message).toBe('A customer is not different from itself');
      await app.admin.post(`/api/customers/${one}/different`).send({ from: other }).expect(204);
      expect(await added()).toEqual([]);
      expect(await duplicatesOf(other)).toEqual([]);
      const form = { ...(await find(third)), version: undefined };
      await app.admin
        .put(`/api/customers/${third}`)
        .send({ ...form, phone })
        .expect(200);
      expect(await added()).toEqual([one, other, third].sort());
      await app.admin.delete(`/api/customers/${third}`).expect(204);
      expect(await added()).toEqual([]);
      await app.admin.get('/api/customers?filter[duplicates]=x').expect(400);
    });
  });

  /** Two customers, each with a payment of money, a comment and mails. */
  async function makePair() {
    const [id, from] = [
      await person({
        fullName: 'Olga Stays',
        email: `olga.${new Types.ObjectId().toHexString()}@example.com`,
      }),
      await person({
        fullName: 'Olga Goes',
        email: `goes.${new Types.ObjectId().toHexString()}@example.com`,
        city: 'Utrecht',
      }),
    ];
    const [own, moving] = [
      await createPayment(app, { customerId: id }),
      await createPayment(app, { customerId: from }),
    ];
    await app.admin.patch(`/api/payments/${moving._id}/status`).send({ status: 'paid' }).expect(200);
    await receive(app, own._id, 10);
    const comment = async (input: object) =>
      (await app.admin.post('/api/comments').send(input).expect(201)).body as { _id: string };
    const onCustomer = await comment({ customerId: from, text: 'On the customer' });
    const onPayment = await comment({ paymentId: moving._id, text: 'On the payment' });
    await app.admin.post(`/api/comments/${onCustomer._id}/pin`).expect(200);
    return { id, from, own, moving, onCustomer, onPayment };
  }

  it('are merged: everything moves, and the id of the one that went stands for the other', async () => {
    const { id, from, own, moving, onCustomer } = await makePair();
    const [stays, goes] = [await find(id), await find(from)];
    const stats = async () =>
      (await app.admin.get('/api/customers/stats').expect(200)).body as { total: number };
    const { total } = await stats();
    const { body: counted } = await app.admin.get(`/api/customers/${from}/merge`).expect(200);
    const { customer, moved, merge: _id } = await merged(id, from, { fields: { city: 'from' } });
    expect(moved).toEqual({ payments: 1, comments: 2, mails: expect.any(Number), documents: 0 });
    expect(counted).toEqual(moved);
    await app.admin.get(`/api/customers/${from}/merge`).expect(409);
    expect(moved.mails).toBeGreaterThan(0);
    expect(_id).toMatch(/^[0-9a-f]{24}$/);
    expect(customer).toMatchObject({
      _id: id,
      fullName: 'Olga Stays',
      city: 'Utrecht',
      email: stays.email,
      hasPayment: true,
      furtherEmails: [goes.email],
      version: stays.version + 1,
    });
    expect(customer).not.toHaveProperty('duplicateKeys');
    expect(await find(from)).toEqual({ ...(await find(id)), mergedInto: id });
    expect((await paymentsOf(from)).sort()).toEqual([own._id, moving._id].sort());
    expect(await listed({ 'filter[name]': 'Olga Goes' })).toEqual([]);
    expect((await stats()).total).toBe(total - 1);
    const csv = await app.admin.get('/api/customers/export?format=csv').expect(200);
    expect(csv.text).not.toContain(goes.email);
    expect((await app.admin.get('/api/search').query({ q: goes.email })).body.customers).toMatchObject([
      { _id: id },
    ]);
    const form = { ...goes, version: undefined };
    const put = await app.admin.put(`/api/customers/${from}`).send(form).expect(409);
    expect(put.body.message).toBe(mergedMessage('Olga Stays'));
    await app.admin.delete(`/api/customers/${from}`).expect(409);
    await app.admin.post(`/api/customers/${from}/different`).send({ from: id }).expect(409);

    const later = await createPayment(app, { customerId: from });
    expect(later.customerId).toBe(id);
    const { body: comment } = await app.admin
      .post('/api/comments')
      .send({ customerId: from, text: 'A' })
      .expect(201);
    expect(comment.customerId).toBe(id);
    const { body: timeline } = await app.admin
      .get('/api/activity')
      .query({ 'filter[customerId]': from, limit: 100 })
      .expect(200);
    expect(timeline.pinned._id).toBe(onCustomer._id);
    expect(timeline.items.map(({ text }: { text?: string }) => text)).toContain('On the payment');
    const { body: page } = await app.admin
      .get('/api/mails')
      .query({ 'filter[customerId]': from })
      .expect(200);
    expect(page.pagination.total).toBeGreaterThan(0);

    // The two addresses change places: none is lost, and both are the customer's.
    const swapped = { ...(await find(id)), email: goes.email, version: undefined };
    await app.admin.put(`/api/customers/${id}`).send(swapped).expect(200);
    expect(await find(id)).toMatchObject({ email: goes.email, furtherEmails: [stays.email] });
    const back = { ...swapped, email: stays.email };
    await app.admin.put(`/api/customers/${id}`).send(back).expect(200);
    expect(await find(id)).toMatchObject({ email: stays.email, furtherEmails: [goes.email] });

    const checkout = aCheckout({ email: ` ${goes.email.toUpperCase()}` });
    const { body: bought } = await app.visitor.post('/api/payments/checkout').send(checkout).expect(201);
    expect((await app.admin.get(`/api/payments/${bought.paymentId}`)).body.customerId).toBe(id);
    const trail = await app.admin
      .get('/api/audit')
      .query({ 'filter[action]': 'merge', limit: 100 })
      .expect(200);
    const entries = (trail.body.entries as AuditEntry[]).filter(({ resourceId = '' }) =>
      [id, from, moving._id].includes(resourceId),
    );
    expect(entries.map(({ resource }) => resource).sort()).toEqual(['customers', 'customers', 'payments']);
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('are apart again after the undo: what came since and later edits stay', async () => {
    const { id, from, own, moving, onCustomer, onPayment } = await makePair();
    const [stays, goes] = [await find(id), await find(from)];
    const { merge: _id, moved } = await merged(id, from, {
      fields: { name: 'from', email: 'from', city: 'from' },
    });
    expect(await find(id)).toMatchObject({
      email: goes.email,
      furtherEmails: [stays.email],
      fullName: 'Olga Goes',
    });
    const later = await createPayment(app, { customerId: id });
    const form = { ...(await find(id)), version: undefined };
    await app.admin
      .put(`/api/customers/${id}`)
      .send({ ...form, city: 'Edited since' })
      .expect(200);

    const { body } = await undo(_id).expect(200);
    expect(body.moved).toEqual(moved);
    const back = await find(from);
    expect({ ...back, version: 0, updatedAt: '' }).toEqual({ ...goes, version: 0, updatedAt: '' });
    expect(body.restored).toEqual(back);
    const kept = await find(id);
    expect(kept).toMatchObject({ fullName: stays.fullName, email: stays.email, city: 'Edited since' });
    expect(kept).not.toHaveProperty('furtherEmails');
    expect(await paymentsOf(from)).toEqual([moving._id]);
    expect((await paymentsOf(id)).sort()).toEqual([own._id, later._id].sort());
    const { body: timeline } = await app.admin
      .get('/api/activity')
      .query({ 'filter[customerId]': from, limit: 100 });
    expect(timeline.pinned._id).toBe(onCustomer._id);
    expect(timeline.items.map((item: { _id: string }) => item._id)).toContain(onPayment._id);
    expect((await undo(_id).expect(409)).body.message).toBe(mergeMessages.undone);
    const { body: bought } = await app.visitor
      .post('/api/payments/checkout')
      .send(aCheckout({ email: goes.email }))
      .expect(201);
    expect((await app.admin.get(`/api/payments/${bought.paymentId}`)).body.customerId).toBe(from);
    expect(await verifyStats(app.connection)).toEqual([]);
    // And once more.
    await merged(id, from);
    expect(await find(from)).toMatchObject({ mergedInto: id });
  });

  it('have, once apart again, pages of the payments that moved at new links, as the other one may have had the old ones', async () => {
    const { id, from, own, moving } = await makePair();
    const { email } = await find(from);
    const { body: typed } = await app.visitor.post('/api/payments/checkout').send(aCheckout({ email }));
    const { merge: _id } = await merged(id, from);
    const pageOf = async (paymentId: string) => {
      const { body } = await app.admin.post(`/api/payments/${paymentId}/link`).send({}).expect(200);
      return `/api${new URL(body.url as string).pathname.replace('/order/', '/orders/')}`;
    };
    const pages = await Promise.all([own._id, moving._id, typed.paymentId as string].map(pageOf));
    await undo(_id).expect(200);
    const statuses = await Promise.all(pages.map(async (page) => (await app.visitor.get(page)).status));
    expect(statuses).toEqual([200, 404, 200]);
    const { body: order } = await app.visitor.get(await pageOf(moving._id)).expect(200);
    expect(order.name).toBe('Olga Goes');
  });

  it('have, once apart again, the mails that wait about their own payments', async () => {
    const { id, from, own } = await makePair();
    const { _id: moving } = await createPayment(app, { customerId: from });
    const [stays, goes] = [await find(id), await find(from)];
    const { merge: _id } = await merged(id, from);
    for (const paymentId of [own._id, moving])
      await app.admin.post(`/api/payments/${paymentId}/mails`).send({ kind: 'instructions' }).expect(201);
    await undo(_id).expect(200);
    const recipients = async (paymentId: string) => {
      const { body } = await app.admin
        .get('/api/mails')
        .query({ 'filter[paymentId]': paymentId })
        .expect(200);
      return (body.mails as { kind: string; to: string }[]).flatMap(({ kind, to }) =>
        kind === 'instructions' ? [to] : [],
      );
    };
    expect(await recipients(own._id)).toEqual([stays.email]);
    expect(await recipients(moving)).toEqual([goes.email]);
  });

  it('are not taken apart where what moved was changed, which the refusal names', async () => {
    const { id, from, moving, onPayment } = await makePair();
    const { merge: _id } = await merged(id, from);
    await app.admin.patch(`/api/payments/${moving._id}/status`).send({ status: 'cancelled' }).expect(200);
    await app.admin.patch(`/api/comments/${onPayment._id}`).send({ text: 'Other', version: 0 }).expect(200);
    const { body } = await undo(_id).expect(409);
    expect(body.message).toBe(changedSince([moving.referenceNumber, 'a comment']));
    expect(await find(from)).toMatchObject({ mergedInto: id });
  });

  it('are merged in chains, whose undo goes backwards; further merges do not stand in its way', async () => {
    const [a, b, c, d] = [
      await person({ fullName: 'Chain A' }),
      await person({ fullName: 'Chain B' }),
      await person({ fullName: 'Chain C' }),
      await person({ fullName: 'Chain D' }),
    ];
    const payment = await createPayment(app, { customerId: a });
    const first = await merged(b, a);
    const further = await merged(b, d);
    const second = await merged(c, b);
    expect(await find(a)).toMatchObject({ _id: c, mergedInto: c });
    expect((await find(c)).furtherEmails).toHaveLength(3);
    const { body } = await undo(first.merge).expect(409);
    expect(body.message).toBe(mergedMessage('Chain C'));
    await undo(second.merge).expect(200);
    expect(await find(a)).toMatchObject({ _id: b });
    await undo(first.merge).expect(200);
    expect(await find(a)).toMatchObject({ _id: a, hasPayment: true });
    expect(await paymentsOf(a)).toEqual([payment._id]);
    expect(await find(b)).toMatchObject({ hasPayment: false });
    expect(await find(d)).toMatchObject({ _id: b });
    await undo(further.merge).expect(200);
    expect(await verifyStats(app.connection)).toEqual([]);
  });

  it('are each as they were, in whichever order their merges are undone', async () => {
    const fields = { name: 'from', email: 'from', country: 'from' };
    for (const order of [
      [0, 1, 2],
      [1, 0, 2],
      [0, 2, 1],
    ]) {
      const stays = await person({
        fullName: 'Order Stays',
        country: 'usa',
        state: 'new_york',
        province: '',
      });
      const others = await Promise.all(
        ['One', 'Two', 'Three'].map((name) => person({ fullName: `Order ${name}` })),
      );
      const ids = [stays, ...others];
      const before = await Promise.all(ids.map(find));
      const merges: string[] = [];
      // The second one brings its addresses alone.
      for (const [index, from] of others.entries())
        merges.push((await merged(stays, from, index === 1 ? {} : { fields })).merge);
      const [first = 0, ...rest] = order;
      await undo(merges[first]!).expect(200);
      const { email, furtherEmails = [] } = await find(stays);
      const left = before.filter((_, index) => index !== first + 1).map((one) => one.email);
      expect([email, ...furtherEmails].sort()).toEqual(left.sort());
      for (const index of rest) await undo(merges[index]!).expect(200);
      for (const [index, id] of ids.entries()) {
        const { fullName, email: own, country, province, state } = before[index]!;
        const after = await find(id);
        expect(after).toMatchObject({ _id: id, fullName, email: own, country, province, state });
        expect(after).not.toHaveProperty('furtherEmails');
      }
    }
  });

  it('have an address once, where the undo finds that of the one that went in its place', async () => {
    const [id, from] = [await person({ fullName: 'Swap One' }), await person({ fullName: 'Swap Two' })];
    const [stays, goes] = [await find(id), await find(from)];
    const { merge: _id, customer } = await merged(id, from);
    const swapped = { ...customer, email: goes.email, phone: '77', version: undefined };
    await app.admin.put(`/api/customers/${id}`).send(swapped).expect(200);
    await undo(_id).expect(200);
    expect(await find(id)).toMatchObject({ email: stays.email, phone: '77' });
    expect(await find(from)).toMatchObject({ email: goes.email });
  });

  it('are, once apart again, different from the people that each was called different from', async () => {
    const [stays, goes, other, later] = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => person({ fullName: `Differing ${name}`, phone: '416 555 8812' })),
    );
    const differ = (id: string, from: string) =>
      app.admin.post(`/api/customers/${id}/different`).send({ from }).expect(204);
    const foundFor = async (id: string) => new Set((await duplicatesOf(id)).map(([one]) => one));
    await differ(goes!, other!);
    const { merge: _id } = await merged(stays!, goes!);
    await differ(stays!, later!);
    expect(await foundFor(stays!)).toEqual(new Set());
    await undo(_id).expect(200);
    expect(await foundFor(stays!)).toEqual(new Set([goes, other]));
    expect(await foundFor(other!)).toEqual(new Set([stays, later]));
    expect(await foundFor(goes!)).toEqual(new Set([stays, later]));
  });

  it('that are deleted take the ones that were merged into them along', async () => {
    const [id, from] = [await person({ fullName: 'Del One' }), await person({ fullName: 'Del Two' })];
    const { merge: _id } = await merged(id, from);
    await app.admin.delete(`/api/customers/${id}`).expect(204);
    await app.admin.get(`/api/customers/${from}`).expect(404);
    await undo(_id).expect(404);
    expect(JSON.stringify(await app.connection.collection('customermerges').find().toArray())).not.toContain(
      'Del Two',
    );
  });

  it.each<[string, (ids: { id: string; from: string }) => object, number, string]>([
    ['itself', ({ id }) => ({ from: id, versions: { [id]: 0 } }), 400, mergeMessages.itself],
    ['no versions', ({ from }) => ({ from }), 400, mergeMessages.versions],
    ['one version only', ({ id, from }) => ({ from, versions: { [id]: 0 } }), 400, mergeMessages.versions],
    [
      'an older version',
      ({ id, from }) => ({ from, versions: { [id]: 0, [from]: 7 } }),
      409,
      messages.editConflict,
    ],
    [
      'another choice',
      ({ id, from }) => ({ from, versions: { [id]: 0, [from]: 0 }, fields: { city: 'both' } }),
      400,
      mergeMessages.fields,
    ],
    [
      'another field',
      ({ id, from }) => ({ from, versions: { [id]: 0, [from]: 0 }, fields: { _id: 'from' } }),
      400,
      mergeMessages.fields,
    ],
    [
      'an unknown customer',
      ({ id }) => ({ from: 'f'.repeat(24), versions: { [id]: 0 } }),
      400,
      messages.customerNotFound,
    ],
  ])('are not merged with %s', async (_, body, status, message) => {
    const ids = { id: await person({ fullName: 'No One' }), from: await person({ fullName: 'No Two' }) };
    const answer = await app.admin.post(`/api/customers/${ids.id}/merge`).send(body(ids)).expect(status);
    expect(JSON.stringify(answer.body)).toContain(message);
    expect(await find(ids.from)).toMatchObject({ version: 0 });
  });

  it('are merged once by two admins at once, beside checkouts and edits: nothing is lost or doubled', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, from } = await makePair();
      const [one, other] = [await find(id), await find(from)];
      const versions = { [id]: one.version, [from]: other.version };
      const buy = () => app.visitor.post('/api/payments/checkout').send(aCheckout({ email: other.email }));
      const [first, second, back, edit, ...bought] = await Promise.all([
        app.admin.post(`/api/customers/${id}/merge`).send({ from, versions }),
        app.admin.post(`/api/customers/${id}/merge`).send({ from, versions }),
        app.admin.post(`/api/customers/${from}/merge`).send({ from: id, versions }),
        app.admin.put(`/api/customers/${from}`).send({ ...other, city: 'Edited' }),
        buy(),
        buy(),
        buy(),
      ]);
      const merges = [first, second, back].filter(({ status }) => status === 200);
      expect(merges.length + (edit.status === 200 ? 1 : 0)).toBe(1);
      expect(bought.map(({ status }) => status)).toEqual([201, 201, 201]);
      const kept = await app.connection
        .collection('payments')
        .find({
          customerId: { $in: [new Types.ObjectId(id), new Types.ObjectId(from)] },
        })
        .toArray();
      expect(kept).toHaveLength(5);
      const owners = new Set(kept.map(({ customerId }) => String(customerId)));
      const done = merges[0];
      if (done) expect([...owners]).toEqual([done.body.customer._id]);
      else expect(owners.size).toBe(2);
      if (done && round % 2) await undo(done.body.merge as string).expect(200);
    }
    expect(await verifyStats(app.connection)).toEqual([]);
  });
});
