// npm run dev: the application on one port, with reload on change. Vite serves the checkout at PORT and forwards the
// back-office's requests to a second Vite and the API's to the server (dev-backend.mjs). Type errors lie over the pages.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, install, main, root } from './build-system.mjs';
import { deferred, inspectorPort, startBackend, watchTypes } from './dev-backend.mjs';
import { endWithNpm } from './end-with-npm.mjs';

const usage = `Usage: npm run dev

Serves the application at PORT (3000 by default) with reload on change; the two ports above it are used as well. A
debugger finds the server at port ${inspectorPort}.`;

const webServers = [];

/** The type errors of each program, and what shows them over the open pages. */
const typeErrors = new Map();
function showTypeErrors(program, errors) {
  const hadErrors = [...typeErrors.values()].some((those) => those.length);
  typeErrors.set(program, errors);
  const all = [...typeErrors.values()].flat();
  for (const { ws } of webServers)
    if (all.length)
      ws.send({ type: 'error', err: { message: all.join('\n\n'), stack: '', plugin: 'types', id: '' } });
    else if (hadErrors) ws.send({ type: 'full-reload' });
}

/** Lets the requests of the API wait while the server starts again. */
const waitFor = (ready) => ({
  name: 'wait-for-server',
  configureServer: ({ middlewares }) => {
    middlewares.use('/api', (request, response, next) => void ready().then(() => next()));
  },
});

async function startWeb(name, ready, server) {
  const { createServer } = await import(createRequire(join(root, 'package.json')).resolve('vite'));
  const web = await createServer({
    root: join(root, name),
    configFile: join(root, name, 'vite.config.ts'),
    clearScreen: false,
    plugins: [waitFor(ready)],
    server: { strictPort: true, ...server },
  });
  webServers.push(web);
  await web.listen();
}

await main({ usage }, async () => {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65533)
    throw new Error('PORT takes a whole number from 1 to 65533, as the two ports above it are used as well');
  const [api, adminPort] = [port + 1, port + 2];
  const host = process.env.HOST || '127.0.0.1';
  endWithNpm();
  await install({ tools: true });
  await build(['database']);

  const stoppable = [];
  const stop = async (code) => {
    for (const one of stoppable) await one.stop();
    await Promise.all(webServers.map((server) => server.close()));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(0));

  const address = deferred();
  const ready = () => address.promise.then(() => backend.ready());
  const toApi = { '/api': `http://127.0.0.1:${api}` };
  const admin = `http://127.0.0.1:${adminPort}`;
  try {
    await startWeb('admin', ready, {
      host: '127.0.0.1',
      port: adminPort,
      hmr: { port: adminPort, host },
      proxy: toApi,
    });
    await startWeb('checkout', ready, {
      host,
      port,
      proxy: {
        ...toApi,
        '^/admin($|/|\\?)': {
          target: admin,
          rewrite: (path) => path.replace(/^\/admin(?=$|\?)/, '/admin/'),
        },
        '/login': { target: admin, rewrite: () => '/admin/' },
      },
    });
  } catch (error) {
    console.error(error.message);
    return stop(1);
  }
  let isListening = false;
  const backend = startBackend(api, {
    report: (errors) => showTypeErrors('backend', errors),
    listening: () => {
      address.resolve();
      if (!isListening) console.log(`\nOpen http://${host}:${port} (back-office at /admin)`);
      isListening = true;
    },
  });
  stoppable.push(backend);
  for (const program of ['admin', 'checkout']) {
    const args = [
      'node_modules/@typescript/native/bin/tsc',
      '-p',
      program,
      '--noEmit',
      '--watch',
      '--preserveWatchOutput',
      '--pretty',
      'false',
    ];
    const compiler = watchTypes(process.execPath, args, (errors) => showTypeErrors(program, errors));
    stoppable.push({ stop: () => compiler.kill() });
  }
});
