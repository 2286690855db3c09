// Bundles the database's programs from what the compiler made of them: each then reads a few files instead of ninety.
import { join } from 'node:path';
import { defineConfig } from 'rolldown';

const programs = [
  ...['index', 'server/worker', 'tools/main', 'tools/transfer'].map((name) => `src/${name}`),
  ...['broken', 'recording', 'slow'].map((name) => `src/testing/${name}-disk`),
  'bench/stub-server',
];

const compiled = join(import.meta.dirname, '../../.build/compiled/database');

export default defineConfig({
  input: Object.fromEntries(programs.map((name) => [name, join(compiled, `${name}.js`)])),
  platform: 'node',
  external: ['bson', 'lmdb', 'mongodb'],
  checks: { bundlerTimings: false },
  output: {
    dir: process.env.DATABASE_OUT ?? 'dist/database',
    entryFileNames: '[name].js',
    // The launcher finds its worker beside itself.
    chunkFileNames: 'src/server/[name].js',
    keepNames: true,
  },
});
