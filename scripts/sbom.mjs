// npm run -s sbom: the bill of materials, as npm makes it from the lock file.
import { fstatSync } from 'node:fs';
import { main, run } from './build-system.mjs';

const usage = `Usage: npm run -s sbom > sbom.json

Writes a CycloneDX bill of materials to standard output.`;

await main({ usage }, async () => {
  // Without -s npm has already written the name of the script in front of it.
  if (
    fstatSync(1).isFile() &&
    process.env.npm_config_loglevel !== 'silent' &&
    process.env.npm_lifecycle_event
  )
    throw new Error('The file would begin with lines of npm and be no JSON: npm run -s sbom > sbom.json');
  process.stdout.write(
    await run('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--loglevel=error']),
  );
});
