// npm run types: the type check of all programs, or of the projects that are named.
import { join } from 'node:path';
import { main, root, run } from './build-system.mjs';

const projects = ['.', 'packages/embedded-database', 'browser', 'admin', 'checkout', 'e2e'];

await main({ usage: 'Usage: npm run types [-- PROJECT …]', takesArguments: true }, async () => {
  const chosen = process.argv.slice(2);
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
  for (const project of chosen.length ? chosen : projects)
    await run(tsc, ['--noEmit', '--checkers', '1', '-p', project]);
});
