// npm run build: everything that is stale.
import { build, install, main } from './build-system.mjs';

await main({ usage: 'Usage: npm run build\n\nBuilds what changed since it was last built.' }, async () => {
  await install();
  await build();
});
