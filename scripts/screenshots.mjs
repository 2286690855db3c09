// npm run screenshots: takes the pictures of docs/tour.md anew.
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { build, install, main, root, run } from './build-system.mjs';

await main({ usage: 'Usage: npm run screenshots\n\nTakes the pictures of docs/tour.md anew.' }, async () => {
  await install({ tools: true });
  await build();
  const env = { ...process.env, CHROMIUM_PATH: (await chromium()) ?? '' };
  const playwright = join(root, 'node_modules/.bin/playwright');
  await run(playwright, ['test', '-c', 'e2e/tour.config.mjs'], { show: true, env });
});
