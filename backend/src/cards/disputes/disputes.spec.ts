import { randomUUID } from 'node:crypto';
import JSZip from 'jszip';
import { sampleDispute, sampleEvent, samplePayment, sampleSession } from '../samples.js';
import { createPayment } from '../../testing/builders.js';
import { cardEnvironment, sendEvent } from '../../testing/cards.js';
import { optionsFile } from '../../testing/options-file.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';

const terms = { en: 'No refunds\nafter May 1.' };
const company = { legalName: 'Trips Inc.', address: '9 Office Rd\nToronto', country: 'canada' };
const settings = { ...cardEnvironment, MAIL_DELAY_SECONDS: '0', TIME_ZONE: 'UTC' };

describe('the dispute file', () => {
  let app: TestApp;
  afterEach(() => app.stop());

  const file = (id: string) => app.admin.get(`/api/payments/${id}/dispute-file`).responseType('blob');
  const textsOf = async (id: string) => {
    const { body, headers } = await file(id).expect(200).expect('content-type', 'application/zip');
    const zip = await JSZip.loadAsync(body as Buffer);
    const names = Object.keys(zip.files);
    const texts = await Promise.all(names.map(async (name) => [name, await zip.file(name)!.async('string')]));
    return { texts: Object.fromEntries(texts) as Record<string, string>, headers };
  };
  /** Records a card payment, whose link carried the version of these terms. */
  const pay = async (version?: string) => {
    const key = randomUUID();
    const made = samplePayment({
      live: true,
      key: version ? `${key}_${version}` : key,
      email: `jo.${key}@example.com`,
    });
    await sendEvent(
      app,
      sampleEvent('checkout.session.completed', sampleSession(made), { live: true }),
    ).expect(200);
    const { body } = await app.visitor.get(`/api/checkout/card/${key}`).expect(200);
    return { made, id: body.paymentId as string, reference: body.referenceNumber as string };
  };
  const dispute = (made: ReturnType<typeof samplePayment>, type = 'created', status = 'needs_response') =>
    sendEvent(
      app,
      sampleEvent(`charge.dispute.${type}`, sampleDispute(made, { id: `dp_${made.sessionId}`, status }), {
        live: true,
      }),
    ).expect(200);

  it('has the terms as accepted, the invoice, the mails, the history and the visitor’s page', async () => {
    app = await TestApp.start({ ...optionsFile({ terms, company }), ...settings });
    const { body: options } = await app.visitor.get('/api/checkout/options').expect(200);
    const { made, id, reference } = await pay(options.terms.version);
    await file(id).expect(404);
    await dispute(made);
    await waitFor(async () => {
      const { body } = await app.admin.get(`/api/documents?filter[paymentId]=${id}`).expect(200);
      return body.documents.length > 0;
    });
    const { texts, headers } = await textsOf(id);
    expect(headers['content-disposition']).toBe(`attachment; filename="dispute-${reference}.zip"`);
    expect(Object.keys(texts)).toEqual([
      ...['payment.txt', 'terms.txt', 'INV-000001.pdf', 'mails.txt', 'visitor-page.txt'],
    ]);
    expect(texts['payment.txt']).toContain(`Reference: ${reference}`);
    expect(texts['payment.txt']).toContain('Disputed amount: CA$2,256.61');
    expect(texts['payment.txt']).toContain(`Paid by card · Stripe ${made.paymentIntentId}`);
    expect(texts['payment.txt']).toContain('Dispute opened: CA$2,256.61, fraudulent');
    expect(texts['terms.txt']).toContain(`Version: ${options.terms.version}`);
    expect(texts['terms.txt']).toContain(terms.en);
    expect(texts['INV-000001.pdf']).toMatch(/^%PDF-/);
    expect(texts['mails.txt']).toContain('Kind: Thank you');
    expect(texts['mails.txt']).toContain(`To: ${made.email}`);
    expect(texts['visitor-page.txt']).toContain(`Reference: ${reference}`);
    const { body: order } = await app.admin.post(`/api/payments/${id}/link`).send({}).expect(200);
    const token = (order.url as string).split('/').at(-1)!;
    for (const text of Object.values(texts)) expect(text).not.toContain(token);
    const { body: trail } = await app.admin.get(`/api/audit?filter[resourceId]=${id}&filter[action]=export`);
    expect(trail.entries).toHaveLength(1);
  });

  it('says that no terms were asked, and has no invoice where none is made', async () => {
    app = await TestApp.start({ ...optionsFile({ company: undefined, tax: undefined }), ...settings });
    const { made, id } = await pay();
    await dispute(made);
    const { texts } = await textsOf(id);
    expect(Object.keys(texts)).toEqual(['payment.txt', 'terms.txt', 'mails.txt', 'visitor-page.txt']);
    expect(texts['terms.txt']).toBe('Terms: not asked\n');
    await dispute(made, 'closed', 'lost');
    expect((await textsOf(id)).texts['payment.txt']).toContain('State of the dispute: Lost');
  });

  it('is there for a disputed payment only', async () => {
    app = await TestApp.start(settings);
    const { made, id } = await pay();
    const message = 'This payment is not disputed';
    const refused = async (payment: string) =>
      (await app.admin.get(`/api/payments/${payment}/dispute-file`).expect(404)).body.message;
    expect(await refused(id)).toBe(message);
    await dispute(made);
    await dispute(made, 'closed', 'won');
    expect(await refused(id)).toBe(message);
    const recorded = await createPayment(app);
    expect(await refused(recorded._id)).toBe(message);
    expect(await refused('0123456789abcdef01234567')).toBe('Payment not found');
    await app.visitor.get(`/api/payments/${id}/dispute-file`).expect(401);
  });
});
