import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** Jest's own, which the journeys, whose types reach this file, have not. */
declare const afterEach: (end: () => void) => void;

interface Answer {
  $ref?: string;
  content?: Record<string, object>;
}

interface ApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }> | undefined>;
  components: { responses: Record<string, Answer> };
}

/** An answer as described: its content types, '' for an empty one, and the check of JSON. */
interface Description {
  types: string[];
  check: ValidateFunction | undefined;
}

const json = 'application/json';

const pointerTo = (...parts: string[]): string =>
  `api#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** The document of the API, whose checks are compiled where a first answer needs them. */
class Contract {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  private readonly descriptions = new Map<string, Description | undefined>();

  constructor(private readonly document: ApiDocument) {
    this.ajv.addSchema({ $id: 'api', ...document });
  }

  /** Returns undefined where the document has no such call or success. A refusal is the same for all calls. */
  private describe(method: string, path: string, status: number): Description | undefined {
    const { paths, components } = this.document;
    const place =
      status < 400
        ? ['paths', path, method, 'responses', String(status)]
        : ['components', 'responses', 'Failuredefault'];
    const answer =
      status < 400 ? paths[path]?.[method]?.responses[status] : components.responses.Failuredefault;
    if (!answer) return undefined;
    const { content } = answer;
    return {
      types: content ? Object.keys(content) : [''],
      check: content?.[json] && this.ajv.getSchema(pointerTo(...place, 'content', json, 'schema')),
    };
  }

  /** Returns what is wrong with an answer: no description of it, or a property that only one of both has. */
  faultOf(call: string, status: number, type: string, text: () => string): string | undefined {
    const key = `${call} ${status}`;
    if (!this.descriptions.has(key)) {
      const [method = '', path = ''] = call.split(' ');
      this.descriptions.set(key, this.describe(method.toLowerCase(), path, status));
    }
    const description = this.descriptions.get(key);
    if (!description) return `${key} is not described`;
    const { types, check } = description;
    if (!types.includes(type)) return `${key} is described as "${types.join()}" and is "${type}"`;
    if (type !== json || !check || check(JSON.parse(text()))) return undefined;
    const errors = check.errors!.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    return `${key} is not as described: ${errors.join('; ')}`;
  }
}

/** The contract, which all spec files of a worker share: describing the calls takes a tenth of a second. */
const contract = Symbol.for('contract of the API');
const worker = globalThis as { [contract]?: Promise<Contract> };

/** The faults of the present test's answers. */
const faults = new Set<string>();

/** Returns the faults of the answers so far, which then fail no test. */
export function takeFaults(): string[] {
  const taken = [...faults];
  faults.clear();
  return taken;
}

afterEach(() => {
  const taken = takeFaults();
  if (taken.length) throw new Error(taken.join('\n'));
});

/** Fails the test in which the server gives an answer that the document of its API describes otherwise. */
export function holdToContract(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onSend', async ({ method, url, routeOptions }, reply, payload) => {
    const { statusCode } = reply;
    if (!url.startsWith('/api/') || url.startsWith('/api/docs') || method === 'HEAD' || method === 'OPTIONS')
      return payload;
    const path = routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}') ?? '';
    const [type = ''] = String(reply.getHeader('content-type') ?? '').split(';');
    const held = (await worker[contract])!;
    const fault = held.faultOf(`${method} ${path}`, statusCode, type, () => String(payload));
    if (fault) faults.add(fault);
    return payload;
  });
}

/** Reads the document of the API from a server that is ready, before a test makes it busy or takes its database away. */
export const readContract = (app: NestFastifyApplication): Promise<unknown> =>
  (worker[contract] ??= app
    .getHttpAdapter()
    .getInstance()
    .inject('/api/docs-json')
    .then((answer) => new Contract(answer.json())));
