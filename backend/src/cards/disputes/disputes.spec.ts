import { randomUUID } from 'node:crypto';
import JSZip from 'jszip';
import { extractText, getDocumentProxy } from 'unpdf';
import { sampleDispute, sampleEvent, samplePayment, sampleSession } from '../samples.js';
import { formatDay } from '#domain/platform/dates';
import { createPayment } from '../../testing/builders.js';
import { cardEnvironment, sendEvent } from '../../testing/cards.js';
import { optionsFile } from '../../testing/options-file.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';

const terms = { en: 'No refunds\nafter May 1.' };
const company = { legalName: 'Trips Inc.', address: '9 Office Rd\nToronto', country: 'canada' };
const settings = { ...cardEnvironment, MAIL_DELAY_SECONDS: '0', TIME_ZONE: 'Asia/Bangkok' };

/** The time on the clocks of Bangkok. */
const clock = (time: string) => new Date(Date.parse(time) + 7 * 3_600_000).toISOString().slice(0, 16);

describe('the dispute file', () => {
  let app: TestApp;
  afterEach(() => app.stop());

  const file = (id: string) => app.admin.get(`/api/payments/${id}/dispute-file`).responseType('blob');
  /** Returns the names in the file, and the text of its report on one line. */
  const read = async (id: string) => {
    const { body, headers } = await file(id).expect(200).expect('content-type', 'application/zip');
    const zip = await JSZip.loadAsync(body as Buffer);
    const pdf = await getDocumentProxy(await zip.file('dispute.pdf')!.async('uint8array'));
    const { text } = await extractText(pdf, { mergePages: true });
    return { names: Object.keys(zip.files), report: text.replace(/\s+/g, ' '), headers };
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

  it('is one readable paper of what was accepted, paid, shown and sent, beside the invoice', async () => {
    app = await TestApp.start({ ...optionsFile({ terms, company }), ...settings });
    const { body: options } = await app.visitor.get('/api/checkout/options').expect(200);
    const { made, id, reference } = await pay(options.terms.version);
    await file(id).expect(404);
    await dispute(made);
    await waitFor(async () => {
      const { body } = await app.admin.get(`/api/documents?filter[paymentId]=${id}`).expect(200);
      return body.documents.length > 0;
    });
    const { names, report, headers } = await read(id);
    expect(headers['content-disposition']).toBe(`attachment; filename="dispute-${reference}.zip"`);
    expect(names).toEqual(['dispute.pdf', 'INV-000001.pdf']);
    const { body: payment } = await app.admin.get(`/api/payments/${id}`).expect(200);
    const [day, time] = clock(payment.createdAt).split('T');
    const recorded = `${formatDay(day)}, ${time}`;
    for (const text of [
      `Dispute of ${reference}`,
      'Disputed amount CA$2,256.61',
      `Recorded ${recorded}`,
      'Times here Asia/Bangkok',
      `Version ${options.terms.version}`,
      'No refunds after May 1.',
      'CA$2,256.61 · Card',
      `Paid by card · Stripe ${made.paymentIntentId}`,
      'Dispute opened: CA$2,256.61, fraudulent',
      'Says Received Total CA$2,256.61',
      ': Thank you',
      `To ${made.email}`,
      'Invoice INV-000001 ·',
    ])
      expect(report).toContain(text);
    const { body: order } = await app.admin.post(`/api/payments/${id}/link`).send({}).expect(200);
    expect(report.replaceAll(' ', '')).not.toContain((order.url as string).split('/').at(-1)!);
    const { body: trail } = await app.admin.get(`/api/audit?filter[resourceId]=${id}&filter[action]=export`);
    expect(trail.entries).toHaveLength(1);
  });

  it('says that no terms were asked, and has no invoice where none is made', async () => {
    app = await TestApp.start({ ...optionsFile({ company: undefined, tax: undefined }), ...settings });
    const { made, id } = await pay();
    await dispute(made);
    const { names, report } = await read(id);
    expect(names).toEqual(['dispute.pdf']);
    expect(report).toContain('Terms were not asked for.');
    await dispute(made, 'closed', 'lost');
    expect((await read(id)).report).toContain('State Lost');
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
