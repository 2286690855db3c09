// npm run dev: the application on one port, with reload on change. Vite serves the checkout at PORT and forwards the
// back-office's requests to a second Vite and the API's to the server, which Node restarts after each compilation.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithNpm } from './end-with-npm.mjs';
import { build, install, main, root } from './build-system.mjs';

const usage = `Usage: npm run dev

Serves the application at PORT (3000 by default) with reload on change; the two ports above it are used as well.`;

const children = [];
const webServers = [];

async function stop(code) {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(webServers.map((server) => server.close()));
  process.exit(code);
}

function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  children.push(child);
  return child;
}

async function startWeb(name, server) {
  const { createServer } = await import(createRequire(join(root, 'package.json')).resolve('vite'));
  const web = await createServer({
    root: join(root, name),
    configFile: join(root, name, 'vite.config.ts'),
    clearScreen: false,
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
  await install();
  await build(['backend']);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(0));

  const toApi = { '/api': `http://127.0.0.1:${api}` };
  const admin = `http://127.0.0.1:${adminPort}`;
  try {
    await startWeb('admin', {
      host: '127.0.0.1',
      port: adminPort,
      hmr: { port: adminPort, host },
      proxy: toApi,
    });
    await startWeb('checkout', {
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
  // Neither Nest nor Node clears the screen, which shows the first admin's password only once.
  start(join(root, 'node_modules/.bin/nest'), ['build', '--watch', '--preserveWatchOutput']);
  start(join(root, 'node_modules/.bin/rolldown'), ['--config', '--watch']);
  const watched = ['--watch-path=dist/backend', '--watch-preserve-output'];
  const server = start(process.execPath, [...watched, 'dist/backend/src/main.js'], {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(api), HOST: '127.0.0.1' },
  });
  for await (const line of createInterface({ input: server.stdout })) {
    // The server logs its own port, too; the page to open is Vite's.
    if (line.includes('"msg":"Server listening at')) continue;
    const isAddress = /listens at http:/.test(line);
    console.log(isAddress ? `\nOpen http://${host}:${port} (back-office at /admin)` : line);
  }
});
