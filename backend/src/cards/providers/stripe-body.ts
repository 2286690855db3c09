import { type Fields, fieldsOf } from './signed-fields.js';

/**
 * The fields of an event's object that are kept for an admin to read: amounts, states, and the payer. The card itself,
 * its fingerprint, and links that act in the payer's or the operator's name are not.
 */
const keptFields = [
  'id',
  'object',
  'created',
  'status',
  'currency',
  'livemode',
  'mode',
  'metadata',
  'client_reference_id',
  'locale',
  'payment_intent',
  'payment_link',
  'charge',
  'reason',
  'failure_reason',
  'amount',
  'amount_total',
  'amount_subtotal',
  'amount_captured',
  'amount_refunded',
  'payment_status',
  'currency_conversion',
  'customer_details',
  'customer_email',
  'custom_fields',
  'refunded',
  'disputed',
  'refunds',
];

const keptNestedFields = ['due_by', 'has_evidence', 'past_due'];

/** Bounds of kept values, beyond those of Stripe's own objects: the database takes neither any depth nor any name. */
const maximumDepth = 8;
const maximumEntries = 200;
const maximumText = 5000;

/** Returns a value within the bounds, without names that the database reads as its own. */
function bounded(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, maximumText);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maximumDepth) return '…';
  if (Array.isArray(value)) return value.slice(0, maximumEntries).map((one) => bounded(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__proto__' && !/^\$|[.\0]/.test(name))
      .slice(0, maximumEntries)
      .map(([name, one]) => [name.slice(0, maximumText), bounded(one, depth + 1)]),
  );
}

const pick = (object: Fields, fields: readonly string[]): Fields =>
  Object.fromEntries(
    fields.flatMap((field) => (Object.hasOwn(object, field) ? [[field, bounded(object[field])]] : [])),
  );

/** Returns the part of an event that is kept. */
export function keptBody(event: Fields): Fields {
  const object = fieldsOf(fieldsOf(event.data).object);
  const listed = fieldsOf(object.refunds).data;
  const evidence = fieldsOf(object.evidence_details);
  return {
    ...pick(event, ['id', 'type', 'created', 'livemode', 'api_version']),
    object: {
      ...pick(object, keptFields),
      ...(Array.isArray(listed) && {
        refunds: listed.slice(0, maximumEntries).map((refund) => pick(fieldsOf(refund), keptFields)),
      }),
      ...(Object.keys(evidence).length > 0 && { evidence_details: pick(evidence, keptNestedFields) }),
    },
  };
}
