import { randomUUID } from 'node:crypto';
import { buildCustomer, createCustomer, createPayment } from '../testing/builders.js';
import { TestApp } from '../testing/test-app.js';

describe('customers', () => {
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(() => app.stop());

  const list = async (query: object) => (await app.admin.get('/api/customers').query(query).expect(200)).body;

  it('keep the province or the state that their country has, and no other', async () => {
    for (const [country, kept] of [
      ['usa', { province: null, state: 'NY' }],
      ['canada', { province: 'ON', state: null }],
      ['other', { province: 'ON', state: null }],
    ] as const) {
      const input = buildCustomer({ country, province: 'ON', state: 'NY' });
      const { body } = await app.admin.post('/api/customers').send(input).expect(201);
      expect(body).toMatchObject(kept);
      const { body: changed } = await app.admin.put(`/api/customers/${body._id}`).send(input).expect(200);
      expect(changed).toMatchObject(kept);
    }
  });

  it('are created with the fields of the form and those that follow from them', async () => {
    const { body: unknown } = await app.admin
      .post('/api/customers')
      .send({ ...buildCustomer(), referralSource: null })
      .expect(201);
    expect(unknown.referralSource).toBe('');
    const input = buildCustomer({ fullName: '  Ana Maria de Souza ', referralSource: 'A friend' });
    const { body } = await app.admin.post('/api/customers').send(input).expect(201);
    expect(body).toEqual({
      ...input,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      fullName: 'Ana Maria de Souza',
      firstName: 'Ana',
      lastName: 'Maria de Souza',
      state: null,
      hasPayment: false,
      version: 0,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    const { body: found } = await app.admin.get(`/api/customers/${body._id}`).expect(200);
    expect(found).toEqual(body);
  });

  it('are added once per key, however often and at once the form is sent', async () => {
    const form = buildCustomer({ fullName: 'Onlyone Person' });
    const key = randomUUID();
    const send = (body: object, idempotencyKey: string = key) =>
      app.admin.post('/api/customers').set('Idempotency-Key', idempotencyKey).send(body);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(form).expect(201)));
    const { body: added } = await send(form, key.toUpperCase()).expect(201);
    for (const { body } of answers) expect(body).toEqual(added);
    const { body: refusal } = await send({ ...form, city: 'Halifax' }).expect(409);
    expect(refusal.message).toBe(
      'This customer was added already, as Onlyone Person, with other details. Open that one to change it.',
    );
    const named = { 'filter[name]': 'onlyone' };
    expect((await list(named)).pagination.total).toBe(1);
    await send(form, 'no key').expect(400);
    await send(form, randomUUID()).expect(201);
    expect((await list(named)).pagination.total).toBe(2);

    await app.admin.delete(`/api/customers/${added._id}`).expect(204);
    await send(form).expect(404);
    expect((await list(named)).pagination.total).toBe(1);
  });

  it('are added under a key that a payment was recorded under', async () => {
    const key = randomUUID();
    const customerId = await createCustomer(app);
    const payment = { customerId, paymentMethod: 'interac', amount: 1, currency: 'CAD', status: 'pending' };
    const send = (path: string, body: object) =>
      app.admin.post(`/api/${path}`).set('Idempotency-Key', key).send(body).expect(201);
    const { body: recorded } = await send('payments', payment);
    const { body: added } = await send('customers', buildCustomer());
    expect(added._id).not.toBe(customerId);
    expect((await send('payments', payment)).body).toEqual(recorded);
  });

  it('drop what the form does not have', async () => {
    const input = {
      ...buildCustomer(),
      hasPayment: true,
      _id: 'x',
      version: undefined,
      role: 'admin',
      nameKey: 'x',
    };
    const { body } = await app.admin.post('/api/customers').send(input).expect(201);
    expect(body.hasPayment).toBe(false);
    expect(body).not.toHaveProperty('role');
    expect(body).not.toHaveProperty('nameKey');
  });

  it('say what is missing or wrong', async () => {
    const { body } = await app.admin.post('/api/customers').send({ fullName: ' ' }).expect(400);
    expect(body).toEqual({
      statusCode: 400,
      message: 'Full name is required',
      errors: {
        fullName: 'Full name is required',
        email: 'Email is required',
        phone: 'Phone is required',
        country: 'Country is required',
        address: 'Address is required',
        city: 'City is required',
        postalCode: 'Postal code is required',
      },
    });
    for (const [change, errors] of [
      [{ email: 'ada' }, { email: 'Invalid email address' }],
      [{ country: 'Canada' }, { country: 'Country must be one of canada, usa, other' }],
      [{ province: 'XX' }, { province: 'Please select a valid province' }],
      [{ fullName: ['a'] }, { fullName: 'Full name is required' }],
      [{ referralSource: {} }, { referralSource: 'Referral source must be text' }],
      [{ city: 'x'.repeat(121) }, { city: 'City must be at most 120 characters' }],
    ] as const) {
      const answer = await app.admin
        .post('/api/customers')
        .send({ ...buildCustomer(), ...change })
        .expect(400);
      expect(answer.body.errors).toEqual(errors);
    }
  });

  it('keep a province in the spelling that was sent, and are found by either', async () => {
    const city = `Town ${Date.now()}`;
    await createCustomer(app, { province: 'ontario', city, fullName: `Slug ${city}` });
    await createCustomer(app, { province: 'ON', city, fullName: `Code ${city}` });
    for (const spelling of ['ON', 'ontario', 'Ontario']) {
      const { customers } = await list({ 'filter[province]': spelling, 'filter[name]': city });
      expect(customers.map(({ province }: { province: string }) => province).sort()).toEqual([
        'ON',
        'ontario',
      ]);
    }
  });

  it('are found by a part of the name or email in any case, or by country', async () => {
    const id = await createCustomer(app, {
      fullName: 'Zoë (O’Hara) [x]',
      email: 'zoe+trip@example.com',
      country: 'usa',
      province: null,
      state: 'NY',
    });
    for (const query of [
      { 'filter[name]': 'o’hara) [' },
      { 'filter[name]': "o'hara" },
      { 'filter[search]': "o'hara" },
      { 'filter[email]': 'ZOE+TRIP' },
      { 'filter[search]': 'zoe+' },
      { 'filter[name]': 'zoë', 'filter[country]': 'united' },
    ])
      expect((await list(query)).customers.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
    expect((await list({ 'filter[name]': '.*' })).pagination.total).toBe(0);
    const { customers } = await list({ 'filter[country]': 'usa', limit: 100 });
    expect(customers.every(({ country }: { country: string }) => country === 'usa')).toBe(true);
  });

  it('are found by a name with or without its accents, and by each of its signs', async () => {
    const names = ['José Straße (q.*)', 'Jose Strasse [q]', 'Søren Łukasz-Ðặng', 'ณัฐวุฒิ ใจดี'];
    const ids = new Map<string, string>();
    for (const fullName of names) ids.set(await createCustomer(app, { fullName }), fullName);
    const found = async (text: string) => {
      const { customers } = await list({ 'filter[name]': text, sort: 'createdAt' });
      return customers.map(({ _id }: { _id: string }) => ids.get(_id));
    };
    for (const text of ['jose', 'JOSÉ', 'jose\u0301', 'osé', 'jose str', 'ose strasse', 'josé straß'])
      expect([text, await found(text)]).toEqual([text, names.slice(0, 2)]);
    for (const text of ['soren', 'lukasz-dang', 'øren łukasz-đ'])
      expect([text, await found(text)]).toEqual([text, [names[2]]]);
    expect(await found('ณัฐวุฒิ ใจ')).toEqual([names[3]]);
    expect(await found('(Q.*')).toEqual([names[0]]);
    for (const text of ['jos.', 'j[oó]s', '\u0301', 'straße [q]]'])
      expect([text, await found(text)]).toEqual([text, []]);
  });

  it('are found and exported by the days they came on', async () => {
    const id = await createCustomer(app, { fullName: 'Dated Person' });
    const today = new Date().toISOString().slice(0, 10);
    const named = { 'filter[name]': 'dated person' };
    const during = { ...named, 'filter[createdAt][gte]': today, 'filter[createdAt][lte]': today };
    expect((await list(during)).customers.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
    expect((await list({ ...named, 'filter[createdAt][lte]': '2020-01-01' })).pagination.total).toBe(0);
    const { text } = await app.admin.get('/api/customers/export').query(during).expect(200);
    expect(text).toContain('Dated Person');
  });

  it('are exported by plain parameters too, and never all of them where a filter cannot be read', async () => {
    await createCustomer(app, { fullName: 'Plainly Searched' });
    await createCustomer(app, { fullName: 'Somebody Else' });
    for (const query of ['search=plainly', 'search=plainly&filter=', 'filter[search]=plainly']) {
      const { text } = await app.admin.get(`/api/customers/export?${query}`).expect(200);
      expect([query, text.trim().split('\r\n').length]).toEqual([query, 2]);
    }
    const { body } = await app.visitor.get('/api/docs-json').expect(200);
    const names = (body.paths['/api/customers/export'].get.parameters as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(['country', 'province', 'state', 'search']));
    const message = 'filter takes fields: filter[field]=value';
    await app.admin.get('/api/customers/export?filter=plainly').expect(400, { statusCode: 400, message });
  });

  it('come in pages, newest first, with the total', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 7; number++)
      ids.unshift(await createCustomer(app, { fullName: `Pageturner ${number}` }));
    const page = (number: number) => list({ 'filter[name]': 'pageturner', limit: 3, page: number });
    const pages = [await page(1), await page(2), await page(3)];
    expect(pages.flatMap(({ customers }) => customers.map(({ _id }: { _id: string }) => _id))).toEqual(ids);
    expect(pages[2].pagination).toEqual({ page: 3, limit: 3, total: 7, pages: 3 });
    const { customers } = await list({ 'filter[name]': 'pageturner', sort: 'fullName' });
    expect(customers[0].fullName).toBe('Pageturner 0');
  });

  it.each([
    ['limit=0', 'limit takes a whole number from 1 to 100'],
    ['limit=101', 'limit takes a whole number from 1 to 100'],
    ['limit=', 'limit takes a whole number from 1 to 100'],
    ['page=1.5', 'page takes a whole number from 1 to 100000'],
    ['page=1&page=2', 'page takes one text'],
    ['sort=password', 'Unknown sort: password'],
    ['sort[$ne]=1', 'sort takes one text'],
    ['filter[hasPayment]=true', 'Unknown filter: hasPayment'],
    ['filter[name][$ne]=x', 'Unknown operator for name: $ne'],
    ['filter[name]=a&filter[name]=b', 'filter[name] takes one text'],
    [`filter[name]=${'x'.repeat(201)}`, 'filter[name] takes at most 200 characters'],
    ['filter[name]=a%00b', 'filter[name] contains characters that cannot be used'],
    ['filter=x', 'filter takes fields: filter[field]=value'],
  ])('refuse the query %s', async (query, message) => {
    await app.admin.get(`/api/customers?${query}`).expect(400, { statusCode: 400, message });
  });

  it('are replaced by the form, with a version that counts', async () => {
    const id = await createCustomer(app, { province: 'ON', referralSource: 'A friend' });
    const { fullName, ...input } = buildCustomer({ country: 'other', province: 'Chiang Mai' });
    const { body } = await app.admin
      .put(`/api/customers/${id}`)
      .send({ ...input, fullName: 'New Name' })
      .expect(200);
    expect(body).toMatchObject({
      _id: id,
      fullName: 'New Name',
      lastName: 'Name',
      province: 'Chiang Mai',
      referralSource: '',
      version: 1,
    });
    expect((await list({ 'filter[name]': fullName, 'filter[email]': input.email })).pagination.total).toBe(0);
  });

  it('refuse a change made on an older version, and keep the newer one', async () => {
    const id = await createCustomer(app);
    await app.admin
      .put(`/api/customers/${id}`)
      .send(buildCustomer({ fullName: 'First Saved', version: 0 }))
      .expect(200);
    const { body } = await app.admin
      .put(`/api/customers/${id}`)
      .send(buildCustomer({ fullName: 'Second', version: 0 }))
      .expect(409);
    const message = 'This record was changed by someone else. Reload it to see the latest version.';
    expect(body).toEqual({ statusCode: 409, message, errors: { version: message } });
    const { body: kept } = await app.admin.get(`/api/customers/${id}`);
    expect(kept.fullName).toBe('First Saved');
  });

  it('let one of two simultaneous changes on the same version win', async () => {
    const id = await createCustomer(app);
    const save = (fullName: string) =>
      app.admin.put(`/api/customers/${id}`).send(buildCustomer({ fullName, version: 0 }));
    const answers = await Promise.all([save('One'), save('Two'), save('Three')]);
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409]);
  });

  it('are deleted without payments, and refused with them', async () => {
    const id = await createCustomer(app);
    await app.admin.delete(`/api/customers/${id}`).expect(204);
    const { body } = await app.admin.get(`/api/customers/${id}`).expect(404);
    expect(body).toEqual({ statusCode: 404, message: 'Customer not found' });
    const { customerId } = await createPayment(app);
    const refused = await app.admin.delete(`/api/customers/${customerId}`).expect(409);
    expect(refused.body.message).toBe('This customer has payments and cannot be deleted');
  });

  it.each(['nonsense', '0123456789abcdef01234567', '%00', '__proto__'])(
    'answer 404 for the id %s',
    async (id) => {
      for (const call of [
        app.admin.get(`/api/customers/${id}`),
        app.admin.put(`/api/customers/${id}`).send(buildCustomer()),
        app.admin.delete(`/api/customers/${id}`),
      ]) {
        const { body } = await call.expect(404);
        expect(body.message).toBe('Customer not found');
      }
    },
  );

  it('are counted as they come, buy and go', async () => {
    const stats = async () => (await app.admin.get('/api/customers/stats').expect(200)).body;
    const before = await stats();
    const id = await createCustomer(app, { country: 'other', province: null });
    await createPayment(app, { customerId: id });
    const gone = await createCustomer(app);
    await app.admin.delete(`/api/customers/${gone}`).expect(204);
    const after = await stats();
    expect(after).toMatchObject({ total: before.total + 1, active: before.active + 1, new: before.new });
    const others = (answer: typeof after) =>
      answer.countries.find(({ _id }: { _id: string }) => _id === 'other')?.count ?? 0;
    expect(others(after)).toBe(others(before) + 1);
    expect(after.total).toBe(await app.connection.collection('customers').countDocuments());
  });
});
