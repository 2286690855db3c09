import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { texts } from '#domain/texts/texts';
import { mailTexts } from '../../src/mail/templates/order-facts.js';
import { aCheckout, receive } from '../../src/testing/builders.js';
import { filledInOptions } from '../../src/testing/payment-options.js';
import { TestSmtpServer } from '../../src/testing/smtp-server.js';
import { TestApp } from '../../src/testing/test-app.js';
import { waitFor } from '../../src/testing/wait-for.js';
import { foreignWords } from './foreign-words.js';

const dist = mkdtempSync(join(tmpdir(), 'trip-languages-'));
const optionsFile = join(dist, 'options.json');

describe('what a visitor reads', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  beforeAll(async () => {
    for (const name of ['index', '404', 'order', 'order-waiting'])
      for (const [suffix, words] of [
        ['', 'English'],
        ['.fr', 'French'],
      ] as const) {
        mkdirSync(join(dist, 'checkout/assets'), { recursive: true });
        writeFileSync(join(dist, `checkout/${name}${suffix}.html`), `<!doctype html><p>${words} ${name}</p>`);
      }
    mkdirSync(join(dist, 'admin/assets'), { recursive: true });
    writeFileSync(join(dist, 'admin/index.html'), '<!doctype html>');
    const { canada } = filledInOptions;
    const interac = { en: 'Send it to pay@trips.test', fr: 'Envoyez-le à pay@trips.test: {amount}' };
    writeFileSync(
      optionsFile,
      JSON.stringify({
        ...filledInOptions,
        companyName: { en: 'Trips Inc.', fr: 'Voyages inc.' },
        canada: { ...canada, interac },
      }),
    );
    smtp = await TestSmtpServer.start();
    const env = { ...smtp.env, PAYMENT_OPTIONS_FILE: optionsFile, TRUST_PROXY: '1' };
    app = await TestApp.start(env, undefined, { webDist: dist });
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
    rmSync(dist, { recursive: true, force: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) => app.visitor.get(path).set(headers);
  const submit = async (language: string, details: Parameters<typeof aCheckout>[0] = {}) => {
    const { body } = await app.visitor
      .post('/api/payments/checkout')
      .send({ ...aCheckout(details), language })
      .expect(201);
    return body as { paymentId: string; referenceNumber: string; orderPath: string };
  };

  it.each([
    ['/', {}, 'en'],
    ['/', { 'Accept-Language': 'fr-CA,fr;q=0.9,en;q=0.8' }, 'fr'],
    ['/', { 'Accept-Language': 'de,en;q=0.5,fr;q=0.4' }, 'en'],
    ['/', { 'Accept-Language': 'fr;q=0,en;q=0.1' }, 'en'],
    ['/', { 'Accept-Language': 'en', Cookie: 'a=b; language=fr' }, 'fr'],
    ['/', { 'Accept-Language': 'fr', Cookie: 'language=en' }, 'en'],
    ['/', { 'Accept-Language': 'fr', Cookie: 'language=de; xlanguage=en' }, 'fr'],
    ['/?lang=fr', { Cookie: 'language=en' }, 'fr'],
    ['/?lang=en&x=1', { Cookie: 'language=fr', 'Accept-Language': 'fr' }, 'en'],
    ['/?lang=de', { 'Accept-Language': 'fr' }, 'fr'],
    ['/order', { 'Accept-Language': 'fr' }, 'fr'],
    ['/nothing?lang=fr', {}, 'fr'],
    ['/order/REF/wrong', { 'Accept-Language': 'fr' }, 'fr'],
  ] as const)('is the page %s with %j in "%s", and says so', async (path, headers, language) => {
    const { text, headers: answered } = await get(path, headers);
    expect(text).toContain(language === 'fr' ? 'French' : 'English');
    expect(answered['content-language']).toBe(language === 'fr' ? 'fr-CA' : 'en');
    expect(answered.vary).toMatch(/Accept-Language, Cookie/);
    const cookie = String(answered['set-cookie'] ?? '');
    expect(cookie).toBe(
      /lang=(?:en|fr)/.test(path) ? `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax` : '',
    );
  });

  it('keeps the choice for https alone where the page came by it', async () => {
    const { headers } = await get('/?lang=fr', { 'X-Forwarded-Proto': 'https' });
    expect(String(headers['set-cookie'])).toMatch(/; Secure$/);
  });

  it('is the page of a payment in its language, unless the visitor has chosen another', async () => {
    const { orderPath } = await submit('fr');
    const inEnglish = { 'Accept-Language': 'en' };
    expect((await get(orderPath, inEnglish).expect(200)).text).toContain('French order-waiting');
    expect((await get(orderPath, { ...inEnglish, Cookie: 'language=en' })).text).toContain('English');
    expect((await get(`${orderPath}?lang=en`, inEnglish)).text).toContain('English order-waiting');
  });

  it('preloads the call of a page only where the browser asks for its language', async () => {
    const french = { 'Accept-Language': 'fr' };
    expect((await get('/', french)).headers.link).toMatch(/checkout\/options>; rel=preload/);
    expect((await get('/?lang=en', french)).headers.link).toBeUndefined();
  });

  it('has the operator’s texts of its language, and names those that are in English only', async () => {
    const { body: french, headers } = await get('/api/checkout/options', { 'Accept-Language': 'fr-CA' });
    expect(headers.vary).toContain('Accept-Language');
    expect(french.companyName).toBe('Voyages inc.');
    const { interacInstructions, inEnglish } = french.locations.canada;
    expect(interacInstructions).toContain('Envoyez-le');
    expect(inEnglish).toContain('transferInstructions');
    expect(inEnglish).not.toContain('interacInstructions');
    const { body: english } = await get('/api/checkout/options');
    expect(english.companyName).toBe('Trips Inc.');
    expect(english.locations.canada.interacInstructions).toContain('Send it');
    expect(english.locations.canada.inEnglish).toBeUndefined();
    const { orderPath } = await submit('en');
    const { body: order } = await get(`/api/orders${orderPath.slice(6)}`, { 'Accept-Language': 'fr' });
    expect(order).toMatchObject({ instructions: expect.stringMatching(/^Inscrivez .* 2256\.61 CAD$/s) });
    expect(order.company).toBe('Voyages inc.');
  });

  const key = 'e0000000-0000-4000-8000-000000000001';
  it.each([
    ['nothing', {}, 400],
    ['no place', { customer: {}, payment: {} }, 400],
    [
      'no details',
      { customer: { country: 'usa', state: 'new_york' }, payment: { paymentMethod: 'bankTransfer' } },
      400,
    ],
    [
      'no text',
      { ...aCheckout(), customer: { ...aCheckout().customer, fullName: 1, city: 'x'.repeat(500) } },
      400,
    ],
    ['another price', { ...aCheckout(), payment: { ...aCheckout().payment, amount: 1 } }, 400],
    ['a trap', { ...aCheckout(), website: 'x' }, 400],
    ['a language', { ...aCheckout(), language: 'de' }, 400],
  ])('is a refusal of %s in the language of the call', async (_, body, status) => {
    const refused = (language: string) =>
      app.visitor
        .post('/api/payments/checkout')
        .set({ 'Accept-Language': language })
        .send(body)
        .expect(status);
    const { body: french, headers } = await refused('fr-CA');
    const { body: english } = await refused('en');
    expect(headers.vary).toContain('Accept-Language');
    expect(Object.keys(french.errors ?? {})).toEqual(Object.keys(english.errors ?? {}));
    const said = [french.message, ...Object.values<string>(french.errors ?? {})];
    expect(foreignWords(said.join('\n'), 'fr')).toEqual([]);
    expect(french.message).not.toBe(english.message);
  });

  it.each([
    ['an unknown link', () => get('/api/orders/REF/wrong'), 404],
    ['an unknown address', () => get('/api/checkout/nothing'), 404],
    ['a method', () => app.visitor.put('/api/checkout/options'), 405],
    ['a type', () => app.visitor.post('/api/payments/checkout').type('text').send('x'), 415],
    ['no JSON', () => app.visitor.post('/api/payments/checkout').type('json').send('{'), 400],
    ['a body', () => app.visitor.post('/api/payments/checkout').send({ x: 'x'.repeat(70_000) }), 413],
    ['a key', () => app.visitor.post('/api/payments/checkout').set('Idempotency-Key', 'x').send({}), 400],
    [
      'nesting',
      () => app.visitor.post('/api/orders/links').send({ a: { a: { a: { a: { a: { a: { a: 1 } } } } } } }),
      400,
    ],
    ['no email', () => app.visitor.post('/api/orders/links').send({}), 400],
    ['an email', () => app.visitor.post('/api/orders/links').send({ email: 'x' }), 400],
    ['a day', () => app.visitor.post('/api/orders/REF/x/sent').send({ date: '2001-01-01' }), 400],
    ['an address', () => get(`/api/orders/${'x'.repeat(300)}/y`), 414],
  ] as const)('is a refusal of %s in French for a French call', async (_, call, status) => {
    const { body } = await call().set('Accept-Language', 'fr').expect(status);
    const said = [body.message, ...Object.values<string>(body.errors ?? {})].join('\n');
    expect([said, foreignWords(said, 'fr')]).toEqual([said, []]);
    expect(
      Object.values(texts.fr)
        .flatMap((part) => JSON.stringify(part))
        .join(''),
    ).toContain(String(body.message).slice(0, 12).replaceAll('"', ''));
  });

  it('is the answer of another call, as the office has them, in English', async () => {
    const { body } = await app.visitor.get('/api/payments').set('Accept-Language', 'fr').expect(401);
    expect(foreignWords(body.message as string, 'en')).toEqual([]);
  });

  it('is a message under the same key in either language', async () => {
    const post = (language: string, body: object) =>
      app.visitor
        .post('/api/payments/checkout')
        .set({ 'Accept-Language': language, 'Idempotency-Key': key })
        .send(body);
    await post('fr', aCheckout()).expect(201);
    const { body } = await post('fr', aCheckout()).expect(409);
    expect(body.message).toBe(texts.fr.refusals.keyReused);
  });

  const mailsTo = async (email: string, count: number) => {
    await waitFor(() => smtp.mails.filter(({ to }) => to.includes(email)).length >= count);
    return smtp.mails.filter(({ to }) => to.includes(email));
  };

  it.each([
    ['fr', 'Comment payer', /^Bonjour,$/m],
    ['en', 'HOW TO PAY', /^Hello,$/m],
  ] as const)('are mails of a payment in its language, "%s"', async (language, heading, greeting) => {
    const email = `${language}.mails@example.com`;
    const { paymentId, referenceNumber } = await submit(language, { email });
    await receive(app, paymentId, 100);
    await app.admin.patch(`/api/payments/${paymentId}/status`).send({ status: 'paid' }).expect(200);
    const [instructions] = await mailsTo(email, 1);
    const { email: mail, raw } = instructions!;
    expect(mail.text).toMatch(greeting);
    expect(mail.text?.toUpperCase()).toContain(heading.toUpperCase());
    expect(mail.html).toContain(`<html lang="${language === 'fr' ? 'fr-CA' : 'en'}">`);
    expect(mail.subject).toBe(
      mailTexts[language].instructions.subject.replace('{reference}', referenceNumber),
    );
    // One header line of ASCII, folded or not.
    expect(raw.match(/^Subject: /gm)).toHaveLength(1);
    expect(/^Subject: (?:[^\n]|\n[ \t])*/m.exec(raw)?.[0]).toMatch(/^[\t\n\r\u0020-\u007e]*$/);
    for (const { email: each } of await mailsTo(email, 2)) {
      const said = `${each.subject}\n${each.text}`.replace(/https?:\S+/g, '').replaceAll(referenceNumber, '');
      expect(
        foreignWords(said, language, ['Trips', 'Inc', 'Voyages', 'trips', 'test', 'pay', 'Ada']),
      ).toEqual([]);
    }
  });

  it('are the links in the language of the newest payment', async () => {
    const email = 'links.both@example.com';
    await submit('en', { email });
    await submit('fr', { email });
    const { body } = await app.visitor
      .post('/api/orders/links')
      .set('Accept-Language', 'fr')
      .send({ email })
      .expect(202);
    expect(body.message).toBe(texts.fr.order.linksSent);
    await waitFor(() => smtp.mails.some(({ email: { subject } }) => subject === mailTexts.fr.links.subject));
  });

  it('is a preview and a mail by hand in the language of the payment', async () => {
    const { paymentId } = await submit('fr');
    const { body } = await app.admin
      .post(`/api/payments/${paymentId}/mails`)
      .send({ kind: 'instructions', preview: true })
      .expect(200);
    expect(body).toMatchObject({ language: 'fr', text: expect.stringContaining('Bonjour,') });
  });

  it('is a mail in the language of its payment after a restart, also where it was held until then', async () => {
    const held = await TestApp.start({ PAYMENT_OPTIONS_FILE: optionsFile });
    const email = 'held@example.com';
    await held.visitor
      .post('/api/payments/checkout')
      .send({ ...aCheckout({ email }), language: 'fr' })
      .expect(201);
    await held.stop({ keep: true });
    const again = await TestApp.start({ ...smtp.env, PAYMENT_OPTIONS_FILE: optionsFile }, held.uri);
    const [mail] = await mailsTo(email, 1);
    expect(mail!.email.subject).toMatch(/ comment payer votre voyage$/);
    expect(mail!.email.text).toContain('Bonjour,');
    await again.stop();
  });

  it('has the placeholders of the English mails, and the typography of French', () => {
    const textsOf = (catalogue: object): string[] =>
      Object.values(catalogue).flatMap((one: string | object) =>
        typeof one === 'string' ? [one] : textsOf(one),
      );
    const named = (text: string) => [...(text.match(/\{\w+\}/g) ?? [])].sort().join();
    const [english, french] = [textsOf(mailTexts.en), textsOf(mailTexts.fr)];
    expect(french.map(named)).toEqual(english.map(named));
    const wrong = /'|(?<![\u00a0\d]):(?!\/\/)|\s[;!?]|«(?!\u00a0)|(?<!\u00a0)»|[“”"]/;
    expect(french.filter((text) => wrong.test(text.replaceAll(/\{\w+\}/g, 'x')))).toEqual([]);
  });
});
