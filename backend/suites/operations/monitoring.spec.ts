import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestServer } from '../../src/testing/test-server.js';
import { aCheckout } from '../../src/testing/builders.js';
import { findFreePort } from '../../src/testing/free-port.js';
import { runProgram } from '../../src/testing/run-program.js';
import { waitFor } from '../../src/testing/wait-for.js';

const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;
const token = 'the-token-of-the-tests';

interface Panel {
  title: string;
  targets: { expr: string }[];
}

// Debian's prometheus; it is left out where there is none.
(hasPrometheus ? describe : describe.skip)('the queries of the dashboard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trip-prometheus-'));
  const { panels } = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as { panels: Panel[] };
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  let server: TestServer;
  let prometheus: ChildProcess;
  let url: string;

  beforeAll(async () => {
    server = await TestServer.start({ METRICS_TOKEN: token, MAIL_DELAY_SECONDS: '0' });
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const scrape = {
      job_name: 'thailand-trip',
      authorization: { credentials: token },
      static_configs: [{ targets: [new URL(server.url).host] }],
    };
    const settings = join(folder, 'prometheus.json');
    writeFileSync(settings, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: [scrape] }));
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${settings}`,
        `--storage.tsdb.path=${folder}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    await runProgram('commands/db-backup', ['--to', join(folder, 'trip.backup')], {
      env: server.environment,
    });
  });
  afterAll(async () => {
    const gone = new Promise((resolve) => prometheus.once('exit', resolve));
    prometheus.kill('SIGTERM');
    await gone;
    await server.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('all have answers on a server that is used', async () => {
    const values = async (expr: string) => {
      const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expr)}`).catch(
        () => undefined,
      );
      const body = (await response?.json()) as
        | { data?: { result: { value: [number, string] }[] } }
        | undefined;
      return (body?.data?.result ?? []).filter(({ value }) => Number.isFinite(Number(value[1])));
    };
    let unanswered = queries;
    await waitFor(async () => {
      await fetch(`${server.url}/api/payments/checkout`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(aCheckout()),
      });
      await server.api('/payments');
      const found = await Promise.all(unanswered.map(async ({ expr }) => (await values(expr)).length > 0));
      unanswered = unanswered.filter((_, at) => !found[at]);
      return unanswered.length === 0;
    }, 45_000).catch(() => undefined);
    expect(unanswered).toEqual([]);
  });
});
