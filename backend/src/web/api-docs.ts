import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { builtFile } from '../built-file.js';

// Nest's own page contains inline styles and a script, which the content security policy forbids; this page has none.
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API – Thailand Real Estate Trip</title>
    <link rel="icon" href="/api/docs/favicon-32x32.png" type="image/png" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const start = "SwaggerUIBundle({ url: '/api/docs-json', dom_id: '#swagger-ui', deepLinking: true });\n";

const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/** The folder of Swagger UI's files, a dependency of @nestjs/swagger. */
function swaggerFolder(): string {
  const nest = createRequire(import.meta.url).resolve('@nestjs/swagger');
  return join(createRequire(nest).resolve('swagger-ui-dist/package.json'), '..');
}

interface ApiSchemas {
  definitions: Record<string, object>;
  /** The schema of each call's response by "GET /api/path", and of every failure by "default". */
  properties: Record<string, object>;
}

/** Reads the schemas that the build writes of ApiResponses. */
const readSchemas = (): ApiSchemas =>
  JSON.parse(readFileSync(builtFile('web/api-schemas.json'), 'utf8')) as ApiSchemas;

interface Operation {
  parameters?: { in?: string; name?: string }[];
  security?: object[];
  responses: Record<string, { description?: string } | undefined>;
}

const asJson = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

const refusals: Record<string, string> = {
  400: 'The input is not valid',
  401: 'The token is missing or not valid',
  403: 'The account may not do this',
  404: 'There is no such record',
  429: 'There were too many requests: see Retry-After',
  503: 'The server is busy: see Retry-After',
};

/** Returns the statuses with which a call can be refused, whatever it does. */
function refusalsOf({ security, parameters = [] }: Operation): string[] {
  const isGuarded = security === undefined || security.length > 0;
  const hasId = parameters.some(({ in: place }) => place === 'path');
  return ['400', ...(isGuarded ? ['401', '403'] : []), ...(hasId ? ['404'] : []), '429', '503'];
}

/**
 * Adds to Nest's document that path ids are strings of 24 hexadecimal digits, which calls need no token, and the
 * responses of each call.
 */
function completeDocument(document: OpenAPIObject): OpenAPIObject {
  const { definitions, properties } = readSchemas();
  delete document.components?.schemas?.Function;
  Object.assign(document.components?.schemas ?? {}, definitions);
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
      // A call without a stated need is public: Nest names the token at guarded ones only.
      operation.security ??= [];
      for (const parameter of operation.parameters ?? [])
        if (parameter.in === 'path' && parameter.name === 'id')
          Object.assign(parameter, { schema: { type: 'string', pattern: '^[0-9a-fA-F]{24}$' } });
      const answer = properties[`${method.toUpperCase()} ${path}`];
      for (const status of Object.keys(operation.responses))
        if (answer && status.startsWith('2'))
          operation.responses[status] = asJson(operation.responses[status]?.description ?? '', answer);
      if (!properties.default) continue;
      for (const status of refusalsOf(operation))
        operation.responses[status] = asJson(refusals[status] ?? '', properties.default);
      operation.responses.default = asJson('Refused or failed', properties.default);
    }
  return document;
}

/** The OpenAPI page at /api/docs and its document at /api/docs-json and /api/docs-yaml. */
export function serveApiDocs(app: NestFastifyApplication): void {
  const description = new DocumentBuilder()
    .setTitle('Thailand Real Estate Trip')
    .setDescription('The calls of the checkout and the back-office.')
    .setVersion('1.0')
    // The first version whose schemas are those of JSON Schema, as the build writes them.
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth()
    .build();
  SwaggerModule.setup(
    'api/docs',
    app,
    () => completeDocument(SwaggerModule.createDocument(app, description)),
    {
      ui: false,
      jsonDocumentUrl: 'api/docs-json',
      yamlDocumentUrl: 'api/docs-yaml',
    },
  );
  const server = app.getHttpAdapter().getInstance();
  server.get('/api/docs', (_, reply) => void reply.type('text/html; charset=utf-8').send(page));
  server.get(
    '/api/docs/start.js',
    (_, reply) => void reply.type('text/javascript; charset=utf-8').send(start),
  );
  const folder = swaggerFolder();
  for (const [name, type] of Object.entries(files)) {
    let content: Buffer | undefined;
    server.get(`/api/docs/${name}`, (_, reply) => {
      // Built on the first request: most servers never show the page.
      content ??= readFileSync(join(folder, name));
      void reply.type(type).header('Cache-Control', 'public, max-age=86400').send(content);
    });
  }
}
