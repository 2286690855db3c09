import type Stripe from 'stripe';

/**
 * The fields of an event's object that are kept for an admin to read: amounts, states, and the payer. The card itself,
 * its fingerprint, and links that act in the payer's or the operator's name are not.
 */
const keptFields = [
  ...['id', 'object', 'created', 'status', 'currency', 'livemode', 'mode', 'metadata'],
  ...['client_reference_id', 'payment_intent', 'payment_link', 'charge', 'reason', 'failure_reason'],
  ...['amount', 'amount_total', 'amount_subtotal', 'amount_captured', 'amount_refunded', 'payment_status'],
  ...['customer_details', 'customer_email', 'custom_fields', 'refunded', 'disputed', 'refunds'],
];

const keptNestedFields = ['due_by', 'has_evidence', 'past_due'];

type Plain = Record<string, unknown>;

const pick = (object: Plain, fields: readonly string[]): Plain =>
  Object.fromEntries(fields.flatMap((field) => (field in object ? [[field, object[field]]] : [])));

/** Returns the part of an event that is kept. */
export function keptBody(event: Stripe.Event): Plain {
  const object = event.data.object as unknown as Plain;
  const { evidence_details: evidence, refunds } = object as { evidence_details?: Plain; refunds?: Plain };
  const listed = (refunds?.data ?? []) as Plain[];
  return {
    ...pick(event as unknown as Plain, ['id', 'type', 'created', 'livemode', 'api_version']),
    object: {
      ...pick(object, keptFields),
      ...(refunds && { refunds: listed.map((refund) => pick(refund, keptFields)) }),
      ...(evidence && { evidence_details: pick(evidence, keptNestedFields) }),
    },
  };
}
