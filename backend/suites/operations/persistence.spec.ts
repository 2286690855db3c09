import { type Schema, Types } from 'mongoose';
import { AuditEntrySchema } from '../../src/audit/audit.schema.js';
import {
  CardEventBodySchema,
  CardLinkSchema,
  StoredCardEventSchema,
} from '../../src/cards/card-event.schema.js';
import { CheckoutEmailSchema } from '../../src/checkout/checkout.schema.js';
import { CustomerSchema } from '../../src/customers/customer.schema.js';
import { MailSchema } from '../../src/mail/mail.schema.js';
import { PaymentSchema } from '../../src/payments/payment.schema.js';
import { LimitWindowSchema } from '../../src/rate-limit/rate-limit.schema.js';
import { BankTransactionSchema } from '../../src/reconciliation/transactions/bank-transaction.schema.js';
import { SearchEntrySchema } from '../../src/search-index/search-entry.schema.js';
import { StatsBucketSchema, StatsDeltaSchema } from '../../src/stats/stats.schema.js';
import { SubmissionSchema } from '../../src/submissions/submission.schema.js';
import { omitUnselected, withoutUnselected } from '../../src/database/unselected-fields.js';

/** Schema options that declare a field's shape and do nothing on a write. */
const shape = ['type', 'select', 'ref', 'default', '_id', 'immutable'];
/** Hooks that mongoose adds for `timestamps`: updates through the model run them, inserts set their own times. */
const timestampHooks = /^(?:save|findOneAndReplace|findOneAndUpdate|replaceOne|update|updateOne|updateMany)$/;

interface SchemaType {
  options: Record<string, unknown>;
  schema?: Schema;
}

/** Returns the parts of a schema that only mongoose's own inserts would apply: "status: enum". */
function silentParts(schema: Schema): string[] {
  const parts: string[] = [];
  schema.eachPath((name, type) => {
    const { options, schema: nested } = type as unknown as SchemaType;
    const isOwnId = name === '_id' && options.auto === true;
    for (const [option, value] of Object.entries(options))
      if (!isOwnId && (!shape.includes(option) || (option === 'default' && value !== undefined)))
        parts.push(`${name}: ${option}`);
    if (nested) parts.push(...silentParts(nested).map((part) => `${name}.${part}`));
  });
  const { hooks } = (schema as unknown as { s: { hooks: { _pres: Map<string, unknown> } } }).s;
  const named = [...hooks._pres.keys()];
  return [
    ...parts,
    ...named
      .filter((hook) => !schema.get('timestamps') || !timestampHooks.test(hook))
      .map((hook) => `hook ${hook}`),
  ];
}

describe('a schema whose records the driver inserts', () => {
  it.each<[string, Schema]>(
    Object.entries({
      AuditEntrySchema,
      BankTransactionSchema,
      CardEventBodySchema,
      CardLinkSchema,
      CheckoutEmailSchema,
      CustomerSchema,
      SubmissionSchema,
      LimitWindowSchema,
      MailSchema,
      PaymentSchema,
      SearchEntrySchema,
      StatsBucketSchema,
      StatsDeltaSchema,
      StoredCardEventSchema,
    }) as [string, Schema][],
  )('has no default, validator or hook that would not run: %s', (_name, schema) => {
    expect(silentParts(schema)).toEqual([]);
  });
});

it('the fields that no answer shows are those that the schema does not select', () => {
  const hidden = withoutUnselected(CustomerSchema);
  expect(Object.keys(hidden).sort()).toEqual(['emailKey', 'nameKey', 'payerNameKey', 'paymentsChangedAt']);
  const record = { _id: new Types.ObjectId(), fullName: 'Ann', nameKey: 'ann', unknown: 1 };
  expect(omitUnselected(record, CustomerSchema)).toEqual({ _id: record._id, fullName: 'Ann', unknown: 1 });
});
