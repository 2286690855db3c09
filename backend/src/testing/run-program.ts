import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';

export interface ProgramResult {
  code: number | null;
  output: string;
  errors: string;
}

/**
 * Runs a compiled program until it exits, as an operator does.
 * @param path below `dist/backend/src`, without `.js`
 * @param settings its environment, and its standard input
 */
export async function runProgram(
  path: string,
  args: string[],
  { env = process.env, input = '' }: { env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<ProgramResult> {
  const file = join(process.cwd(), 'dist/backend/src', `${path}.js`);
  const child = spawn(process.execPath, [file, ...args], { env });
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  return { code: await code, output, errors };
}
