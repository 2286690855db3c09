import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Schema, Types } from 'mongoose';
import { CustomerSchema } from '../../src/customers/customer.schema.js';
import { omitUnselected, withoutUnselected } from '../../src/platform/database/unselected-fields.js';

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

const sources = join(import.meta.dirname, '../../src');
const sourceFiles = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
);

/** The schemas of all collections, from the schema files. */
async function loadSchemas(): Promise<[name: string, schema: Schema][]> {
  const modules = await Promise.all(
    sourceFiles
      .filter((file) => file.endsWith('.schema.ts'))
      .map((file) => import(join(sources, file)) as Promise<Record<string, unknown>>),
  );
  return modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Schema] => entry[1] instanceof Schema && !!entry[1].get('collection'));
}

/** The schemas whose records are inserted through their models alone, which apply all of the schema; from the sources. */
function findInsertedByModel(): string[] {
  const texts = sourceFiles.map((file) => readFileSync(join(sources, file), 'utf8'));
  const declared = /export const (\w+) = SchemaFactory\.createForClass\((\w+)\)/g;
  return [...texts.join('\n').matchAll(declared)]
    .filter(([, , record = '']) => {
      const uses = texts.flatMap((text) =>
        [...text.matchAll(new RegExp(`(\\w+): Model<${record}>`, 'g'))].map(([, model = '']) => ({
          text,
          model,
        })),
      );
      const isMatched = (patterns: (model: string) => string[]) =>
        uses.some(({ text, model }) => new RegExp(patterns(`this\\.${model}`).join('|')).test(text));
      return (
        isMatched((model) => [
          `new ${model}\\(`,
          `${model}\\.(?:create|insertMany)\\(`,
          `${model}\\.\\w+\\([^;]*upsert: true`,
        ]) &&
        !isMatched((model) => [
          `defer\\w+\\(${model}\\.collection`,
          `${model}\\.collection\\s*\\.(?:insert|bulkWrite|replace)`,
        ])
      );
    })
    .map(([, schema = '']) => schema);
}

it('only schemas whose models insert have defaults, validators and hooks: the driver would not apply them', async () => {
  let schemas: [name: string, schema: Schema][] = [];
  // Loaded anew: a model adds mongoose's own hooks to its schema.
  await jest.isolateModulesAsync(async () => void (schemas = await loadSchemas()));
  const insertedByModel = findInsertedByModel();
  const others = schemas.filter(([name]) => !insertedByModel.includes(name));
  expect(others.map(([name]) => name)).toEqual(expect.arrayContaining(['PaymentSchema', 'CustomerSchema']));
  expect(others.flatMap(([name, schema]) => silentParts(schema).map((part) => `${name}: ${part}`))).toEqual(
    [],
  );
});

it('the fields that no answer shows are those that the schema does not select', () => {
  const hidden = withoutUnselected(CustomerSchema);
  expect(Object.keys(hidden).sort()).toEqual([
    'differentFrom',
    'duplicateKeys',
    'duplicatesDue',
    'emailKey',
    'furtherEmailKeys',
    'isDuplicate',
    'nameKey',
    'payerNameKey',
    'paymentsChangedAt',
    'termEnds',
    'terms',
    'wordsDue',
  ]);
  const record = { _id: new Types.ObjectId(), fullName: 'Ann', nameKey: 'ann', unknown: 1 };
  expect(omitUnselected(record, CustomerSchema)).toEqual({ _id: record._id, fullName: 'Ann', unknown: 1 });
});

/** The reason for which each array of a record has an end: a number of the code where acts add to it. */
const ends: Record<string, string> = {
  'AuditEntrySchema.changes': 'written once',
  'BankAccountSchema.layouts': 'maximumLayouts',
  'BankTransactionSchema.allocations': 'maximumParts',
  'BankTransactionSchema.candidates': 'reconciliationLimits.candidates',
  'BankTransactionSchema.claims': 'the references of its text',
  'BankTransactionSchema.keys': 'the words of its text',
  'BankTransactionSchema.offsets': 'maximumParts',
  'BankTransactionSchema.reversed': 'its allocations',
  'BankTransactionSchema.statementIds': 'maximumFilesOfRow',
  'CommentSchema.terms': 'the words of its text',
  'CustomerSchema.differentFrom': 'maximumDifferent',
  'CustomerSchema.duplicateKeys': 'its fields',
  'CustomerSchema.furtherEmailKeys': 'maximumFurtherEmails',
  'CustomerSchema.furtherEmails': 'maximumFurtherEmails',
  'CustomerSchema.terms': 'its fields and further emails',
  'ErasureSchema.customerIds': 'written once',
  'ErasureSchema.paymentIds': 'written once',
  'InteracNoticeSchema.corrected': 'the fields of a notice',
  'PasskeySchema.transports': 'written once',
  'PasswordLinkSchema.links': 'the links of an hour',
  'PaymentSchema.attention': 'the reasons that there are',
  'PaymentSchema.bookedOn': 'maximumHistory',
  'PaymentSchema.formerReferenceKeys': 'maximumFormerReferences',
  'PaymentSchema.formerReferences': 'maximumFormerReferences',
  'PaymentSchema.ledger': 'maximumHistory',
  'PaymentSchema.plan': 'planLength',
  'PaymentSchema.referenceParts': 'maximumFormerReferences',
  'PaymentSchema.reminders': 'maximumReminders',
  'PaymentSchema.statusHistory': 'maximumHistory',
  'PaymentSchema.terms': 'its fields and those of its customer',
  'PersonalViewsSchema.views': 'maximumViews',
  'SessionSchema.current': 'tabsAtOnce',
  'SessionSchema.previous': 'tabsAtOnce',
  'StatementSchema.excluded': 'statementLimits.rows',
  'StatementSchema.included': 'statementLimits.rows',
  'StatsDeltaSchema.sheets': 'written once',
  'StatusBatchSchema.changes': 'maximumBatchChanges',
  'StoredDocumentSchema.payments': 'written once',
  'StoredDocumentSchema.returned': 'written once',
  'StoredPayoutSchema.fees': 'the days of the books',
  'StoredPayoutSchema.matches': 'maximumPayoutMatches',
  'UserSchema.knownAddresses': 'rememberedAddresses',
};

it('no array of a record grows without end', async () => {
  const arrays = (await loadSchemas()).flatMap(([name, schema]) => {
    const paths: string[] = [];
    schema.eachPath((path, type) => void (type.instance === 'Array' && paths.push(`${name}.${path}`)));
    return paths;
  });
  expect(arrays.sort()).toEqual(Object.keys(ends).sort());
  // A number that is named is one of the code.
  const code = sourceFiles.map((file) => readFileSync(join(sources, file), 'utf8')).join('\n');
  const numbers = Object.values(ends).filter((end) => /^[a-zA-Z.]+$/.test(end));
  for (const number of numbers) expect(code).toMatch(new RegExp(`\\b${number.split('.')[0]}\\b`));
});
