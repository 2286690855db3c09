import { parseArgs } from 'node:util';
import { DataFolderError, type DataFolderErrorCode } from '../values/errors.js';

/** Wrong arguments or an expected failure: shown to the user as one line without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** The command line before the options; a program that wraps these commands sets its own. */
const commandName = (name: string): string =>
  process.env.EMBEDDED_DATABASE_COMMAND ?? `embedded-database ${name}`;

/** A command-line program. */
export interface Command<Name extends string> {
  name: string;
  /** A sentence that describes it. */
  about: string;
  /** Its options, each with a placeholder for its value and a description. */
  options: Record<Name, [value: string, meaning: string]>;
  /** Names of the required options. */
  required: readonly NoInfer<Name>[];
  run(options: Partial<Record<Name, string>>): Promise<void>;
}

const remedies: Record<DataFolderErrorCode, string> = {
  IN_USE: 'stop that program first, or choose another folder with --data-dir',
  DAMAGED: 'nothing was changed; restore a backup',
  NEWER: 'start the newer version that wrote it, or choose another folder with --data-dir',
  FULL: 'free some space',
  NOT_WRITABLE: 'give this user the right to write there, or choose another folder with --data-dir',
  FOREIGN: 'nothing was changed; name a file or folder of this program',
};

/** Returns the usage line of a command. */
function usageOf<Name extends string>({ name, options, required }: Command<Name>): string {
  const parts = (Object.keys(options) as Name[]).map((option) => {
    const text = `--${option} ${options[option][0]}`;
    return required.includes(option) ? text : `[${text}]`;
  });
  return [commandName(name), ...parts].join(' ');
}

function helpOf<Name extends string>(command: Command<Name>): string {
  const entries = Object.entries(command.options) as [Name, [string, string]][];
  const width = Math.max(...entries.map(([name, [value]]) => name.length + value.length));
  const lines = entries.map(
    ([name, [value, meaning]]) => `  --${`${name} ${value}`.padEnd(width + 1)}  ${meaning}`,
  );
  return [command.about, '', `Usage: ${usageOf(command)}`, '', ...lines].join('\n');
}

function readOptions<Name extends string>(
  command: Command<Name>,
  args: string[],
): Partial<Record<Name, string>> {
  const options = Object.fromEntries(
    Object.keys(command.options).map((name) => [name, { type: 'string' as const }]),
  );
  let values: Partial<Record<Name, string>>;
  try {
    values = parseArgs({ args, options }).values as Partial<Record<Name, string>>;
  } catch (error) {
    throw new CliError(`${(error as Error).message.split('\n')[0]}. Usage: ${usageOf(command)}`);
  }
  const missing = command.required.find((name) => !values[name]);
  if (missing) throw new CliError(`--${missing} is missing. Usage: ${usageOf(command)}`);
  return values;
}

/** Returns an expected failure in one line, with its remedy. */
function lineOf(error: unknown): string {
  if (error instanceof DataFolderError) return `${error.message}: ${remedies[error.code]}.`;
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.split('\n')[0]!;
}

/** Runs a command; sets the exit code 1 if it fails. */
export async function runCommand<Name extends string>(command: Command<Name>, args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return console.log(helpOf(command));
  try {
    await command.run(readOptions(command, args));
  } catch (error) {
    console.error(lineOf(error));
    process.exitCode = 1;
  }
}
