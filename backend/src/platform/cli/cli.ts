import { getSystemErrorMap, parseArgs, type ParseArgsConfig } from 'node:util';

/** A failure that the user of a command can correct: its message is shown in one line, without a stack. */
export class CliError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The definition of a command: its arguments, options and help text. */
export interface CliDefinition<T extends Options> {
  /** The name of its npm script. */
  name: string;
  /** Usage forms, one line each: `['list', 'add NAME --email EMAIL']`. */
  forms: readonly string[];
  /** Description and options, as plain lines. */
  description: string;
  /** Options as node:util's `parseArgs` takes them. */
  options?: T;
  /** Maximum number of positional arguments; 0 by default. */
  maxPositionals?: number;
}

type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>
>;

/** The words that start a command: with npm in a working copy, its name alone in the image. */
export const invocation = (name: string): string =>
  process.env.npm_lifecycle_event ? `npm run ${name} --` : name;

function usageOf({ name, forms, description }: CliDefinition<Options>): string {
  const lines = forms.map((form, index) =>
    `${index ? '      ' : 'Usage:'} ${invocation(name)} ${form}`.trimEnd(),
  );
  return `${lines.join('\n')}\n\n${description}`;
}

/**
 * Parses the options and arguments of a command.
 * @throws CliError for an unknown option, a missing value or a surplus argument
 */
function readArguments<T extends Options>(definition: CliDefinition<T>, args: string[]): Parsed<T> {
  const { name, options, maxPositionals = 0 } = definition;
  const usageError = (reason: string) =>
    new CliError(`${reason}. The usage is shown by: ${invocation(name)} --help`);
  let parsed: Parsed<T>;
  try {
    parsed = parseArgs({ args, options: options ?? ({} as T), allowPositionals: true, strict: true });
  } catch (error) {
    // Node's second sentence explains how to pass arguments that begin with a dash.
    throw usageError((error as Error).message.split(/\. |\n/)[0] ?? '');
  }
  const stray = parsed.positionals[maxPositionals];
  if (stray !== undefined) throw usageError(`Unexpected argument '${stray}'`);
  return parsed;
}

/** Returns the message of an error that the user can correct; undefined for a fault of the program. */
function expectedMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof CliError) return error.message;
  const { errno, code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const [, reason] = (errno !== undefined && getSystemErrorMap().get(errno)) || [];
  if (reason && path) return `${dest ?? path}: ${reason} (${code})`;
  if (/^Mongo(ose)?(Network|ServerSelection)/.test(error.name))
    return `The database does not answer: ${error.message}. Please try again in a moment`;
  return undefined;
}

/**
 * Runs a command: `--help` shows its usage and exits with 0; a failure that the user can correct is one line on
 * standard error, any other one is shown with its stack; both exit with 1.
 * @param run gets the options and the arguments without dashes
 */
export async function runCli<T extends Options>(
  definition: CliDefinition<T>,
  run: (values: Parsed<T>['values'], positionals: string[]) => Promise<void>,
): Promise<void> {
  // A reader that has gone, as `grep -q` does, must not end a command halfway.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  const args = process.argv.slice(2);
  const dashes = args.indexOf('--');
  if (args.slice(0, dashes < 0 ? undefined : dashes).some((arg) => arg === '--help' || arg === '-h')) {
    console.log(usageOf(definition));
    return;
  }
  try {
    const { values, positionals } = readArguments(definition, args);
    await run(values, positionals);
  } catch (error) {
    const message = expectedMessage(error);
    console.error(message === undefined ? error : message.replace(/\s*\n\s*/g, ' '));
    process.exitCode = 1;
  }
}

/** Shows the progress of a long command, on a terminal only: one line that is overwritten, and removed by `end`. */
export function createProgress(): { show(text: string): void; end(): void } {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, end: () => undefined };
  let shownAt = 0;
  return {
    show(text) {
      if (Date.now() - shownAt < 100) return;
      shownAt = Date.now();
      stderr.write(`\r\x1b[K${text.slice(0, (stderr.columns || 80) - 1)}`);
    },
    end: () => void stderr.write('\r\x1b[K'),
  };
}
