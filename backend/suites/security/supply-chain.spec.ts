import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
}

describe('the packages', () => {
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const { lockfileVersion, packages } = JSON.parse(read('package-lock.json')) as {
    lockfileVersion: number;
    packages: Record<string, Entry>;
  };
  // Not the project itself and its workspaces.
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );

  it('are locked by their content, and come from the registry alone', () => {
    expect(lockfileVersion).toBe(3);
    expect(installed.length).toBeGreaterThan(500);
    for (const [path, { version, integrity, resolved }] of installed) {
      expect([path, version]).toEqual([path, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)]);
      expect([path, resolved ?? 'https://registry.npmjs.org/']).toEqual([
        path,
        expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
      ]);
    }
  });

  it('that are named directly are named in one exact version', () => {
    for (const file of [
      'package.json',
      'packages/bank-files/package.json',
      'packages/embedded-database/package.json',
      'packages/tools/package.json',
    ]) {
      const { dependencies, devDependencies } = JSON.parse(read(file)) as Record<string, object>;
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
        expect([name, version]).toEqual([name, expect.stringMatching(/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+$/)]);
    }
  });

  it('are built into an image without benchmarks and sample data', () => {
    const [, names = ''] = /&& rm -r ([^\\\n]+)/.exec(read('deploy/Dockerfile')) ?? [];
    // Each name is of the build: ls fails for one that is not.
    const left = execFileSync('sh', ['-c', `ls -d ${names}`], { cwd: root, encoding: 'utf8' }).split('\n');
    for (const path of ['bench', 'src/commands/seed.js', 'chunks/seed.js'])
      expect(left).toContain(`dist/backend/${path}`);
  });

  it('include none that reports its installation, and overrides that stand with their reason', () => {
    const { overrides } = JSON.parse(read('package.json')) as { overrides: Record<string, string> };
    expect(overrides['@scarf/scarf']).toMatch(/^npm:empty-npm-package@/);
    const reasons = read('docs/developing/packages.md');
    for (const name of Object.keys(overrides)) expect(reasons).toContain(`\`${name}\``);
  });

  it('of the workflows are pinned by their content', () => {
    const workflows = join(root, '.github/workflows');
    const uses = readdirSync(workflows).flatMap((name) =>
      [...readFileSync(join(workflows, name), 'utf8').matchAll(/uses: (\S+)/g)].map(([, action]) => action),
    );
    expect(uses.length).toBeGreaterThan(5);
    for (const action of uses) expect(action).toMatch(/@[0-9a-f]{40}$/);
  });

  it('have licences that are allowed', () => {
    const output = execFileSync(process.execPath, [join(root, 'scripts/licenses.mjs')], { encoding: 'utf8' });
    expect(output).toMatch(/^MIT: \d{3,}/);
  });

  it('are listed as CycloneDX @long', () => {
    // The line that the page of commands has for it.
    const [, words = ''] = /`npm (run [^`>]*sbom) > sbom\.json`/.exec(read('docs/developing/build.md')) ?? [];
    const file = join(mkdtempSync(join(tmpdir(), 'trip-sbom-')), 'sbom.json');
    const { status } = spawnSync('npm', words.split(' '), {
      cwd: root,
      stdio: ['ignore', openSync(file, 'w'), 'inherit'],
      env: { ...process.env, npm_config_loglevel: undefined },
    });
    expect(status).toBe(0);
    const bill = JSON.parse(readFileSync(file, 'utf8')) as {
      bomFormat: string;
      components: { name: string; version: string }[];
    };
    expect(bill.bomFormat).toBe('CycloneDX');
    const names = bill.components.map(({ name }) => name);
    for (const name of ['fastify', 'mongoose', 'react-admin']) expect(names).toContain(name);
    expect(bill.components.every(({ version }) => /^\d/.test(version))).toBe(true);
  });
});
