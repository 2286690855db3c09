import { join } from 'node:path';

/** The server's folder in the build, from a chunk of a program (rolldown.config.mjs) or from this source, as in tests. */
const folder = import.meta.url.endsWith('.ts') ? '../../../dist/backend/src' : '../src';

/** Returns the path of a file that the build makes, named from the folder of the server's sources. */
export const builtFile = (path: string): string => join(import.meta.dirname, folder, path);
