import { randomUUID } from 'node:crypto';
import { maximumParameters } from '../../src/platform/http/limits/request-limits.js';
import { MergeFollower } from '../../src/care/merges/merge-follower.js';
import { TestApp } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { waitFor } from '../../src/testing/wait-for.js';

interface Parameter {
  name: string;
  schema: { enum?: string[]; pattern?: string; format?: string; anyOf?: Parameter['schema'][] };
}
type Operations = Record<string, { parameters?: Parameter[] }>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

const anId = '6553f100a1b2c3d4e5f60718';

/** A text that a filter accepts. */
function valueOf({ enum: allowed, pattern, anyOf }: Parameter['schema']): string {
  const accepted = allowed?.find(Boolean);
  if (accepted) return accepted;
  const samples = [anId, '2026-11-21', '1', 'CAD', 'a'];
  const matching = pattern && samples.find((sample) => new RegExp(pattern).test(sample));
  return matching || (anyOf?.map(valueOf).find(Boolean) ?? 'a');
}

describe('a filter of another list', () => {
  let app: TestApp;
  const commands = new Set<string>();
  afterAll(() => app.stop());

  it('has the server do nothing more, on any route, with a sign-in or without', async () => {
    const uri = uriForDatabase(process.env.MONGODB_URI ?? '', `filters_${randomUUID().slice(0, 8)}`);
    app = await TestApp.start({}, `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`);
    let asked = 0;
    app.connection
      .getClient()
      .on('commandStarted', ({ commandName, command }: { commandName: string; command: object }) => {
        asked++;
        commands.add(`${commandName} ${String(command[commandName as never])}`);
      });
    // The work that the server does by itself, in intervals of up to a second, or of ten for merges.
    const begin = Date.now();
    await app.app.get(MergeFollower).wake();
    await waitFor(() => asked > 20 && Date.now() - begin > 2500 && commands.has('find customermerges'));
    const background = new Set(commands);

    const { body } = await app.visitor.get('/api/docs-json').expect(200);
    const paths = (body as { paths: Record<string, Operations> }).paths;
    const calls = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters = [] }]) => ({
        path: path.replace(/\{[^}]+\}/g, anId),
        method: method as Method,
        own: parameters.map(({ name }) => name),
        filters: parameters.filter(({ name }) => name.startsWith('filter[')),
      })),
    );
    const filters = new Map(
      calls.flatMap((call) => call.filters.map(({ name, schema }) => [name, valueOf(schema)] as const)),
    );
    expect(filters.size).toBeGreaterThan(40);
    expect([filters.get('filter[duplicates]'), filters.get('filter[customerId]')]).toEqual(['true', anId]);

    const more: string[] = [];
    for (const { method, path, own } of calls) {
      const others = [...filters].filter(([name]) => !own.includes(name));
      for (const client of method === 'get' ? [app.admin, app.visitor] : [app.visitor]) {
        const workOf = async (query: object) => {
          commands.clear();
          await client[method](path).query(query);
          return [...commands].filter((command) => !background.has(command));
        };
        const usual = new Set(await workOf({}));
        for (let at = 0; at < others.length; at += maximumParameters) {
          const query = Object.fromEntries(others.slice(at, at + maximumParameters));
          const work = await workOf(query);
          more.push(...work.filter((one) => !usual.has(one)).map((one) => `${method} ${path}: ${one}`));
        }
      }
    }
    expect(more).toEqual([]);
  });
});
