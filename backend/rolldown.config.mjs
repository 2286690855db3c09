// Bundles each of the backend's programs with the packages that it uses, from Nest's compilation: a program then starts
// by reading a few files instead of two thousand.
import { join } from 'node:path';
import { defineConfig } from 'rolldown';

const programs = [
  'src/main',
  'src/server',
  'src/programs/compile-serving',
  'src/programs/commands/admin',
  'src/auth/users/password-thread',
  'src/programs/commands/audit',
  'src/programs/commands/db-backup',
  'src/programs/commands/db-copy',
  'src/programs/commands/db-restore',
  'src/programs/commands/card-event',
  'src/programs/commands/migrate',
  'src/payouts/report-thread',
  'src/documents/pdf/pdf-thread',
  'src/platform/exports/xlsx-worker',
  'src/programs/commands/mail-test',
  'src/bank/notices/mail-thread',
  'src/programs/commands/statement',
  'src/bank/statements/statement-thread',
  'src/programs/commands/seed',
  'src/programs/commands/figures',
  'bench/app-without-mail',
  'bench/bare-nest',
  'bench/bare-server',
  'bench/main',
  'bench/smtp-sink',
];

/** Packages that a program loads from node_modules. */
export const external = [
  // Native code, or a thread with a program of its own.
  '@node-rs/argon2',
  /^@packages\/embedded-database/,
  // @nestjs/mapped-types requires these at run time as well: a second copy would lack the metadata of the decorators.
  'class-transformer',
  'class-validator',
  // Its namespace object works for @nestjs/mongoose only as Node makes it; the driver is the same one for all.
  'mongoose',
  'mongodb',
  // Calls functions that Node warns of outside node_modules.
  'exceljs',
  // Tools of the tests and benchmarks, which a start does not install.
  '@playwright/test',
  'smtp-server',
  // Evaluates a `require` of its own, which an ES module does not have.
  'autocannon',
  // Optional packages of Nest, which are not installed.
  /^@fastify\/(multipart|view)$/,
  /^@nestjs\/(microservices|platform-express|websockets)(\/|$)/,
];

const compiled = join(import.meta.dirname, '../.build/compiled');

/** Builds programs from Nest's compilation: `names` has the path of each by its name in the build. */
export const build = (names, output, external) => ({
  input: Object.fromEntries(
    Object.entries(names).map(([name, path]) => [name, `./.build/compiled/backend/${path}.js`]),
  ),
  platform: 'node',
  // The domain and the formats of banks as Nest's compilation has them; package.json names its sources.
  resolve: {
    alias: {
      '#domain': join(compiled, 'domain'),
      '#bank-files/contract': join(compiled, 'packages/bank-files/src/common/contract.js'),
      '#bank-files': join(compiled, 'packages/bank-files/src/index.js'),
      // Compresses in JavaScript, where Node's own library gives other bytes on another processor.
      pdfkit: join(import.meta.dirname, '../node_modules/pdfkit/js/pdfkit.browser.mjs'),
    },
  },
  external,
  checks: { bundlerTimings: false },
  // A package of which the bundler warns belongs in the list above.
  onLog(level, { message }) {
    if (level === 'warn') throw new Error(message);
  },
  output: {
    dir: process.env.BACKEND_OUT ?? 'dist/backend',
    // Nest and mongoose know classes by their names.
    keepNames: true,
    ...output,
  },
});

// The commands' built paths stand in the units and jobs of operators: dist/backend/src/commands/.
const names = Object.fromEntries(programs.map((path) => [path.replace('src/programs/', 'src/'), path]));
// The folder has the depth of backend/src: see backend/src/platform/config/built-file.ts.
const chunks = { chunkFileNames: 'chunks/[name].js', entryFileNames: '[name].js' };
export default defineConfig(build(names, chunks, external));
