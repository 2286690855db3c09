import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { idPattern } from '#domain/platform/rules';
import { builtFile } from '../../platform/config/built-file.js';
import { maximumSegment } from '../../platform/http/limits/request-limits.js';
import { contentSecurityPolicy } from '../../platform/http/security-headers.js';

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

// Swagger UI writes HTML of its own; scripts stay those of this server.
const policy = contentSecurityPolicy({ trustedTypes: ['default', 'dompurify'] });
const start = `window.trustedTypes?.createPolicy('default', { createHTML: (html) => html });
SwaggerUIBundle({ url: '/api/docs-json', dom_id: '#swagger-ui', deepLinking: true });
`;

const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/** Loads and finds dependencies of @nestjs/swagger. */
const ofSwagger = createRequire(createRequire(import.meta.url).resolve('@nestjs/swagger'));

function toYaml(document: OpenAPIObject): string {
  const { dump } = ofSwagger('js-yaml') as { dump: (value: unknown, options: object) => string };
  return dump(document, { skipInvalid: true, noRefs: true });
}

/** Schemas by call: "GET /api/path". */
interface SchemaByCall {
  properties: Record<string, object>;
}

interface ApiSchemas {
  definitions: Record<string, object>;
  properties: { bodies: SchemaByCall; responses: SchemaByCall; failure: object };
}

/** Reads the schemas that the build writes of ApiTypes. */
const readSchemas = (): ApiSchemas =>
  JSON.parse(readFileSync(builtFile('programs/web/api-schemas.json'), 'utf8')) as ApiSchemas;

interface Operation {
  parameters?: { in?: string; name?: string; schema?: object }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: object } | undefined> };
  responses: Record<string, object | undefined>;
  security?: object[];
}

/** The statuses of refused and failed calls, and what they say. */
const failures = {
  400: 'The input is refused',
  401: 'No valid access token',
  403: 'The role may not do this',
  404: 'There is no such record',
  408: 'The request took too long to arrive',
  409: 'The state of the record, or another change of it, does not allow this',
  413: 'The body is too large',
  414: 'The address is too long',
  415: 'The body is of another type',
  429: 'Too many requests: Retry-After says when the next one is allowed',
  431: 'The headers are too large',
  500: 'An error of the server',
  503: 'The database is away, or the server is busy',
  default: 'Refused or failed',
} as const;
type FailureStatus = Exclude<keyof typeof failures, 'default'>;

const ofEveryCall: FailureStatus[] = [400, 408, 413, 429, 431, 500, 503];

/** Returns the statuses with which a call may be refused or fail. */
const failuresOf = (path: string, method: string, { requestBody, security }: Operation): FailureStatus[] => [
  ...ofEveryCall,
  ...(security?.length ? ([401, 403] as const) : path.startsWith('/api/auth/') ? ([401] as const) : []),
  ...(path.includes('{') || requestBody ? ([404] as const) : []),
  ...(path.includes('{') ? ([414] as const) : []),
  ...(method === 'get' ? [] : ([409, 415] as const)),
];

const asJson = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

/** Descriptions of the groups of calls, by their controllers, where the name does not say it all. */
const tags: Record<string, string> = {
  Account: "The signed-in admin's own account and sessions",
  Activity: 'What happened to a customer or a payment',
  Audit: 'The trail of all changes',
  Auth: 'Signing in and out',
  BankAccounts: 'Bank accounts whose statements are read',
  BankTransactions: 'Transactions of bank accounts, and the payments that they belong to',
  CardEvents: "The card provider's events",
  CardVisitors: "The provider's signed events, and a visitor's card payment",
  Checkout: "A visitor's purchase",
  Comments: "The office's comments on customers and payments",
  Counts: 'The numbers beside the entries of the menu',
  Entrance: 'The ways in by the link of a mail',
  Health: 'Liveness and readiness, for the operator',
  Invitations: 'Invitations to the back-office, for admins',
  InteracNotices: 'Notifications of Interac e-Transfers',
  Mail: 'Mails to visitors and to the company',
  Orders: "A visitor's page about a payment",
  Passkeys: "The passkeys of one's own account",
  Payments: 'Payments and their status',
  People: 'The accounts of the back-office, for admins',
  Merges: 'Possible duplicates among customers, and their merge',
  Receipts: 'The money that a payment has received and returned',
  Reports: 'Figures and overdue payments',
  SavedViews: "The saved views of lists of one's own account",
  Search: 'Search in customers and payments',
  SecondFactor: "The second factor and the sign-ins of one's own account",
  StatementUploads: "Upload of a bank's files",
  Statements: "A bank's files, their mapping and import",
  Warnings: 'Settings that an operator should correct',
};

const successes: Record<string, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted',
  204: 'Done; the response is empty',
};

const segment = { type: 'string', maxLength: maximumSegment };
const segments: Record<string, object> = {
  id: { schema: { type: 'string', pattern: idPattern } },
  reference: { description: "The payment's reference, as in the visitor's link", schema: segment },
  token: { description: 'The secret part of a link', schema: segment },
  // Text of another form is answered as an unknown key.
  key: { description: 'The card key of the visit', schema: segment },
};

/** Adds to the parameters of a path what its segments take. */
function describeParameters({ parameters = [] }: Operation): void {
  for (const parameter of parameters)
    if (parameter.in === 'path') Object.assign(parameter, segments[parameter.name ?? '']);
}

/** Returns the names of the components that a part of the document refers to. */
const referencedIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!);

/** Deletes the component schemas that no call uses: Nest derives some from types of the database. */
function deleteUnused(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const visit = (names: string[]) => {
    for (const name of names)
      if (!used.has(name)) {
        used.add(name);
        visit(referencedIn(schemas[name] ?? {}));
      }
  };
  visit(referencedIn([document.paths, document.components?.responses]));
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}

/** Returns the groups of the document's calls. */
function tagsOf({ paths }: OpenAPIObject): { name: string; description: string }[] {
  const operations = Object.values(paths).flatMap((each) => Object.values(each) as { tags?: string[] }[]);
  const names = new Set(operations.flatMap(({ tags: used = [] }) => used));
  return [...names]
    .sort((one, other) => (one < other ? -1 : 1))
    .map((name) => ({ name, description: tags[name] ?? name }));
}

/** Adds to Nest's document the types of bodies and responses, the failures of each call, and what is public. */
function completeDocument(document: OpenAPIObject): OpenAPIObject {
  const { definitions, properties } = readSchemas();
  const { components } = document;
  document.tags = tagsOf(document);
  Object.assign((components!.schemas ??= {}), definitions);
  components!.responses = Object.fromEntries(
    Object.entries(failures).map(([status, description]) => [
      `Failure${status}`,
      asJson(description, properties.failure),
    ]),
  );
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
      describeParameters(operation);
      operation.security ??= [];
      const call = `${method.toUpperCase()} ${path}`;
      const body = properties.bodies.properties[call];
      if (body) operation.requestBody = { required: true, content: { 'application/json': { schema: body } } };
      const mail = operation.requestBody?.content['message/rfc822'];
      if (mail) mail.schema = { type: 'string', format: 'binary' };
      const answer = properties.responses.properties[call];
      for (const status of Object.keys(operation.responses).filter((one) => one.startsWith('2'))) {
        const description = successes[status] ?? '';
        operation.responses[status] = answer
          ? asJson(description, answer)
          : { ...operation.responses[status], description };
      }
      for (const status of [...failuresOf(path, method, operation), 'default'])
        operation.responses[status] = { $ref: `#/components/responses/Failure${status}` };
    }
  deleteUnused(document);
  return document;
}

/** The OpenAPI page at /api/docs and its document at /api/docs-json and /api/docs-yaml. */
export function serveApiDocs(app: NestFastifyApplication): void {
  const description = new DocumentBuilder()
    .setTitle('Thailand Real Estate Trip')
    .setDescription(
      'The calls of the checkout and the back-office. Errors have one shape; see the responses of a call.',
    )
    .addServer('/', 'This server')
    .setVersion('1.0')
    // The first version whose schemas are those of JSON Schema, as the build writes them.
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth()
    .build();
  let document: OpenAPIObject | undefined;
  const describe = () => (document ??= completeDocument(SwaggerModule.createDocument(app, description)));
  const server = app.getHttpAdapter().getInstance();
  /** Serves what never changes: written at the first request, as most servers are never asked for it, and kept. */
  const serve = (path: string, type: string, write: () => string | Buffer, headers = {}) => {
    let content: Buffer | undefined;
    server.get(path, (_, reply) => {
      content ??= Buffer.from(write());
      void reply.type(type).headers(headers).send(content);
    });
  };
  serve('/api/docs-json', 'application/json; charset=utf-8', () => JSON.stringify(describe()));
  serve('/api/docs-yaml', 'text/yaml; charset=utf-8', () => toYaml(describe()));
  serve('/api/docs', 'text/html; charset=utf-8', () => page, { 'Content-Security-Policy': policy });
  serve('/api/docs/start.js', 'text/javascript; charset=utf-8', () => start);
  const folder = join(ofSwagger.resolve('swagger-ui-dist/package.json'), '..');
  const kept = { 'Cache-Control': 'public, max-age=86400' };
  for (const [name, type] of Object.entries(files))
    serve(`/api/docs/${name}`, type, () => readFileSync(join(folder, name)), kept);
}
