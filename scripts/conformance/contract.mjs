// The part "contract" of npm run test:long: the API's document is valid, and a built server does what it says. Both tools
// are Python's: without Python, or where its packages cannot be installed, the part is left out and says so.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../build-system.mjs';
import { admin, startServer } from './server.mjs';

const folder = await mkdtemp(join(tmpdir(), 'trip-contract-'));
const tool = (name) => join(folder, 'python', 'bin', name);
/** Seconds for random requests with a token, which lasts for 15 minutes. */
const seconds = process.env.CONTRACT_SECONDS ?? '300';

/** Installs the tools; returns the reason where that is not possible. */
async function installTools() {
  try {
    await run('python3', ['-m', 'venv', join(folder, 'python')]);
    const requirements = join(import.meta.dirname, 'requirements.txt');
    await run(tool('pip'), ['install', '--quiet', '--no-deps', '--only-binary', ':all:', '-r', requirements]);
    return undefined;
  } catch (error) {
    return error.message;
  }
}

const call = (address, path, init) => fetch(address + path, init);

async function signIn(address) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await call(address, '/api/auth/login', {
    method: 'POST',
    headers,
    body: JSON.stringify(admin),
  });
  if (!response.ok) throw new Error(`Sign-in failed: ${response.status}`);
  return (await response.json()).token;
}

/** Sends the requests of some of Schemathesis' phases; returns whether it found nothing, and the token was good to the end. */
async function conforms(address, document, { withToken, options }) {
  const header = withToken && `Bearer ${await signIn(address)}`;
  console.log(`\nSchemathesis ${withToken ? 'with' : 'without'} a token: ${options.join(' ')}`);
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const settings = ['--continue-on-failure', '--request-timeout', '30', '--warnings', 'off'];
  const sent = header ? ['--header', `Authorization: ${header}`] : [];
  const found = await run(
    tool('schemathesis'),
    ['--config-file', config, 'run', document, '--url', address, ...settings, ...options, ...sent],
    // Its folder of examples is below the folder in which it runs.
    { show: true, cwd: folder },
  ).then(
    () => false,
    () => true,
  );
  if (!header) return !found;
  const { ok } = await call(address, '/api/auth/verify', { headers: { Authorization: header } });
  if (!ok) console.log('The token was not good to the end');
  return !found && ok;
}

let server;
try {
  const reason = await installTools();
  if (reason) {
    console.log(`LEFT OUT: the part contract, as its tools of Python cannot be installed.\n${reason}`);
  } else {
    const started = await startServer(folder);
    server = started.server;
    const { address } = started;
    const document = join(folder, 'openapi.json');
    await writeFile(document, await (await call(address, '/api/docs-json')).text());
    await run(tool('openapi-spec-validator'), [document], { show: true });
    const systematic = ['--phases', 'examples,coverage'];
    // Schemathesis takes ids from earlier responses: it would end the session of its own token.
    const ending = ['/api/account/sessions/{id}', '/api/people/{id}/sessions'];
    const others = ending.flatMap((path) => ['--exclude-path', path]);
    const rounds = [
      { withToken: false, options: systematic },
      { withToken: true, options: [...systematic, ...ending.flatMap((path) => ['--include-path', path])] },
      { withToken: true, options: [...systematic, ...others] },
      { withToken: true, options: ['--phases', 'fuzzing', '--max-time', seconds, ...others] },
      { withToken: true, options: ['--phases', 'stateful', '--max-time', seconds, ...others] },
    ];
    const results = [];
    for (const round of rounds) results.push(await conforms(address, document, round));
    if (results.includes(false)) throw new Error('The server does not do what its document says: see above');
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  server?.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
