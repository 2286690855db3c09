// npm start: installs what is missing, builds what is stale, and becomes the server.
import { build, install, main } from './setup.mjs';

await main(async () => {
  await install();
  await build();
});
await import('../dist/backend/src/main.js');
