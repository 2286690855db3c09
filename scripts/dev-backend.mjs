// The backend of npm run dev: Nest compiles it into a folder of its own, and each compilation without errors replaces the
// running server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './build-system.mjs';

/** Port at which a debugger finds the server. */
export const inspectorPort = 9229;

/** A promise and what resolves it (Promise.withResolvers, which Node 20 lacks). */
export function deferred() {
  let resolve;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const out = join(root, '.build/dev');
const firstLine = /^Starting (?:compilation|incremental compilation)|File change detected/;
const lastLine = /Found (\d+) errors?\. Watching/;
// oxlint-disable-next-line no-control-regex
const colors = /\u001b\[[\d;]*m/g;

/** The lines of the log about the server's own port and pages: the page to open is Vite's. */
const logOfServing = /"msg":"(?:Server listening at|The web applications are not built)/;

/** A type error of the compiler: "file:line:column - error TS2322: text" or "file(line,column): error TS2322: text". */
const typeError = /^(\S+?)[:(](\d+)[:,](\d+)\)?(?: -|:) error (TS\d+: .+)$/;

/**
 * Runs a compiler that watches. `report` gets the type errors of each compilation, after its end.
 * @returns the process
 */
export function watchTypes(command, args, report, env = process.env) {
  const compiler = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let errors = [];
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    const text = line.replace(colors, '').replace(/^\S+ (?:AM|PM) - |^\[[^\]]*\] /, '');
    if (firstLine.test(text)) errors = [];
    const [, file, row, column, message] = typeError.exec(text) ?? [];
    if (message) errors.push(`${file}:${row}:${column}\n${message}`);
    if (message || (text && !firstLine.test(text) && !lastLine.test(text))) console.log(line);
    if (lastLine.test(text)) report(errors);
  });
  return compiler;
}

/** Writes the schemas of the API's document, which the server reads. */
async function writeSchemas() {
  const env = { ...process.env, BACKEND_OUT: join(out, 'backend') };
  const [code] = await once(
    spawn(process.execPath, ['scripts/api-schemas.mjs'], { cwd: root, env, stdio: 'inherit' }),
    'exit',
  );
  if (code !== 0)
    console.error("The schemas of the API's document were not written: it shows the former ones");
}

/**
 * Starts the backend at `port`, and again after each compilation without type errors; the former server answers until
 * then. `report` gets the type errors.
 */
export function startBackend(port, { report, listening }) {
  // The domain and the formats of banks as they are compiled here; package.json names its sources.
  mkdirSync(out, { recursive: true });
  writeFileSync(
    join(out, 'package.json'),
    JSON.stringify({
      type: 'module',
      imports: {
        '#domain/*': './domain/*.js',
        '#bank-files': './packages/bank-files/src/index.js',
        '#bank-files/contract': './packages/bank-files/src/common/contract.js',
      },
    }),
  );
  let server;
  let ready = deferred();
  let turn = writeSchemas();
  let isFirst = true;

  async function restart() {
    if (isFirst) isFirst = false;
    else void writeSchemas();
    if (server && server.exitCode === null) {
      ready = deferred();
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    }
    server = spawn(
      process.execPath,
      ['--enable-source-maps', `--inspect=${inspectorPort}`, join(out, 'backend/src/server.js')],
      {
        cwd: root,
        env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
        stdio: ['inherit', 'pipe', 'inherit'],
      },
    );
    const started = deferred();
    server.once('exit', () => started.resolve());
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (logOfServing.test(line)) return;
      if (!/listens at http:/.test(line)) return console.log(line);
      listening();
      ready.resolve();
      started.resolve();
    });
    await started.promise;
  }

  const settings = ['--path', 'backend/tsconfig.dev.json'];
  const compiler = watchTypes(
    join(root, 'node_modules/.bin/nest'),
    ['build', '--watch', '--preserveWatchOutput', ...settings],
    (errors) => {
      report(errors);
      if (!errors.length) turn = turn.then(restart);
    },
  );
  return {
    /** Resolves as soon as a server answers. */
    ready: () => ready.promise,
    stop: async () => {
      compiler.kill();
      if (!server || server.exitCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}
