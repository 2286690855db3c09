// npm start: installs what is missing, builds what is stale, and becomes the server.
import { endWithNpm } from './end-with-npm.mjs';
import { build, install, main } from './build-system.mjs';

const usage = `Usage: npm start

Installs what is missing, builds what is stale and serves everything at http://127.0.0.1:3000. The settings are
environment variables: see docs/operating/configuration.md.`;

await main({ usage }, async () => {
  endWithNpm();
  await install();
  await build();
});
await import('../dist/backend/src/main.js');
