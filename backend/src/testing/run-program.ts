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
 * @param settings its environment, its standard input, and on Linux the most bytes of a file that it may write, which it
 *   sees as a full disk
 */
export async function runProgram(
  path: string,
  args: string[],
  {
    env = process.env,
    input = '',
    fileBytes,
  }: { env?: NodeJS.ProcessEnv; input?: string; fileBytes?: number } = {},
): Promise<ProgramResult> {
  const file = join(process.cwd(), 'dist/backend/src', `${path}.js`);
  const command = [process.execPath, file, ...args];
  if (fileBytes !== undefined) command.unshift('prlimit', `--fsize=${fileBytes}`);
  const child = spawn(command[0]!, command.slice(1), { env });
  child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  return { code: await code, output, errors };
}
