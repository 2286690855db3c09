// Writes the types of the calls' JSON (backend/src/web/api-types.ts) as JSON schemas for the OpenAPI document.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const root = join(import.meta.dirname, '..');
const file = join(process.env.BACKEND_OUT ?? join(root, 'dist/backend'), 'src/web/api-schemas.json');

/** Returns a type's name as the name of a component: that of a generic type contains angle brackets. */
const componentName = (name) => decodeURIComponent(name).replace(/[^\w.-]+/g, '_');

const schema = createGenerator({
  path: join(root, 'backend/src/web/api-types.ts'),
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
