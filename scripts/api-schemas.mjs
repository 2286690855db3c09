// Writes the types of the calls' JSON as JSON schemas for the OpenAPI document: the `Answers` of the rooms in domain/, and
// the `DescribedBodies`, which no DTO can describe.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const file = join(process.env.BACKEND_OUT ?? join(root, 'dist/backend'), 'src/programs/web/api-schemas.json');
/** The types of all rooms in one file, which the generator reads. */
const collected = join(root, '.build/compiled/api-types.ts');

const imports = [`import type { ApiError } from '${join(root, 'domain/platform/messages.js')}';`];
const calls = { Answers: [], DescribedBodies: [] };

/** Adds the calls of a room's file. */
function collect(path, index) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  for (const { name, members } of source.statements.filter(ts.isInterfaceDeclaration)) {
    const end = Object.keys(calls).find((one) => name.text.endsWith(one));
    if (!end) continue;
    imports.push(`import type { ${name.text} as ${end}${index} } from '${path.replace(/\.ts$/, '.js')}';`);
    for (const { name: call, type } of members)
      if (type.kind !== ts.SyntaxKind.VoidKeyword)
        calls[end].push(`'${call.text.replace(' ', ' /api')}': ${end}${index}['${call.text}'];`);
  }
}

const domain = join(root, 'domain');
readdirSync(domain, { recursive: true })
  .filter((path) => path.endsWith('-calls.ts'))
  .sort((one, other) => (one < other ? -1 : 1))
  .forEach((path, index) => collect(join(domain, path), index));
const types = `export interface ApiTypes {
  bodies: { ${calls.DescribedBodies.join(' ')} };
  responses: { ${calls.Answers.join(' ')} };
  failure: ApiError;
}`;
mkdirSync(dirname(collected), { recursive: true });
writeFileSync(collected, [...imports, types, ''].join('\n'));

/** Returns a type's name as the name of a component: that of a generic type contains angle brackets. */
const componentName = (name) => decodeURIComponent(name).replace(/[^\w.-]+/g, '_');

const schema = createGenerator({
  path: collected,
  tsconfig: join(root, 'tsconfig.json'),
  type: 'ApiTypes',
  topRef: false,
  skipTypeCheck: true,
}).createSchema('ApiTypes');

mkdirSync(dirname(file), { recursive: true });
const text = JSON.stringify(schema, (key, value) => {
  if (key === '$ref') return `#/components/schemas/${componentName(value.replace('#/definitions/', ''))}`;
  if (key === 'definitions')
    return Object.fromEntries(Object.entries(value).map(([name, type]) => [componentName(name), type]));
  return value;
});
writeFileSync(file, text);
