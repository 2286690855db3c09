import { basename, join } from 'node:path';

/** The folder of the server's programs in the build, from a chunk of one, from Nest's compilation, or as in tests. */
const folder = import.meta.url.endsWith('.ts')
  ? '../../../../dist/backend/src'
  : basename(import.meta.dirname) === 'chunks'
    ? '../src'
    : '../..';

/** Returns the path of a file that the build makes, named from the folder of the server's sources. */
export const builtFile = (path: string): string => join(import.meta.dirname, folder, path);
