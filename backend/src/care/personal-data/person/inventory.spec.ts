import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Schema } from 'mongoose';
import { holdings } from './inventory.js';
import { others } from './others.js';

const sources = join(import.meta.dirname, '../../..');

/** The schemas of all collections, from the schema files. */
async function loadSchemas(): Promise<Map<string, Schema>> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.schema.ts'),
  );
  const modules = await Promise.all(
    files.map((file) => import(join(sources, file)) as Promise<Record<string, unknown>>),
  );
  const schemas = modules.flatMap((module) => Object.values(module)).filter((one) => one instanceof Schema);
  return new Map(
    schemas.flatMap((schema) => {
      const collection = schema.get('collection');
      return typeof collection === 'string' ? [[collection, schema]] : [];
    }),
  );
}

/** The fields that can hold no text. */
const textless = new Set(['Number', 'Date', 'Boolean', 'ObjectId']);

interface SchemaType {
  instance: string;
  embeddedSchemaType?: SchemaType;
}

const holdsText = ({ instance, embeddedSchemaType }: SchemaType): boolean =>
  !textless.has(embeddedSchemaType?.instance ?? instance);

/** The fields of a schema that can hold a text. */
function textsOf(schema: Schema): string[] {
  const texts: string[] = [];
  schema.eachPath((path, type) => {
    if (holdsText(type)) texts.push(path);
  });
  return texts;
}

/** The decided fields of each collection. */
const decided = new Map<string, Set<string>>();
for (const { collection, fields } of holdings) {
  const all = decided.get(collection) ?? new Set();
  for (const field of Object.keys(fields)) all.add(field);
  decided.set(collection, all);
}

/** The fields of schemas of which the inventory says nothing: "mails.subject". */
const undecided = (schemas: Map<string, Schema>): string[] =>
  [...schemas].flatMap(([collection, schema]) =>
    collection in others
      ? []
      : textsOf(schema)
          .filter((field) => !decided.get(collection)?.has(field))
          .map((field) => `${collection}.${field}`),
  );

describe('the inventory of personal data', () => {
  it('decides each field of each schema that can hold a text', async () => {
    const schemas = await loadSchemas();
    expect(schemas.size).toBeGreaterThan(25);
    expect(undecided(schemas)).toEqual([]);
  });

  it('misses a field that a schema gets', async () => {
    const schemas = await loadSchemas();
    const schema = schemas.get('customers')!.clone();
    schema.add({ nickname: String, tags: [String], profile: Schema.Types.Mixed, visits: Number });
    expect(undecided(new Map([['customers', schema]]))).toEqual([
      'customers.nickname',
      'customers.tags',
      'customers.profile',
    ]);
    expect(undecided(new Map([['newcollection', new Schema({ text: String, at: Date })]]))).toEqual([
      'newcollection.text',
    ]);
  });

  it('decides no field that no schema has', async () => {
    const schemas = await loadSchemas();
    const unknown = [...decided].flatMap(([collection, fields]) =>
      [...fields]
        .filter((field) => !schemas.get(collection)?.path(field))
        .map((field) => `${collection}.${field}`),
    );
    expect(unknown).toEqual([]);
  });
});
