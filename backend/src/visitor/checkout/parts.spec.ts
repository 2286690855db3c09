import { randomUUID } from 'node:crypto';
import { calendarOf } from '#domain/platform/calendar';
import { dayMs } from '#domain/platform/dates';
import { aCheckout } from '../../testing/builders.js';
import { optionsFile } from '../../testing/options-file.js';
import { filledInOptions } from '../../testing/payment-options.js';
import { TestApp } from '../../testing/test-app.js';

// There it is the next day for fourteen hours of each day of UTC.
const TIME_ZONE = 'Pacific/Kiritimati';
const dayIn = (days: number) => calendarOf(TIME_ZONE).dayOf(new Date(Date.now() + days * dayMs));

const halves = (on: string) => [{ share: 0.5 }, { share: 0.5, on }];
const thirds = [{ share: 0.25 }, { share: 0.25, days: 30 }, { share: 0.5, days: 60 }];

describe('a checkout in parts', () => {
  let app: TestApp;
  const { canada, usa, other } = filledInOptions;

  /** Starts the server with the parts of all places, and those of a place. */
  async function start(
    parts: object,
    ofPlace: { canada?: object; usa?: object | false; other?: object } = {},
  ) {
    const places = {
      canada: { ...canada, parts: ofPlace.canada },
      usa: { ...usa, parts: ofPlace.usa },
      other: { ...other, parts: ofPlace.other },
    };
    app = await TestApp.start({
      ...optionsFile({ parts, ...places }),
      TIME_ZONE,
      MAIL_ALERTS: 'office@example.com',
    });
  }
  afterEach(() => app.stop());

  const offered = async () => {
    const { body } = await app.visitor.get('/api/checkout/options').expect(200);
    return body.locations;
  };

  it('is offered in each place by its own parts, until the 14th day before the first fixed one', async () => {
    await start(halves(dayIn(14)), { usa: false, other: halves(dayIn(13)) });
    const { canada: inCanada, usa: inUsa, other: elsewhere } = await offered();
    expect(inCanada.parts).toEqual([{ share: 0.5 }, { share: 0.5, on: dayIn(14), due: dayIn(14) }]);
    expect(inUsa).not.toHaveProperty('parts');
    expect(elsewhere).not.toHaveProperty('parts');
  });

  it('has later days that follow from the day of the purchase', async () => {
    await start(thirds, { other: halves('2020-01-01') });
    const { canada: inCanada, usa: inUsa, other: elsewhere } = await offered();
    const [first, second, third] = thirds;
    expect(inCanada.parts).toEqual([first, { ...second, due: dayIn(30) }, { ...third, due: dayIn(60) }]);
    expect(inUsa.parts).toEqual(inCanada.parts);
    expect(elsewhere).not.toHaveProperty('parts');
  });

  describe('that is submitted', () => {
    beforeEach(() => start(thirds, { other: halves(dayIn(20)), usa: false }));

    type Checkout = Parameters<typeof aCheckout>[0];
    const submit = (parts: unknown, checkout: Checkout = {}, key: string = randomUUID()) => {
      const body = aCheckout({ transferDate: dayIn(3), email: 'ada@example.com', ...checkout });
      return app.visitor
        .post('/api/payments/checkout')
        .set('Idempotency-Key', key)
        .send({ ...body, payment: { ...body.payment, parts } });
    };

    it('makes a payment with a plan, whose first part is expected on the transfer date', async () => {
      const key = randomUUID();
      const { body } = await submit(thirds, {}, key).expect(201);
      const part = (amount: number, due: string) => ({
        amount,
        due,
        open: amount,
        state: 'due',
        quoted: amount,
      });
      // The last part is the rest of 2,256.61.
      const plan = [part(564.15, dayIn(3)), part(564.15, dayIn(30)), part(1128.31, dayIn(60))];
      expect(body.plan).toEqual(plan);
      expect((await submit(thirds, {}, key).expect(201)).body).toEqual(body);
      await submit(undefined, {}, key).expect(409);
      const { body: payment } = await app.admin.get(`/api/payments/${body.paymentId}`).expect(200);
      expect(payment).toMatchObject({ amount: 2256.61, status: 'pending' });
      expect(
        payment.plan.map(({ amount, due }: { amount: number; due: string }) => ({ amount, due })),
      ).toEqual(plan.map(({ amount, due }) => ({ amount, due })));
    });

    it('is told to the operator with its parts, which are not the operator’s', async () => {
      await submit(thirds).expect(201);
      const { body: page } = await app.admin.get('/api/mails?filter[kind]=alert').expect(200);
      const { body: alert } = await app.admin.get(`/api/mails/${page.mails[0]._id}`).expect(200);
      expect(alert.text).toContain('Part 3: CA$1,128.31 by ');
      expect(alert.text).not.toMatch(/\byour\b/i);
    });

    it('takes the list as it was offered, with its days', async () => {
      const { canada: inCanada } = await offered();
      await submit(inCanada.parts).expect(201);
      const { body } = await submit(halves(dayIn(20)), { country: 'other' }).expect(201);
      expect(body.plan).toMatchObject([
        { amount: 1025, due: dayIn(3) },
        { amount: 1025, due: dayIn(20) },
      ]);
    });

    it('is refused in other parts than those of the place, and nothing is stored', async () => {
      const others: [parts: unknown, checkout?: Checkout][] = [
        ...[[], 'parts', {}, [null, null, null], thirds.slice(0, 2), [...thirds, { share: 0 }]].map(
          (parts): [unknown] => [parts],
        ),
        [thirds.map((part) => ({ ...part, share: String(part.share) }))],
        [thirds.map((part) => ({ ...part, days: 30 }))],
        [thirds, { country: 'usa' }],
        [thirds, { country: 'other' }],
      ];
      for (const [parts, checkout] of others) {
        const { body } = await submit(parts, checkout).expect(400);
        const message = 'The parts have changed. Please review your payment options.';
        expect(body).toMatchObject({ message, errors: { 'payment.parts': message } });
      }
      const { body } = await app.admin.get('/api/payments').expect(200);
      expect(body.pagination.total).toBe(0);
    });

    it('takes a transfer date up to the day before the second part', async () => {
      await submit(thirds, { transferDate: dayIn(29) }).expect(201);
      const { body } = await submit(thirds, { transferDate: dayIn(30) }).expect(400);
      expect(body.errors).toEqual({ 'payment.transferDate': 'Choose a day before the second part is due' });
      await submit(undefined, { transferDate: dayIn(30) }).expect(201);
      const french = await submit(thirds, { transferDate: dayIn(30) }).set('Accept-Language', 'fr');
      expect(french.body.errors).toEqual({
        'payment.transferDate': 'Choisissez un jour avant la date du deuxième versement',
      });
    });
  });
});
