import { defineConfig } from 'rolldown';
import { build, external } from './rolldown.config.mjs';

/** Packages whose code the script has of its own: the reasons against it are those of several programs. */
const inScript = ['class-transformer', 'class-validator', 'mongodb', 'mongoose'];

/** The code that serves, as a script: V8 keeps what it compiled of those alone (src/programs/compiled-serving.ts). */
export default defineConfig(
  build(
    { serving: 'src/programs/serving' },
    {
      format: 'cjs',
      codeSplitting: false,
      entryFileNames: 'chunks/[name].cjs',
      // A script that V8 has compiled cannot import.
      dynamicImportInCjs: false,
    },
    external.filter((name) => !inScript.includes(name)),
  ),
);
