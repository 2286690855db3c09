import { mailKinds } from '#domain/mail/mail';
import { utcCalendar } from '#domain/platform/calendar';
import { type MailSubject, renderMail } from '../backend/src/mail/templates/render-mail.js';
import type { OrderFacts } from '../backend/src/mail/templates/order-facts.js';
import { expectNoAxeFindingsInEveryLook } from './support/axe.js';
import { inEachWidth } from './support/looks.js';
import { expect, test } from './support/test.js';

const order: OrderFacts = {
  language: 'en',
  reference: 'CRTS-OTN-6B02B0-987124',
  name: 'Maximiliane Featherstonehaugh-Cholmondeley',
  price: { amount: 1997, currency: 'CAD' },
  isAbroad: true,
  currency: 'USD',
  came: { amount: 0 },
  returned: { amount: 0 },
  method: 'wireTransfer',
  status: 'waiting',
  expectedOn: '2026-11-20',
  instructions: `Bank: The Longest Name of a Bank That Anybody Has Ever Seen\nIBAN: ${'DE89370400440532013000'.repeat(3)}\nMessage: CRTS-OTN-6B02B0-987124`,
  url: `https://trip.example/order/CRTS-OTN-6B02B0-987124/${'t'.repeat(32)}`,
  adminUrl: 'https://trip.example/admin/payments/0123456789abcdef01234567',
};
const orders = [order];
const partly: OrderFacts = { ...order, status: 'partly', partly: { received: 1500.5, due: 496.5 } };
const cancelled: OrderFacts = { ...order, cancelled: { kept: 499.25, back: 1497.75 } };
const inParts: OrderFacts = {
  ...partly,
  plan: {
    asked: { amount: 496.5, due: '2027-01-19', isLate: false },
    parts: [
      { amount: 1500.5, due: '2026-11-20', isPaid: true, openUpTo: 0 },
      { amount: 496.5, due: '2027-01-19', isPaid: false, openUpTo: 496.5 },
    ],
  },
};
const subjects: Record<string, MailSubject> = {
  instructions: { kind: 'instructions', orders, facts: {} },
  partly: { kind: 'partly', orders: [partly], facts: { arrived: 1500.5 } },
  paid: { kind: 'paid', orders, facts: {} },
  refunded: { kind: 'refunded', orders, facts: { refund: 1997 } },
  cancelled: { kind: 'cancelled', orders: [cancelled], facts: {} },
  reminder: { kind: 'reminder', orders, facts: {} },
  part: { kind: 'part', orders: [inParts], facts: { due: '2027-01-19' } },
  'instructions of a part': { kind: 'instructions', orders: [inParts], facts: {} },
  'instructions of a rest': { kind: 'instructions', orders: [partly], facts: {} },
  'reminder of a rest': { kind: 'reminder', orders: [partly], facts: {} },
  link: { kind: 'link', orders: [order, { ...order, status: 'received' }], facts: {} },
  alert: { kind: 'alert', orders, facts: { event: 'checkout' } },
  account: {
    kind: 'account',
    orders: [],
    facts: {
      event: 'new-device',
      rows: [['Account', 'admin']],
      url: 'https://trip.example/admin/account',
    },
  },
  'alert of a failed mail': {
    kind: 'alert',
    orders: [],
    facts: {
      event: 'failed',
      kind: 'paid',
    },
  },
  mention: {
    kind: 'mention',
    orders: [],
    facts: {
      text: `@max looks after this\n${'https://trip.example/a-long-address/'.repeat(4)}`,
      by: 'mona.with.a.long.name@trip.example',
      on: { resource: 'customers', id: '0123456789abcdef01234567', name: order.name },
    },
  },
  'alert of a dispute': {
    kind: 'alert',
    orders: [],
    facts: {
      event: 'dispute',
      stage: 'opened',
      provider: 'stripe',
      paymentId: '0123456789abcdef01234567',
      reference: order.reference,
      amount: 2256.61,
      currency: 'CAD',
      reason: 'product_not_received',
      status: 'needs_response',
      dueBy: new Date('2026-12-10T23:59:59Z'),
    },
  },
};

test('every kind of mail is looked at here', () => {
  expect(new Set(Object.values(subjects).map(({ kind }) => kind))).toEqual(new Set(mailKinds));
});

const sender = {
  paymentOptions: { companyName: 'Sample Company' },
  calendar: utcCalendar,
  site: { url: 'https://trip.example' },
};

test('the html of every mail has no accessibility finding, and fits, wide or narrow, light or dark', async ({
  page,
}) => {
  test.slow();
  // The Content-Security-Policy of the server is not the one that a mail is read under.
  await page.goto('about:blank');
  for (const [name, subject] of Object.entries(subjects))
    await test.step(name, async () => {
      await page.setContent(renderMail(subject, sender).html);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoAxeFindingsInEveryLook(page, [320, 600]);
      await inEachWidth(page, [320, 600], async () => {
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return { scrollWidth, clientWidth };
        });
        expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      });
    });
});
