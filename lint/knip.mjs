// Tells knip which files to read and which packages not to look for.
import { readFileSync } from 'node:fs';

const tools = JSON.parse(readFileSync(new URL('../packages/tools/package.json', import.meta.url), 'utf8'));

export default {
  workspaces: {
    '.': {
      entry: [
        'backend/src/{main,server,programs/compile-serving}.ts',
        'backend/src/programs/commands/*.ts',
        'backend/src/{auth/users/password,payouts/report,documents/pdf/pdf,bank/notices/mail,bank/statements/statement}-thread.ts',
        'backend/bench/{main,app-without-mail,bare-server,smtp-sink}.ts',
        'backend/src/testing/global-{setup,teardown}.mjs',
        'backend/bench/bare-nest.ts',
        'admin/src/app/main.tsx',
        'checkout/src/main.tsx',
        'checkout/src/{order/main,order/prerender,prerender}.tsx',
        'checkout/src/texts/pageTexts.ts',
        '{admin,checkout}/vite.config.ts',
        'e2e/*.{spec,screenshots}.ts',
        'e2e/tour.config.mjs',
        'backend/rolldown.config.mjs',
        'backend/rolldown.serving.config.mjs',
        'scripts/*.mjs',
        // The API's document is made of them.
        'domain/**/*-calls.ts',
        'scripts/conformance/{browsers,contract}.mjs',
      ],
      project: ['{backend,domain,browser,admin,checkout,e2e,scripts}/**/*.{ts,tsx,mjs}'],
    },
    'packages/bank-files': {
      project: ['src/**/*.ts'],
    },
    // Its packages are those of the files of all rooms.
    'packages/tools': { ignoreDependencies: [/./] },
    'packages/embedded-database': {
      entry: ['src/testing/*-disk.ts', 'bench/*.ts'],
      project: ['{src,bench}/**/*.{ts,mjs}'],
    },
  },
  // These are found by packages/tools.
  jest: true,
  vitest: true,
  playwright: true,
  // Files of fonts are found by the lists that their packages have.
  ignoreDependencies: [...Object.keys(tools.devDependencies), /^@fontsource-variable\//],
  ignoreBinaries: [
    'jest',
    'openssl',
    'prlimit',
    'systemd-analyze',
    'caddy',
    'nginx',
    'prometheus',
    'promtool',
    'admin',
    'mkfifo',
    'mount',
    'umount',
  ],
};
