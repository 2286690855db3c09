import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { DockerfileParser, type Instruction, JSONInstruction, PropertyInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { statementTimeoutMs } from '#domain/bank/reconciliation';
import { undoTimeoutMs } from '#domain/payments/status-batch';
import { variables } from '../../src/programs/settings.js';
import { findFreePort } from '../../src/testing/free-port.js';
import { waitFor } from '../../src/testing/wait-for.js';
import { shutdownTimeoutMs } from '../../src/platform/http/graceful-shutdown.js';

const root = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Service {
  build?: { args: Record<string, string> };
  environment: Record<string, unknown>;
  healthcheck?: { test: unknown[]; interval: string };
  ports?: string[];
  stop_grace_period?: string;
  [key: string]: unknown;
}
const composeFile = parse(read('docker-compose.yml'), { strict: true }) as {
  services: Record<string, Service>;
};
const { services } = composeFile;
const app = services.app as Service;

const instructions = DockerfileParser.parse(read('deploy/Dockerfile')).getInstructions();
/** The image that Node comes from, unless a build names another one by its digest. */
const nodeImage = /^ARG NODE_IMAGE=(\S+)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '';
const isFrom = (instruction: Instruction) => instruction.getKeyword() === 'FROM';
/** Instructions of the final image; the stage before it only builds. */
const image = instructions.slice(instructions.findLastIndex(isFrom));
const imageSettings = Object.fromEntries(
  image
    .filter((instruction) => instruction instanceof PropertyInstruction)
    .flatMap((instruction) => instruction.getProperties())
    .map((property) => [property.getName(), property.getValue()]),
);

describe('docker-compose.yml', () => {
  it('has only what both generations of Docker Compose know', () => {
    expect(Object.keys(composeFile)).toEqual(['services', 'networks', 'volumes']);
    expect(app.build).toMatchObject({ context: '.', dockerfile: 'deploy/Dockerfile' });
  });

  it('has health checks that are lists of texts, and parse as the programs that they run', () => {
    const checks = Object.values(services).flatMap(({ healthcheck }) => healthcheck ?? []);
    expect(checks).toHaveLength(2);
    for (const { test } of checks) {
      expect(test).toEqual(test.map(() => expect.any(String)));
      expect(['CMD', 'CMD-SHELL']).toContain(test[0]);
    }
    const [, node, flag, script] = (app.healthcheck?.test ?? []) as string[];
    expect([node, flag]).toEqual(['node', '-e']);
    const { status, stderr } = spawnSync(process.execPath, ['--check', '-'], { input: script });
    expect([String(stderr), status]).toEqual(['', 0]);
  });

  it('gives each service settings that are texts', () => {
    for (const { environment = {} } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        expect([name, value]).toEqual([name, expect.any(String)]);
  });

  it.each(variables)('passes %s to the application, or the image or this file sets it', (name) => {
    const fixed = { ...imageSettings, MONGODB_URI: app.environment.MONGODB_URI };
    if (name in fixed) return;
    if (name === 'PAYMENT_OPTIONS_FILE') {
      const target = `./payment-options.json:${String(app.environment[name])}:ro`;
      expect(app.volumes).toContain(target);
      return;
    }
    expect(app.environment[name]).toMatch(new RegExp(`^\\$\\{${name}:(-|\\?)\\}$`));
  });

  it('gives the application more time to stop than it takes', () => {
    const seconds = /^(\d+)s$/.exec(app.stop_grace_period ?? '')?.[1];
    expect(Number(seconds) * 1000).toBeGreaterThan(shutdownTimeoutMs);
  });

  it('runs the application on a read-only file system, without capabilities, for this machine alone', () => {
    expect(app).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ports: ['127.0.0.1:3000:3000'],
    });
    for (const key of ['privileged', 'user', 'cap_add', 'network_mode', 'pid'])
      expect(app).not.toHaveProperty(key);
  });

  const compose = [['docker', 'compose'], ['docker-compose']].find(
    ([command = '', ...args]) => spawnSync(command, [...args, 'version']).status === 0,
  );

  (compose ? it : it.skip)('is accepted by Docker Compose', () => {
    const [command = '', ...args] = compose ?? [];
    const secrets = { MONGO_ROOT_PASSWORD: 'a', MONGO_APP_PASSWORD: 'b', JWT_SECRET: 'c' };
    const env = { ...process.env, ...secrets, LOG_LEVEL: 'debug', RATE_LIMIT_LOGIN: '' };
    const file = join(root, 'docker-compose.yml');
    const { status, stdout, stderr } = spawnSync(command, [...args, '-f', file, 'config'], { env });
    expect([status, String(stderr)]).toEqual([0, '']);
    const resolved = parse(String(stdout)) as { services: { app: Service } };
    expect(resolved.services.app.environment).toMatchObject({ LOG_LEVEL: 'debug', RATE_LIMIT_LOGIN: '' });
  });
});

describe('the Dockerfile', () => {
  it('has no faults, and builds and runs on the same Node', () => {
    expect(validate(read('deploy/Dockerfile'))).toEqual([]);
    const bases = instructions.filter(isFrom).map((from) => String(from.getArguments()[0]));
    expect(bases).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
    expect(app.build?.args.NODE_IMAGE).toBe(`\${NODE_IMAGE:-${nodeImage}}`);
  });

  it('runs the server as a user without rights, from its user on to the end', () => {
    const users = image.filter((instruction) => instruction.getKeyword() === 'USER');
    expect(users.map((user) => user.getArgumentsContent())).toEqual(['node']);
    const after = image.slice(image.indexOf(users[0] as Instruction) + 1);
    expect(after.map((instruction) => instruction.getKeyword())).toContain('CMD');
    expect(after.map((instruction) => instruction.getKeyword())).not.toContain('RUN');
  });

  it('has no development packages', () => {
    const runs = image.filter((instruction) => instruction.getKeyword() === 'RUN');
    const installs = runs.map((run) => run.getArguments().map(String)).filter(([npm]) => npm === 'npm');
    expect(installs).toHaveLength(1);
    expect(installs[0]?.slice(0, 3)).toEqual(['npm', 'ci', '--omit=dev']);
    const copied = image.filter((instruction) => instruction.getKeyword() === 'COPY');
    for (const copy of copied) expect(copy.getArguments().map(String)).not.toContain('node_modules');
  });

  it('starts node itself, so that it gets the signals', () => {
    const command = image.find((instruction) => instruction.getKeyword() === 'CMD') as JSONInstruction;
    expect(command.getJSONStrings().map((text) => JSON.parse(String(text)) as string)).toEqual([
      'node',
      'dist/backend/src/main.js',
    ]);
  });
});

describe('the workflow', () => {
  interface Workflow {
    on: Record<string, unknown>;
    jobs: Record<
      string,
      {
        strategy?: { matrix: Record<string, unknown[]> };
        steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
      }
    >;
  }
  const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow;

  it('tests on each supported Node, the oldest one and the one of the image among them', () => {
    const versions = workflow('ci').jobs.embedded?.strategy?.matrix.node?.map(String) ?? [];
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(engines.node).toContain(`^${versions[0]}.`);
    const image = /^node:(\d+)-/.exec(nodeImage)?.[1];
    expect(versions).toEqual(['20.19', '22', '24', '26']);
    expect(versions).toContain(image);
    for (const { strategy, steps } of Object.values(workflow('ci').jobs))
      for (const { uses, with: settings } of steps)
        if (uses?.startsWith('actions/setup-node') && !strategy?.matrix.node)
          expect(String(settings?.['node-version'])).toBe(image);
  });

  it('runs the journeys with a whole Chromium and with its headless shell', () => {
    const { strategy, steps } = workflow('ci').jobs.journeys ?? { steps: [] };
    expect(strategy?.matrix.browser).toEqual(['chromium', 'chromium-headless-shell']);
    expect(steps.at(-1)?.run).toMatch(/^export CHROMIUM_PATH$[^]*^npm test -- journeys$/m);
  });

  it('runs every part of the longest tests each night', () => {
    const { on, jobs } = workflow('long');
    expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
    const usage = spawnSync(process.execPath, [join(root, 'scripts/test-long.mjs'), '--help'], {
      encoding: 'utf8',
    }).stdout;
    const parts = /^Parts: (.+?);/m.exec(usage)?.[1]?.split(', ');
    expect(jobs.long?.strategy?.matrix.part).toEqual(parts);
    expect(jobs.long?.steps.map(({ run }) => run)).toContain('npm run test:long -- ${{ matrix.part }}');
  });

  it('audits the packages by a schedule, and updates are proposed for all that is used', () => {
    const { on, jobs } = workflow('audit');
    expect(on.schedule).toEqual([{ cron: expect.any(String) }]);
    expect(jobs.packages?.steps.map(({ run }) => run)).toContainEqual(
      expect.stringMatching(/^npm audit( |$)/),
    );
    const { updates } = parse(read('.github/dependabot.yml')) as {
      updates: { 'package-ecosystem': string }[];
    };
    const ecosystems = updates.map((update) => update['package-ecosystem']);
    expect(ecosystems.sort()).toEqual(['docker', 'github-actions', 'npm']);
  });
});

describe('the systemd unit', () => {
  const unit = 'deploy/thailand-trip.service';
  const settings = new Map(
    read(unit)
      .split('\n')
      .filter((line) => /^[A-Z]\w*=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

  it('starts node itself, and gives it more time to stop than it takes', () => {
    expect(settings.get('ExecStart')).toBe('/usr/bin/env node dist/backend/src/main.js');
    expect(Number(settings.get('TimeoutStopSec')) * 1000).toBeGreaterThan(shutdownTimeoutMs);
  });

  it('allows the sockets that a server on every address opens, one to list them among these', () => {
    const families = settings.get('RestrictAddressFamilies')?.split(' ');
    expect(families).toEqual(['AF_INET', 'AF_INET6', 'AF_UNIX', 'AF_NETLINK']);
  });

  const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  const units = ['.service', '-backup.service', '-backup.timer'].map((end) => `deploy/thailand-trip${end}`);
  (systemd ? it : it.skip)('is accepted by systemd, as those of its backup are', () => {
    const args = ['verify', '--man=no', ...units.map((name) => join(root, name))];
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('the files of a proxy', () => {
  /** The address in Caddy's log: RE2 has its flag in the text. */
  const loggedByCaddy = (address: string): string => {
    const [, text = '', to = ''] = /regexp "\(\?i\)(.+)" "(.+)"$/m.exec(read('deploy/Caddyfile')) ?? [];
    return address.replaceAll(new RegExp(text, 'gi'), to.replaceAll('${1}', '$1'));
  };
  /** The address in nginx's log: by the first expression that fits. */
  const loggedByNginx = (address: string): string => {
    const rules = read('deploy/nginx.conf').matchAll(/^ {4}"~(\*?)(.+?)" +"\$(\w+)(-?)";$/gm);
    for (const [, flag, text = '', name = '', end = ''] of rules) {
      const found = new RegExp(text, flag && 'i').exec(address)?.groups?.[name];
      if (found !== undefined) return found + end;
    }
    return address;
  };

  it.each([
    ['/order/CRTS-OTN-1AFA6A-989960/SECRET', '/order/CRTS-OTN-1AFA6A-989960/-'],
    ['/api/orders/CRTS-OTN-1AFA6A-989960/SECRET/sent', '/api/orders/CRTS-OTN-1AFA6A-989960/-'],
    ['/api/auth/invitations/SECRET', '/api/auth/invitations/-'],
    ['/api/checkout/card/SECRET', '/api/checkout/card/-'],
    ['/api/customers?filter[name]=SECRET', '/api/customers'],
    ['/api/payments/0123456789abcdef01234567', '/api/payments/0123456789abcdef01234567'],
  ])('keep what opens a page out of their logs: %s', (address, logged) => {
    for (const text of [loggedByCaddy(address), loggedByNginx(address)]) {
      expect(text).not.toContain('SECRET');
      expect(text.startsWith(logged)).toBe(true);
    }
  });

  it('wait longer for an answer than any call takes', () => {
    const caddy = /response_header_timeout (\d+)s$/m.exec(read('deploy/Caddyfile'))?.[1];
    const nginx = /proxy_read_timeout (\d+)s;$/m.exec(read('deploy/nginx.conf'))?.[1];
    for (const seconds of [caddy, nginx])
      expect(Number(seconds) * 1000).toBeGreaterThan(Math.max(statementTimeoutMs, undoTimeoutMs));
  });

  const has = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;

  (has('caddy', 'version') ? it : it.skip)('are accepted by Caddy', () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')];
    const { status, stderr } = spawnSync('caddy', args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.stringContaining('"msg"')]);
  });

  /** Writes nginx's file for a run in a folder of its own, with the ports that it is to have there. */
  function prepareNginx(ports: Record<'80' | '443', number>): string {
    const folder = mkdtempSync(join(tmpdir(), 'trip-nginx-'));
    const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
    const subject = ['-subj', '/CN=trip.example', '-days', '1', '-keyout', key, '-out', certificate];
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject]);
    const server = read('deploy/nginx.conf')
      .replaceAll('/etc/letsencrypt/live/trip.example', folder)
      .replaceAll('/var/log/nginx', folder)
      .replaceAll(/^ *listen \[::\].*$/gm, '')
      .replaceAll(/listen (80|443)/g, (_, port: '80' | '443') => `listen 127.0.0.1:${ports[port]}`);
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {} http { ${server} }`,
    );
    return file;
  }

  const withNginx = has('nginx', '-v') && has('openssl', 'version') ? it : it.skip;

  withNginx('are accepted by nginx', () => {
    const file = prepareNginx({ 80: 80, 443: 443 });
    const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-c', file], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  withNginx('let nginx redirect to the site itself only, and tell no version', async () => {
    const [plain, tls] = [await findFreePort(), await findFreePort()];
    const nginx = spawn('nginx', ['-c', prepareNginx({ 80: plain, 443: tls })], { stdio: 'ignore' });
    /** Returns status and headers; the error's code where there is no response. */
    const ask = (host: string, get = http.get, port = plain) =>
      new Promise<http.IncomingMessage | string>((resolve) => {
        const options = { host: '127.0.0.1', port, path: '/order?a=1', headers: { host }, agent: false };
        const secure = { ...options, servername: host, rejectUnauthorized: false };
        get(secure, (response) => resolve(response.resume())).on('error', (error) =>
          resolve((error as NodeJS.ErrnoException).code ?? error.message),
        );
      });
    try {
      await waitFor(async () => (await ask('trip.example')) !== 'ECONNREFUSED');
      const redirected = await ask('trip.example');
      expect(redirected).toMatchObject({
        statusCode: 301,
        headers: { location: 'https://trip.example/order?a=1', server: 'nginx' },
      });
      expect(await ask('evil.example')).toBe('ECONNRESET');
      // Nothing runs behind it.
      expect(await ask('trip.example', https.get, tls)).toMatchObject({
        statusCode: 502,
        headers: { server: 'nginx' },
      });
      expect(await ask('evil.example', https.get, tls)).toBe('EPROTO');
    } finally {
      nginx.kill();
      await once(nginx, 'exit');
    }
  });
});

describe('the files of the monitoring', () => {
  const promtool = spawnSync('promtool', ['--version']).status === 0;
  const alerts = join(root, 'deploy/prometheus-alerts.yml');

  (promtool ? it : it.skip)('have five alerts, and queries that Prometheus accepts', () => {
    const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as {
      panels: { targets: { expr: string }[] }[];
    };
    // The queries of the dashboard, as rules that record them.
    const rules = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }, number) => ({ record: `query:${number}`, expr }));
    const file = join(mkdtempSync(join(tmpdir(), 'trip-rules-')), 'queries.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', alerts, file], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('SUCCESS: 5 rules found');
  });

  it('name metrics that the server has', () => {
    const measured = ['request', 'pool', 'state'].map((name) =>
      read(`backend/src/programs/metrics/${name}-metrics.ts`),
    );
    const known = [...measured, read('backend/src/programs/metrics/metrics.service.ts')].join();
    const names = [read('deploy/prometheus-alerts.yml'), read('deploy/grafana-dashboard.json')]
      .join()
      .match(/\b(?:trip|http)_\w+/g)
      ?.map((name) => name.replace(/_(?:bucket|count)$/, ''));
    for (const name of new Set(names)) expect(known).toContain(name);
  });
});

describe('the commands of the image', () => {
  // As in the image: the compiled programs and the packages, in another folder, without npm.
  const folder = mkdtempSync(join(tmpdir(), 'trip-image-'));
  for (const compiled of ['dist', 'packages/embedded-database/dist'])
    cpSync(join(root, compiled), join(folder, compiled), { recursive: true, dereference: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const env = {
    PATH: [join(folder, 'dist/bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    DATA_DIR: join(folder, 'data'),
  };

  it('are on its PATH', () => {
    expect(imageSettings.PATH?.split(':')).toEqual(['/app/dist/bin', '$PATH']);
  });

  it.each(readdirSync(join(root, 'dist/bin')))('%s tells its usage', (name) => {
    const { status, stdout, stderr } = spawnSync(name, ['--help'], { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: ${name}\\b`, 'm'));
  });

  it('mend a lost password @long', () => {
    const run = (...args: string[]) => spawnSync('admin', args, { env, encoding: 'utf8' });
    expect(run('add', 'dana', '--email', 'dana@example.com')).toMatchObject({ status: 0, stderr: '' });
    expect(run('list').stdout).toContain('dana\tdana@example.com\tadmin\tenabled');
    expect(run('password', 'dana').stdout).toMatch(/password \S{16} \(shown this once\)/);
  });
});
