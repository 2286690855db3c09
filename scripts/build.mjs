// npm run build: everything that is stale.
import { build, install, main } from './setup.mjs';

await main(async () => {
  await install();
  await build();
});
