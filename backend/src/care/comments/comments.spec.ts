import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '#domain/audit/audit';
import { type Comment, type CommentedRecord, commentMessages, maximumComment } from '#domain/care/comments';
import { messages } from '#domain/platform/messages';
import { erasureMessages } from '#domain/care/personal-data';
import { UsersService } from '../../auth/users/users.service.js';
import { createCustomer, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';

describe('comments', () => {
  let app: TestApp;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    app = await TestApp.start();
    const password = 'a long enough passphrase 17';
    for (const [username, role] of [
      ['mona', 'manager'],
      ['max', 'manager'],
      ['vera', 'viewer'],
    ] as const) {
      await app.app.get(UsersService).add({ username, email: `${username}@example.com`, role, password });
      const { body } = await app.visitor.post('/api/auth/login').send({ username, password }).expect(200);
      tokens[username] = body.token as string;
    }
  });
  afterAll(() => app.stop());

  const as = (name: string, method: 'get' | 'post' | 'patch' | 'delete', path: string) =>
    app.visitor[method](`/api${path}`).auth(tokens[name]!, { type: 'bearer' });
  const leave = async (input: object, name = 'mona') =>
    (await as(name, 'post', '/comments').send(input).expect(201)).body as Comment;
  const trail = async (id: string) => {
    const query = { 'filter[resource]': 'comments', 'filter[id]': id, sort: 'at' };
    return (await app.admin.get('/api/audit').query(query).expect(200)).body.entries as AuditEntry[];
  };
  const searched = async (q: string) =>
    (await app.admin.get('/api/search').query({ q }).expect(200)).body.comments as
      | CommentedRecord[]
      | undefined;
  const stored = () => app.connection.collection('comments');

  it('stand on a customer or a payment, with author and time', async () => {
    const customerId = await createCustomer(app);
    const payment = await createPayment(app, { customerId });
    const comment = await leave({ customerId, text: '  Pays on Friday\nby cheque ' });
    expect(comment).toEqual({
      _id: expect.any(String),
      customerId,
      text: 'Pays on Friday\nby cheque',
      by: 'mona',
      version: 0,
      authorId: expect.any(String),
      createdAt: expect.any(String),
    });
    const onPayment = await leave({ paymentId: payment._id, text: 'Called twice' });
    expect(onPayment).toMatchObject({ customerId, paymentId: payment._id });
  });

  it('take no new words of a customer whose personal data is erased', async () => {
    const customerId = await createCustomer(app, { fullName: 'Ernest Earlier' });
    const payment = await createPayment(app, { customerId });
    const comment = await leave({ customerId, text: 'Prefers mails' });
    await app.admin.patch(`/api/payments/${payment._id}/status`).send({ status: 'cancelled' }).expect(200);
    await app.admin
      .post(`/api/customers/${customerId}/erasure`)
      .send({ reason: 'Asked by phone', name: 'Ernest Earlier' })
      .expect(200);
    const { version } = (await stored().findOne({ text: 'Erased' }))!;
    for (const refused of [
      as('mona', 'post', '/comments').send({ customerId, text: 'Ernest called' }),
      as('mona', 'post', '/comments').send({ paymentId: payment._id, text: 'Ernest called' }),
      as('mona', 'patch', `/comments/${comment._id}`).send({ text: 'Ernest called', version }),
    ])
      expect((await refused.expect(409)).body.message).toBe(erasureMessages.erasedRecord);
    expect(await stored().countDocuments({ text: 'Ernest called' })).toBe(0);
    await as('mona', 'delete', `/comments/${comment._id}`).send({ version }).expect(200);
  });

  it.each([
    ['no record', { text: 'A' }, 'customerId', commentMessages.oneRecord],
    [
      'both',
      { customerId: 'f'.repeat(24), paymentId: 'f'.repeat(24), text: 'A' },
      'paymentId',
      commentMessages.oneRecord,
    ],
    ['no id', { customerId: { $gt: '' }, text: 'A' }, 'customerId', commentMessages.oneRecord],
    [
      'an unknown customer',
      { customerId: 'f'.repeat(24), text: 'A' },
      'customerId',
      messages.customerNotFound,
    ],
    ['an unknown payment', { paymentId: 'f'.repeat(24), text: 'A' }, 'paymentId', messages.paymentNotFound],
    ['no text', { customerId: 'f'.repeat(24), text: ' \u200b' }, 'text', 'Comment is required'],
    ['another type', { customerId: 'f'.repeat(24), text: ['A'] }, 'text', 'Comment is required'],
  ])('with %s are refused, and nothing is stored', async (_, input, field, message) => {
    const before = await stored().countDocuments();
    const { body } = await as('mona', 'post', '/comments').send(input).expect(400);
    expect(body.errors[field]).toBe(message);
    expect(await stored().countDocuments()).toBe(before);
  });

  it('have up to 2,000 characters, an emoji counting as two', async () => {
    const customerId = await createCustomer(app);
    await leave({ customerId, text: '😀'.repeat(maximumComment / 2) });
    const text = `a${'😀'.repeat(maximumComment / 2)}`;
    const { body } = await as('mona', 'post', '/comments').send({ customerId, text }).expect(400);
    expect(body.errors.text).toBe('Comment must be at most 2000 characters');
  });

  it('are made once for each key, also at once', async () => {
    const customerId = await createCustomer(app);
    const key = randomUUID();
    const send = (text: string) =>
      as('mona', 'post', '/comments').set('Idempotency-Key', key).send({ customerId, text });
    const answers = await Promise.all([send('Once'), send('Once'), send('Once')]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    const { body } = await send('Other').expect(409);
    expect(body.message).toBe(commentMessages.sentAlready);
  });

  it('are changed by their author only, and the audit trail has every version', async () => {
    const customerId = await createCustomer(app);
    const { _id } = await leave({ customerId, text: 'First' });
    const edit = (name: string, text: string, version: unknown) =>
      as(name, 'patch', `/comments/${_id}`).send({ text, version });
    expect((await edit('max', 'Mine', 0).expect(403)).body.message).toBe(commentMessages.notAuthor);
    await app.admin.patch(`/api/comments/${_id}`).send({ text: 'Mine', version: 0 }).expect(403);
    const { body } = await edit('mona', 'Second', 0).expect(200);
    expect(body).toMatchObject({ text: 'Second', version: 1, editedAt: expect.any(String) });
    await edit('mona', 'Third', 0).expect(409);
    await edit('mona', 'Third', undefined).expect(400);
    await edit('mona', '', 1).expect(400);
    await edit('mona', 'Third', 1).expect(200);
    const texts = (await trail(_id)).map(({ action, by, changes = [] }) => [
      action,
      by,
      changes.find(({ field }) => field === 'customerId')?.to,
      changes.find(({ field }) => field === 'text'),
    ]);
    expect(texts).toEqual([
      ['create', 'mona', customerId, { field: 'text', from: null, to: 'First' }],
      ['update', 'mona', customerId, { field: 'text', from: 'First', to: 'Second' }],
      ['update', 'mona', customerId, { field: 'text', from: 'Second', to: 'Third' }],
    ]);
  });

  it('are deleted by their author or an admin; by whom and when stays', async () => {
    const customerId = await createCustomer(app);
    const first = await leave({ customerId, text: 'Xylophone' });
    const path = `/comments/${first._id}`;
    expect((await as('max', 'delete', path).send({ version: 0 }).expect(403)).body.message).toBe(
      commentMessages.notOwn,
    );
    await as('mona', 'delete', path).send({ version: 1 }).expect(409);
    await as('mona', 'delete', path).expect(400);
    await as('mona', 'post', `${path}/pin`).expect(200);
    const { body } = await app.admin.delete(`/api${path}`).send({ version: 1 }).expect(200);
    expect(body).toMatchObject({ deleted: { by: 'admin', at: expect.any(String) }, version: 2 });
    expect(body).not.toHaveProperty('text');
    expect(body).not.toHaveProperty('pinned');
    expect(JSON.stringify(await stored().find().toArray())).not.toMatch(/xylophone/i);
    const edited = await as('mona', 'patch', path).send({ text: 'Back', version: 2 }).expect(409);
    expect(edited.body.message).toBe(commentMessages.deleted);
    await as('mona', 'delete', path).send({ version: 2 }).expect(409);
    await as('mona', 'post', `${path}/pin`).expect(409);
    expect((await trail(first._id)).map(({ action, by }) => [action, by])).toEqual([
      ['create', 'mona'],
      ['pin', 'mona'],
      ['delete', 'admin'],
    ]);
    const own = await leave({ customerId, text: 'Mine' });
    await as('mona', 'delete', `/comments/${own._id}`).send({ version: 0 }).expect(200);
  });

  it('are read by a viewer, who writes none', async () => {
    const customerId = await createCustomer(app);
    const { _id } = await leave({ customerId, text: 'Quokka' });
    const found = await as('vera', 'get', '/search?q=quokka').expect(200);
    expect(found.body.comments).toHaveLength(1);
    await as('vera', 'post', '/comments').send({ customerId, text: 'A' }).expect(403);
    await as('vera', 'patch', `/comments/${_id}`).send({ text: 'A', version: 0 }).expect(403);
    await as('vera', 'delete', `/comments/${_id}`).send({ version: 0 }).expect(403);
    await as('vera', 'post', `/comments/${_id}/pin`).expect(403);
    await as('vera', 'post', `/comments/${_id}/unpin`).expect(403);
  });

  it('are pinned one for each record, also where several are pinned at once', async () => {
    const customerId = await createCustomer(app);
    const payment = await createPayment(app, { customerId });
    const ids: string[] = [];
    for (const text of ['One', 'Two', 'Three']) ids.push((await leave({ customerId, text }))._id);
    const { _id: onPayment } = await leave({ paymentId: payment._id, text: 'Four' });
    await as('max', 'post', `/comments/${onPayment}/pin`).expect(200);
    const pin = (id: string) => as('max', 'post', `/comments/${id}/pin`);
    const answers = await Promise.all(ids.map(pin));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const pinned = await stored().find({ pinned: true }).toArray();
    const ofRecords = pinned.map(({ pinnedOn }) => String(pinnedOn));
    expect(ofRecords.filter((id) => id === customerId)).toHaveLength(1);
    expect(ofRecords.filter((id) => id === payment._id)).toHaveLength(1);
    const { body } = await as('max', 'post', `/comments/${onPayment}/unpin`).expect(200);
    expect(body).not.toHaveProperty('pinned');
    expect((await trail(onPayment)).map(({ action }) => action)).toEqual(['create', 'pin', 'unpin']);
  });

  it('find their customer or payment by all of their words, marked as found by a comment', async () => {
    const customerId = await createCustomer(app, { fullName: 'Zed Findable' });
    const payment = await createPayment(app, { customerId });
    const { _id } = await leave({ customerId, text: 'Wants the Château tour, paid $2,256.61' });
    await leave({ customerId, text: 'The chateau again, tour and all' });
    const onPayment = await leave({ paymentId: payment._id, text: 'Chateau: ask for O’Brien' });
    const found = (await searched('chateau'))!;
    expect(found.map(({ customer, payment: found }) => [customer?._id, found?._id])).toEqual([
      [customerId, payment._id],
      [customerId, undefined],
    ]);
    expect(found[0]).toMatchObject({
      customer: { fullName: 'Zed Findable' },
      payment: { referenceNumber: payment.referenceNumber },
      comment: { _id: onPayment._id, text: 'Chateau: ask for O’Brien', by: 'mona' },
    });
    expect(await searched('TOUR châ')).toHaveLength(1);
    expect((await searched('$2,256.61'))?.[0]?.comment._id).toBe(_id);
    expect(await searched('brien chateau')).toHaveLength(1);
    expect(await searched('chateau nowhere')).toBeUndefined();
    expect(await searched('')).toBeUndefined();
    const { body } = await app.admin.get('/api/search?q=chateau').expect(200);
    expect([body.customers, body.payments]).toEqual([[], []]);
  });

  it('go with their customer and their payment, and follow a payment that moves', async () => {
    const [one, other] = [await createCustomer(app), await createCustomer(app)];
    const payment = await createPayment(app, { customerId: one });
    await leave({ customerId: one, text: 'Stays' });
    const moving = await leave({ paymentId: payment._id, text: 'Moves' });
    const { body } = await app.admin.get(`/api/payments/${payment._id}`).expect(200);
    const { amount, currency, paymentMethod, status, version } = body;
    const form = { amount, currency, paymentMethod, status, version, customerId: other };
    await app.admin.put(`/api/payments/${payment._id}`).send(form).expect(200);
    const owners = async () =>
      (
        await stored()
          .find({ text: { $in: ['Stays', 'Moves'] } })
          .sort({ createdAt: 1 })

          .toArray()
      ).map(({ text, customerId }) => [text, String(customerId)]);
    expect(await owners()).toEqual([
      ['Stays', one],
      ['Moves', other],
    ]);
    await app.admin.delete(`/api/customers/${one}`).expect(204);
    expect(await owners()).toEqual([['Moves', other]]);
    await app.admin.delete(`/api/payments/${payment._id}`).expect(204);
    expect(await owners()).toEqual([]);
    await as('mona', 'patch', `/comments/${moving._id}`).send({ text: 'A', version: 0 }).expect(404);
  });

  it('that mention colleagues write to each of them once, and to no one else', async () => {
    const users = app.app.get(UsersService);
    const password = 'a long enough passphrase 17';
    for (const username of ['mona.b', 'gone', 'silent'])
      await users.add({ username, email: `${username}@example.com`, role: 'viewer', password });
    const change = (usernameKey: string, fields: object) =>
      app.connection.collection('users').updateOne({ usernameKey }, { $set: fields });
    await change('gone', { disabled: true });
    await change('silent', { email: '' });
    const { body: people } = await as('vera', 'get', '/people/names').expect(200);
    expect(people).toEqual({ names: ['admin', 'max', 'mona', 'mona.b', 'silent', 'vera'] });
    const customerId = await createCustomer(app, { fullName: 'Mary Mentioned' });
    const payment = await createPayment(app, { customerId });
    const mailsOf = async ({ _id }: Comment) =>
      app.connection
        .collection('mails')
        .find({ key: { $regex: `^mention:${_id}:` } })
        .sort({ to: 1 })
        .toArray();
    const recipients = async (comment: Comment) => (await mailsOf(comment)).map(({ to }) => to as string);
    const text = '@Max, see <b>https://a.example</b>; @gone @silent @mona and @mona.b. Not max@vera.example';
    const comment = await leave({ paymentId: payment._id, text });
    expect(await recipients(comment)).toEqual(['max@example.com', 'mona.b@example.com']);
    const [mail] = await mailsOf(comment);
    expect(mail).toMatchObject({ kind: 'mention', to: 'max@example.com' });
    expect([String(mail!.customerId), String(mail!.paymentId)]).toEqual([customerId, payment._id]);
    expect(mail!.subject).toBe(`${payment.referenceNumber}: mona mentions you in a comment`);
    expect(mail!.text).toContain(text);
    expect(mail!.text).toContain(`/admin/payments/${payment._id}`);
    expect(mail!.html).toContain('see &lt;b&gt;https://a.example&lt;/b&gt;;');
    expect(String(mail!.html).match(/<a /g)).toHaveLength(1);
    const edits = ['@max and now @vera', 'Nobody', '@max @vera @mona.b'];
    for (const [version, edited] of edits.entries())
      await as('mona', 'patch', `/comments/${comment._id}`).send({ text: edited, version }).expect(200);
    const all = ['max@example.com', 'mona.b@example.com', 'vera@example.com'];
    expect(await recipients(comment)).toEqual(all);
    const waiting = async (comment: Comment) =>
      (await mailsOf(comment)).map(({ to, state, text: told }) => [
        to,
        state,
        String(told).includes(edits[2]!),
      ]);
    // One that waits says what the comment says now.
    expect(await waiting(comment)).toEqual(all.map((to) => [to, 'held', true]));
    const taken = await leave({ paymentId: payment._id, text: '@max @vera' });
    await as('mona', 'patch', `/comments/${taken._id}`).send({ text: 'For @max', version: 0 }).expect(200);
    expect((await waiting(taken)).map(([, state]) => state)).toEqual(['held', 'cancelled']);
    await as('mona', 'delete', `/comments/${taken._id}`).send({ version: 1 }).expect(200);
    expect((await waiting(taken)).map(([, state]) => state)).toEqual(['cancelled', 'cancelled']);
    const onCustomer = await leave({ customerId, text: 'For @vera' });
    const [other] = await mailsOf(onCustomer);
    expect(other!.subject).toBe('Mary Mentioned: mona mentions you in a comment');
    expect(other!.text).toContain(`/admin/customers/${customerId}`);
    const to = { to: 'other@example.com' };
    await app.connection.collection('mails').updateOne({ _id: other!._id }, { $set: { state: 'sent' } });
    await app.admin
      .post(`/api/mails/${String(other!._id)}/resend`)
      .send(to)
      .expect(409);

    await app.admin.patch(`/api/payments/${payment._id}/status`).send({ status: 'cancelled' }).expect(200);
    const erasure = { reason: 'Asked by phone', name: 'Mary Mentioned' };
    await app.admin.post(`/api/customers/${customerId}/erasure`).send(erasure).expect(200);
    const left = JSON.stringify([...(await mailsOf(comment)), ...(await mailsOf(onCustomer))]);
    expect(left).not.toMatch(/Mentioned|For @vera|a\.example/);
  });

  it('left while their customer is deleted are refused or go with it', async () => {
    for (let round = 0; round < 5; round++) {
      const customerId = await createCustomer(app);
      const [comment, deletion] = await Promise.all([
        as('mona', 'post', '/comments').send({ customerId, text: 'At once' }),
        app.admin.delete(`/api/customers/${customerId}`),
      ]);
      expect(deletion.status).toBe(204);
      expect([201, 400]).toContain(comment.status);
    }
    expect(await stored().countDocuments({ text: 'At once' })).toBe(0);
  });
});
