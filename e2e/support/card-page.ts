import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';
import {
  sampleEvent,
  samplePayment,
  type SamplePayment,
  sampleSession,
} from '../../backend/src/cards/samples.js';
import { signatureOf } from '../../backend/src/testing/cards.js';
import { TestServer } from '../../backend/src/testing/test-server.js';
import { cardSettings, host } from './card-settings.js';
import { test as withMails } from './mail.js';
import { expect, test as base } from './test.js';

/** Posts a signed event, as the card provider does. */
export async function sendCardEvent(
  server: TestServer,
  type: string,
  object: object,
  { live }: Pick<SamplePayment, 'live'>,
): Promise<void> {
  const body = JSON.stringify(sampleEvent(type, object, { live }));
  const response = await fetch(`${server.url}/api/card-events/stripe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signatureOf(body) },
    body,
  });
  expect(response.status, await response.text()).toBe(200);
}

/** Records a card payment. */
export async function payByCard(
  server: TestServer,
  values: Partial<SamplePayment> = {},
): Promise<SamplePayment> {
  const payment = samplePayment({ live: true, ...values });
  await sendCardEvent(server, 'checkout.session.completed', sampleSession(payment), payment);
  return payment;
}

/**
 * A stand-in of the hosted card page: a server that reads the key of the visit from its address, and posts the signed
 * events of the payment once its button is pressed.
 */
export class CardPage {
  /** The payment that its next visitor makes, and the status of its session. */
  next: { payment?: Partial<SamplePayment>; status?: 'paid' | 'unpaid' } = {};
  /** Payments that were made on it, newest last. */
  readonly payments: SamplePayment[] = [];
  private server: Server | undefined;

  constructor(private readonly shop: () => TestServer) {}

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      const key = new URL(request.url ?? '/', host).searchParams.get('client_reference_id');
      const answer = (html: string) =>
        response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Pay</title>${html}`);
      if (request.method !== 'POST') {
        answer('<form method="post"><button>Pay</button></form>');
        return;
      }
      const { payment, status = 'paid' } = this.next;
      const made = samplePayment({ live: true, ...payment, key });
      this.payments.push(made);
      const session = sampleSession(made, { payment_status: status });
      sendCardEvent(this.shop(), 'checkout.session.completed', session, made).then(
        () => answer('<p>Payment successful</p>'),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server?.close();
  }

  /** Lets a browser find it at the provider's address. */
  async serve(context: BrowserContext): Promise<void> {
    const { port } = this.server!.address() as AddressInfo;
    await context.route(`${host}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
        method: route.request().method(),
      });
      await route.fulfill({ status: response.status, contentType: 'text/html', body: await response.text() });
    });
  }
}

/** The stand-in of the card page, for the tests of one. */
async function cardPage(
  { server, context }: { server: TestServer; context: BrowserContext },
  use: (page: CardPage) => Promise<void>,
): Promise<void> {
  const page = new CardPage(() => server);
  await page.start();
  await page.serve(context);
  await use(page);
  await context.unroute(`${host}/**`);
  page.stop();
}

/** A test whose server takes card events, and whose card links lead to the stand-in: that of the mails, too. */
export const test = withMails.extend<{ cardPage: CardPage }>({ cardPage });

/** The same on a server with options of its own. */
export const testWith = (more: object) =>
  base.extend<{ cardPage: CardPage }, { server: TestServer }>({
    server: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const { env, remove } = await cardSettings(more);
        const server = await TestServer.start(env);
        await use(server);
        await server.dispose();
        await remove();
      },
      { scope: 'worker' },
    ],
    cardPage,
  });
