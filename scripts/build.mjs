// npm run build: everything that is stale.
import { build, install, main } from './build-system.mjs';

const usage = `Usage: npm run build [-- --tools]

Builds what changed since it was last built. With --tools the packages of tests and benchmarks are installed as well.`;

await main({ usage, takesArguments: true }, async () => {
  const [option, ...rest] = process.argv.slice(2);
  if (rest.length || (option !== undefined && option !== '--tools'))
    throw new Error(`Unexpected argument '${rest[0] ?? option}'. ${usage.split('\n')[0]}`);
  await install({ tools: option !== undefined });
  await build();
});
