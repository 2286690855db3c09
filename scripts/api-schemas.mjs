// Writes the types of the calls' JSON as JSON schemas for the OpenAPI document: the answers of the rooms' `Answers`
// in domain/, of each controller file its `Responses`, and its `Bodies` where a DTO cannot describe them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const backend = join(root, 'backend/src');
const file = join(process.env.BACKEND_OUT ?? join(root, 'dist/backend'), 'src/programs/web/api-schemas.json');
/** The types of all controllers in one file, which the generator reads. */
const collected = join(root, '.build/compiled/api-types.ts');

const imports = [`import type { ApiError } from '${join(root, 'domain/platform/messages.js')}';`];
const calls = { Bodies: [], Responses: [] };

const isExported = ({ modifiers = [] }) => modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** Adds the calls of a controller's file. */
function collect(path, index) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    const name = ts.isInterfaceDeclaration(statement) && isExported(statement) && statement.name.text;
    if (!name || !Object.hasOwn(calls, name)) continue;
    imports.push(`import type { ${name} as ${name}${index} } from '${path.replace(/\.ts$/, '.js')}';`);
    for (const member of statement.members)
      calls[name].push(`'${member.name.text}': ${name}${index}['${member.name.text}'];`);
  }
}

/** Adds the answers of a room's calls, which the back-office makes by the same interface. */
function collectAnswers(path, index) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  for (const { name, members } of source.statements.filter(ts.isInterfaceDeclaration)) {
    if (!name.text.endsWith('Answers')) continue;
    imports.push(`import type { ${name.text} as Answers${index} } from '${path.replace(/\.ts$/, '.js')}';`);
    for (const { name: call, type } of members)
      if (type.kind !== ts.SyntaxKind.VoidKeyword)
        calls.Responses.push(`'${call.text.replace(' ', ' /api')}': Answers${index}['${call.text}'];`);
  }
}

const filesIn = (folder, end) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(end))
    .sort((one, other) => (one < other ? -1 : 1))
    .map((path) => join(folder, path));
filesIn(join(root, 'domain'), '-calls.ts').forEach(collectAnswers);
filesIn(backend, '.controller.ts').forEach(collect);
const types = `export interface ApiTypes {
  bodies: { ${calls.Bodies.join(' ')} };
  responses: { ${calls.Responses.join(' ')} };
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
