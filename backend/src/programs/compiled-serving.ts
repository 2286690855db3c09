import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { builtFile } from '../platform/config/built-file.js';

type Serving = typeof import('./serving.js');

/** The code that serves, in one file of the build; beside it is what V8 has compiled of it, and the checksum of both. */
const path = builtFile('../chunks/serving.cjs');
const compiledPath = `${path}.compiled`;
const checksumBytes = 4;

const checksumOf = (source: Buffer, compiled: Buffer) => crc32(compiled, crc32(source));

/**
 * Returns what the build has compiled of a source, if it is whole. V8 itself passes over the code of another version, but
 * compares no more of the source than its length, and may crash on damaged code.
 */
function readCompiled(source: Buffer): Buffer | undefined {
  if (!existsSync(compiledPath)) return undefined;
  const kept = readFileSync(compiledPath);
  const compiled = kept.subarray(0, -checksumBytes);
  if (kept.length < checksumBytes) return undefined;
  return kept.readUInt32LE(compiled.length) === checksumOf(source, compiled) ? compiled : undefined;
}

function runFile() {
  const source = readFileSync(path);
  const parameters = 'exports, require, __filename, __dirname';
  const script = new Script(`(function (${parameters}) {${source.toString()}\n})`, {
    filename: path,
    cachedData: readCompiled(source),
  });
  const run = script.runInThisContext() as (...values: unknown[]) => void;
  const serving = {} as Serving;
  run(serving, createRequire(path), path, dirname(path));
  return { source, script, serving };
}

/** True where the script is of the same build as the modules: these may be built alone, and leave a script of earlier code. */
const isBuiltWithModules = () =>
  existsSync(path) && statSync(path).mtimeMs >= statSync(builtFile('server.js')).mtimeMs;

/** Loads the code that serves: from its script, or from its modules where that is not built with them. */
export const loadServing = async (): Promise<Serving> =>
  isBuiltWithModules() ? runFile().serving : import('./serving.js');

/** Keeps what V8 has compiled once the code is loaded: a step of the build. */
export function compileServing(): void {
  const { source, script } = runFile();
  const compiled = script.createCachedData();
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(checksumOf(source, compiled));
  writeFileSync(compiledPath, Buffer.concat([compiled, checksum]));
}
