import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

/** Returns an id in Stripe's form: "pi_" and random characters. */
export const sampleId = (prefix: string): string =>
  `${prefix}_${randomBytes(12).toString('base64url').replace(/[-_]/g, '0')}`;

/** The ids, the payer and the money that the sample events of one card payment share. */
export interface SamplePayment {
  sessionId: string;
  paymentIntentId: string;
  chargeId: string;
  key: string | null;
  /** In minor units. */
  amount: number | null;
  currency: string | null;
  live: boolean;
  name: string | null;
  email: string | null;
  phone: string | null;
  address: Stripe.Address;
}

/** A payer in Toronto who has paid the price of Ontario, unless told otherwise. */
export const samplePayment = (values: Partial<SamplePayment> = {}): SamplePayment => ({
  sessionId: sampleId(values.live ? 'cs_live' : 'cs_test'),
  paymentIntentId: sampleId('pi'),
  chargeId: sampleId('ch'),
  key: null,
  amount: 225661,
  currency: 'cad',
  live: false,
  name: 'Jane Sample',
  email: 'jane.sample@example.com',
  phone: '+1 416-555-0177',
  address: {
    line1: '12 Sample Street',
    line2: 'Unit 4',
    city: 'Toronto',
    state: 'ON',
    postal_code: 'M5V 2T6',
    country: 'CA',
  },
  ...values,
});

/** The fields of Stripe's objects that have no part in a card payment here, as its API sends them. */
const emptySession = {
  after_expiration: null,
  allow_promotion_codes: null,
  billing_address_collection: 'required',
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  cancel_url: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_email: null,
  discounts: [],
  expires_at: 0,
  invoice: null,
  invoice_creation: null,
  locale: 'auto',
  metadata: {},
  mode: 'payment',
  origin_context: null,
  payment_link: 'plink_sample',
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  permissions: null,
  phone_number_collection: { enabled: true },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: 'auto',
  subscription: null,
  success_url: 'https://stripe.com',
  ui_mode: 'hosted_page',
  url: null,
  wallet_options: null,
} as const;

type SessionStatus = Pick<Stripe.Checkout.Session, 'payment_status' | 'status'>;

/** A session of the card page, as its events carry it. */
export const sampleSession = (payment: SamplePayment, status: Partial<SessionStatus> = {}) => ({
  ...emptySession,
  id: payment.sessionId,
  object: 'checkout.session',
  amount_subtotal: payment.amount,
  amount_total: payment.amount,
  currency: payment.currency,
  client_reference_id: payment.key,
  created: 0,
  livemode: payment.live,
  customer_details: {
    address: payment.address,
    business_name: null,
    email: payment.email,
    individual_name: null,
    name: payment.name,
    phone: payment.phone,
    tax_exempt: 'none',
    tax_ids: [],
  },
  payment_intent: payment.paymentIntentId,
  payment_status: 'paid',
  status: 'complete',
  ...status,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
});

/** A refund of a part of the payment. */
export const sampleRefund = (
  payment: Pick<SamplePayment, 'paymentIntentId' | 'chargeId' | 'currency'>,
  values: Partial<Stripe.Refund> & Pick<Stripe.Refund, 'amount'>,
) => ({
  id: sampleId('re'),
  object: 'refund',
  balance_transaction: null,
  charge: payment.chargeId,
  created: 0,
  currency: payment.currency,
  destination_details: { type: 'card' },
  metadata: {},
  payment_intent: payment.paymentIntentId,
  reason: 'requested_by_customer',
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
  ...values,
});

/** The payment's charge, of which `refunded` has been given back; newer versions of the API list no refunds. */
export const sampleCharge = (payment: SamplePayment, refunded: number, refunds?: object[]) => ({
  id: payment.chargeId,
  object: 'charge',
  amount: payment.amount,
  amount_captured: payment.amount,
  amount_refunded: refunded,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: {
    address: payment.address,
    email: payment.email,
    name: payment.name,
    phone: payment.phone,
    tax_id: null,
  },
  calculated_statement_descriptor: null,
  captured: true,
  created: 0,
  currency: payment.currency,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: payment.live,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent: payment.paymentIntentId,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: refunded === payment.amount,
  review: null,
  shipping: null,
  ...(refunds && {
    refunds: {
      object: 'list',
      data: refunds,
      has_more: false,
      url: `/v1/charges/${payment.chargeId}/refunds`,
    },
  }),
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
});

/** A dispute of the whole payment. */
export const sampleDispute = (payment: SamplePayment, values: Partial<Stripe.Dispute> = {}) => ({
  id: sampleId('dp'),
  object: 'dispute',
  amount: payment.amount,
  balance_transactions: [],
  charge: payment.chargeId,
  created: 0,
  currency: payment.currency,
  enhanced_eligibility_types: [],
  evidence: {},
  evidence_details: {
    due_by: Math.floor(Date.now() / 1000) + 14 * 86_400,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: false,
  livemode: payment.live,
  metadata: {},
  payment_intent: payment.paymentIntentId,
  reason: 'fraudulent',
  status: 'needs_response',
  ...values,
});

/** An event about an object; `at` is its time in seconds. */
export const sampleEvent = (
  type: string,
  object: object,
  { id = sampleId('evt'), live = false, at = Math.floor(Date.now() / 1000) } = {},
) => ({
  id,
  object: 'event',
  api_version: '2026-01-28.clover',
  created: at,
  data: { object },
  livemode: live,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});
