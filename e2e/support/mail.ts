import { TestSmtpServer } from '../../backend/src/testing/smtp-server.js';
import { cardSettings } from './card-settings.js';
import { someDetails } from './checkout.js';
import { TestServer } from '../../backend/src/testing/test-server.js';
import { expect, test as base } from './test.js';

/** The server limits views of orders by network address, so each test has its own. */
let lastAddress = 0;

/** A test whose server sends its mails to a real SMTP server. It takes card events, so that journeys of both share it. */
export const test = base.extend<object, { smtp: TestSmtpServer; server: TestServer }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const smtp = await TestSmtpServer.start();
      await use(smtp);
      await smtp.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ smtp }, use) => {
      const { env, remove } = await cardSettings();
      const server = await TestServer.start({ ...env, ...smtp.env, TRUST_PROXY: '1' });
      await use(server);
      await server.dispose();
      await remove();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': `192.0.2.${++lastAddress}` }),
});

export interface Purchase {
  paymentId: string;
  referenceNumber: string;
  orderPath: string;
}

/** Makes a purchase by the checkout's API call. */
export async function purchase(server: TestServer, fullName = 'Ann Example'): Promise<Purchase> {
  const { transferDate, transferReference, ...person } = someDetails({ fullName });
  const response = await fetch(`${server.url}/api/payments/checkout`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      customer: { ...person, country: 'canada', province: 'ontario', state: null },
      payment: {
        paymentMethod: 'interac',
        amount: 2256.61,
        currency: 'CAD',
        status: 'pending',
        transferDate,
        transferReference,
      },
    }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as Purchase;
}
