// npm run dev: the application on one port, with reload on change. Vite serves the checkout at PORT and hands what is
// the back-office's to a second Vite and what is the API's to the server, which Node restarts when it was compiled anew.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, install, main, root } from './setup.mjs';

await main(async () => {
  await install();
  await build(['backend']);
});

const port = Number(process.env.PORT || 3000);
const api = port + 1;
const adminPort = port + 2;
const host = process.env.HOST || '127.0.0.1';
const { createServer } = await import(createRequire(join(root, 'package.json')).resolve('vite'));

const children = [
  spawn(join(root, 'node_modules/.bin/nest'), ['build', '--watch'], { cwd: root, stdio: 'inherit' }),
  spawn(
    process.execPath,
    ['--watch-path=dist/backend', '--watch-path=dist/domain', 'dist/backend/src/main.js'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PORT: String(api), HOST: '127.0.0.1' },
    },
  ),
];
mkdirSync(join(root, 'dist'), { recursive: true });

const toApi = { '/api': `http://127.0.0.1:${api}` };
const admin = await createServer({
  root: join(root, 'admin'),
  configFile: join(root, 'admin/vite.config.ts'),
  server: {
    host: '127.0.0.1',
    port: adminPort,
    strictPort: true,
    hmr: { port: adminPort, host },
    proxy: toApi,
  },
});
await admin.listen();
const checkout = await createServer({
  root: join(root, 'checkout'),
  configFile: join(root, 'checkout/vite.config.ts'),
  server: {
    host,
    port,
    strictPort: true,
    proxy: {
      ...toApi,
      '^/admin($|/|\\?)': {
        target: `http://127.0.0.1:${adminPort}`,
        rewrite: (path) => path.replace(/^\/admin(?=$|\?)/, '/admin/'),
      },
      '/login': { target: `http://127.0.0.1:${adminPort}`, rewrite: () => '/admin/' },
    },
  },
});
await checkout.listen();
console.log(`Development server at http://${host}:${port} (back-office at /admin)`);

const stop = async () => {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all([admin.close(), checkout.close()]);
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
