import Stripe from 'stripe';
import { isCardKey } from '#domain/cards/cards';
import { toCents } from '#domain/platform/money';
import { CliError, invocation, runCli } from '../../platform/cli/cli.js';
import { loadSettings } from '../../platform/config/environment.js';
import { serverSettings } from '../../platform/config/server-settings.js';
import { httpAddress } from '../../platform/http/http-address.js';
import { cardSettings } from '../../payments/options/card-settings.js';
import {
  sampleCharge,
  sampleDispute,
  sampleEvent,
  samplePayment,
  type SamplePayment,
  sampleRefund,
  sampleSession,
} from '../../cards/samples.js';

/** A sample: the type of its event, and the object that it is about. */
type Sample = (payment: SamplePayment, part: number, name: string) => [type: string, object: object];

const refundOf = (payment: SamplePayment, amount: number, name: string, status: string) =>
  sampleRefund(payment, { id: `re_sample_${name}_${amount}`, amount, status });
const disputeOf = (payment: SamplePayment, name: string, status: 'needs_response' | 'won' | 'lost') =>
  sampleDispute(payment, { id: `dp_sample_${name}`, status });

const samples: Record<string, Sample> = {
  paid: (payment) => ['checkout.session.completed', sampleSession(payment)],
  unpaid: (payment) => ['checkout.session.completed', sampleSession(payment, { payment_status: 'unpaid' })],
  succeeded: (payment) => ['checkout.session.async_payment_succeeded', sampleSession(payment)],
  failed: (payment) => [
    'checkout.session.async_payment_failed',
    sampleSession(payment, { payment_status: 'unpaid' }),
  ],
  refund: (payment, part, name) => ['refund.created', refundOf(payment, part, name, 'succeeded')],
  'refund-failed': (payment, part, name) => ['refund.failed', refundOf(payment, part, name, 'failed')],
  charge: (payment, part) => ['charge.refunded', sampleCharge(payment, part)],
  dispute: (payment, _, name) => ['charge.dispute.created', disputeOf(payment, name, 'needs_response')],
  'dispute-won': (payment, _, name) => ['charge.dispute.closed', disputeOf(payment, name, 'won')],
  'dispute-lost': (payment, _, name) => ['charge.dispute.closed', disputeOf(payment, name, 'lost')],
};

const definition = {
  name: 'card-event',
  forms: ['SAMPLE [--name NAME] [--key KEY] [--email EMAIL] [--amount 2256.61] [--currency cad] [--url URL]'],
  description: `Signs a sample event with STRIPE_WEBHOOK_SECRET, as Stripe does, and sends it to the running server, so that its whole
path is seen before any money moves. It is of the test mode: its payment is marked Test, and counts in no figure.

Samples: ${Object.keys(samples).join(', ')}.
  paid           a visitor has paid on the card page
  unpaid         a bank debit, which is being processed; then succeeded or failed
  refund         a refund of --amount, or refund-failed, which takes it back
  charge         the charge's own total of its refunds: --amount
  dispute        of the whole payment; then dispute-won or dispute-lost

--name       the payment that the event is about; events of one name are of one payment (default: first)
--key        the card key of a visit, which the link of the card page carries as client_reference_id
--currency   another one than CAD, USD and THB is held for an admin
--url        the server's address (default: http://127.0.0.1:3000, or that of HOST and PORT)`,
  options: {
    name: { type: 'string' },
    key: { type: 'string' },
    email: { type: 'string' },
    amount: { type: 'string' },
    currency: { type: 'string' },
    url: { type: 'string' },
  },
  maxPositionals: 1,
} as const;

function minorUnits(text: string): number {
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(text)) throw new CliError(`--amount takes 2256.61, not "${text}"`);
  return toCents(Number(text));
}

async function post(url: string, payload: string, secret: string): Promise<Response> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  try {
    return await fetch(`${url}/api/card-events/stripe`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
      body: payload,
    });
  } catch (error) {
    throw new CliError(`${url} does not answer: start the server first (${(error as Error).message})`);
  }
}

await runCli(definition, async (options, [chosen = '']) => {
  const sample = Object.hasOwn(samples, chosen) ? samples[chosen] : undefined;
  if (!sample)
    throw new CliError(`card-event takes one of ${Object.keys(samples).join(', ')}, not "${chosen}"`);
  const { name = 'first', key, email, amount, currency } = options;
  if (!/^[\w-]{1,40}$/.test(name)) throw new CliError('--name takes letters, digits and hyphens');
  if (key !== undefined && !isCardKey(key)) throw new CliError('--key takes a UUID in lower case');
  const { secrets, testEvents } = loadSettings(cardSettings, loadSettings(serverSettings)).cards;
  const [secret] = secrets;
  if (!secret) throw new CliError('STRIPE_WEBHOOK_SECRET is not set: the server takes no card events');
  const part = amount === undefined ? undefined : minorUnits(amount);
  const isPayment = ['paid', 'unpaid', 'succeeded', 'failed'].includes(chosen);
  const payment = samplePayment({
    sessionId: `cs_test_sample_${name}`,
    paymentIntentId: `pi_sample_${name}`,
    chargeId: `ch_sample_${name}`,
    key: key ?? null,
    ...(email && { email }),
    ...(isPayment && part !== undefined && { amount: part }),
    ...(currency && { currency: currency.toLowerCase() }),
  });
  const [type, object] = sample(payment, part ?? 10_000, name);
  const event = sampleEvent(type, object);
  const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
  const url = (options.url ?? httpAddress(HOST, PORT)).replace(/\/+$/, '');
  const answer = await post(url, JSON.stringify(event), secret);
  const text = await answer.text();
  if (!answer.ok) throw new CliError(`${url} refused it: ${answer.status} ${text}`);
  console.log(`${type} ${event.id} of the payment "${name}" was sent: ${answer.status} ${text}`);
  console.log(
    testEvents === 'ignore'
      ? 'CARD_TEST_EVENTS is ignore: the server has answered it and stored nothing.'
      : `It stands in ${url}/admin/card-events. Next, for example: ${invocation('card-event')} refund --name ${name} --amount 100`,
  );
});
