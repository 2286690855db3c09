import { mappedTextColumns, statementLimits } from '#bank-files/contract';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { matchNoteRule, reconciliationLimits } from '#domain/bank/reconciliation';
import { idPattern } from '#domain/platform/rules';
import { expect, test } from './support/test.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  [bound: string]: unknown;
}
interface Parameter {
  in: string;
  name: string;
  description?: string;
  schema: Schema;
}
interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  security: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { $ref?: string; description?: string }>;
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: { schemas: Record<string, Schema> };
}

const numberBounds = ['enum', 'const', 'minimum', 'exclusiveMinimum', 'maximum'];
const bounds: Record<string, string[]> = {
  string: ['enum', 'const', 'pattern', 'maxLength', 'format'],
  number: numberBounds,
  integer: numberBounds,
  array: ['maxItems'],
};

/** Returns the places below `schema` that take input of any size or kind. */
function unboundedIn(document: ApiDocument, schema: Schema, place: string, seen: string[] = []): string[] {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    const named = document.components.schemas[name];
    return seen.includes(name) || !named ? [] : unboundedIn(document, named, place, [...seen, name]);
  }
  const { type, properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema;
  const parts = [...anyOf, ...oneOf, ...allOf];
  const types = [type ?? []].flat();
  const isKind = types.length > 0 || parts.length > 0 || 'enum' in schema || 'const' in schema;
  const isBounded = types.every(
    (one) => (bounds[one] ?? []).some((bound) => bound in schema) || !bounds[one],
  );
  return [
    ...(isKind && isBounded ? [] : [`${place}: ${JSON.stringify(schema)}`]),
    ...parts.flatMap((part) => unboundedIn(document, part, place, seen)),
    ...Object.entries(properties).flatMap(([key, value]) =>
      unboundedIn(document, value, `${place}.${key}`, seen),
    ),
    ...(items ? unboundedIn(document, items, `${place}[]`, seen) : []),
    ...(typeof additionalProperties === 'object'
      ? unboundedIn(document, additionalProperties, `${place}.*`, seen)
      : []),
  ];
}

test.describe('the API document', () => {
  let document: ApiDocument;
  let calls: (Operation & { call: string })[];
  test.beforeAll(async ({ server }) => {
    document = (await (await server.api('/docs-json')).json()) as ApiDocument;
    calls = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        call: `${method.toUpperCase()} ${path}`,
        ...operation,
      })),
    );
  });

  test('names each call once, and says in one line what it does', () => {
    expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length);
    const wordless = calls.filter(
      ({ summary = '', tags = [] }) => !/^[^\n]{4,160}\.$/.test(summary) || tags.length !== 1,
    );
    const named = document.tags.map(({ name }) => name);
    expect([...new Set(calls.flatMap(({ tags = [] }) => tags))].sort()).toEqual(named.sort());
    expect(wordless.map(({ call, summary, tags }) => [call, summary, tags])).toEqual([]);
  });

  test('bounds all that a call takes: parameters, filters and bodies', () => {
    const unbounded = calls.flatMap(({ call, parameters = [], requestBody }) => [
      ...parameters.flatMap(({ name, schema }) => unboundedIn(document, schema, `${call} ?${name}`)),
      ...Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
        unboundedIn(document, schema, `${call} ${type}`),
      ),
    ]);
    // Any text is taken for the token of a device, and counts as none.
    expect(unbounded).toEqual([
      expect.stringMatching(/^POST \/api\/auth\/login \S+\.device: /),
      expect.stringMatching(/^POST \/api\/auth\/passkey \S+\.device: /),
    ]);
  });

  test('states the limits that the rules of a match and of a mapping have', () => {
    const { AllocationInput, MatchInput, MappingInput, CsvMapping, ColumnNumber, RecordId } =
      document.components.schemas;
    expect(RecordId?.pattern).toBe(idPattern);
    expect(AllocationInput?.properties?.paymentId?.$ref).toMatch(/\/RecordId$/);
    expect(MatchInput?.properties?.allocations?.maxItems).toBe(reconciliationLimits.allocations);
    expect(MatchInput?.properties?.note?.maxLength).toBe(matchNoteRule.schema?.maxLength);
    expect(MappingInput?.properties?.excluded?.maxItems).toBe(2 * statementLimits.rows);
    expect(MappingInput?.properties?.included?.maxItems).toBe(2 * statementLimits.rows);
    expect(CsvMapping?.properties?.text?.maxItems).toBe(mappedTextColumns);
    expect(CsvMapping?.properties?.date?.$ref).toMatch(/\/ColumnNumber$/);
    expect(ColumnNumber?.maximum).toBe(statementLimits.columns - 1);
  });

  test('describes each parameter that its name does not explain', () => {
    const plain = ['id', 'page', 'limit', 'sort', 'format'];
    const silent = calls.flatMap(({ call, parameters = [] }) =>
      parameters
        .filter(({ name, description }) => !plain.includes(name) && !description)
        .map(({ name }) => `${call} ?${name}`),
    );
    expect(silent).toEqual([]);
  });

  test('says of each call whether it needs a token, and its successes and refusals', () => {
    const incomplete = calls.filter(({ call, security, responses, requestBody }) => {
      const statuses = Object.keys(responses);
      const refusals = [
        '400',
        '408',
        '413',
        '429',
        '431',
        '500',
        '503',
        'default',
        ...(security.length ? ['401', '403'] : []),
        ...(call.includes('{') ? ['404', '414'] : []),
        ...(requestBody ? ['415'] : []),
      ];
      return (
        !statuses.some((status) => status.startsWith('2')) ||
        refusals.some((status) => !responses[status]?.$ref) ||
        statuses.some((status) => status.startsWith('2') && !responses[status]?.description)
      );
    });
    expect(incomplete.map(({ call, responses }) => [call, Object.keys(responses)])).toEqual([]);
  });
});

test('the API document is valid, and has what generators of clients need', async ({ server }) => {
  const source = await (await server.api('/docs-json')).text();
  const config = await createConfig({
    extends: ['spec', 'recommended-strict'],
    // The software is the company's own.
    // An id has 24 hexadecimal digits, so that no other path is taken for it.
    rules: { 'info-license': 'off', 'no-ambiguous-paths': 'off' },
  });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
  ).toEqual([]);
});
