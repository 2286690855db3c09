import { CliError } from '../cli/cli.js';

/** A wrong setting: its message is one line with the variable and the values that it takes. */
export class ConfigError extends CliError {
  override readonly name = 'ConfigError';

  constructor(message: string) {
    // A part of a file that it repeats may have several lines.
    super(message.replaceAll(/\s+/g, ' '));
  }
}

export type Environment<Variable extends string = string> = Partial<Record<Variable, string>>;

/** The settings of one folder: their environment variables, and how they are read. */
export interface SettingsPart<Variable extends string = string, Part = object, Earlier = object> {
  variables: readonly Variable[];
  /**
   * `earlier` has the settings of the folders below.
   * @throws Error whose message is one line that names the variable and what it takes
   */
  read(env: Environment<Variable>, earlier: Earlier): Part;
}

/** Drops empty values: Docker Compose and shells pass unset variables as empty ones. */
export const readEnvironment = <Variable extends string>(
  env: NodeJS.ProcessEnv,
  variables: readonly Variable[],
): Environment<Variable> =>
  Object.fromEntries(
    variables.flatMap((name) => (env[name]?.trim() ? [[name, env[name]]] : [])),
  ) as Environment<Variable>;

/** Reads the settings of one folder. Throws a ConfigError for an invalid value. */
export function readSettings<Variable extends string, Part, Earlier>(
  part: SettingsPart<Variable, Part, Earlier>,
  env: NodeJS.ProcessEnv,
  earlier: Earlier,
): Part {
  try {
    return part.read(readEnvironment(env, part.variables), earlier);
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError((error as Error).message);
  }
}

/** Reads the settings of one folder for a program that needs no others. Throws as readSettings does. */
export const loadSettings = <Variable extends string, Part, Earlier>(
  part: SettingsPart<Variable, Part, Earlier>,
  earlier: Partial<Earlier> = {},
): Part => readSettings(part, process.env, earlier as Earlier);

/**
 * Parses a whole number from an environment variable; returns the fallback where it is not set.
 * @throws ConfigError that names the variable and its range
 */
export function readWholeNumber(
  name: string,
  setting: string | undefined,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = setting?.trim();
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} takes a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
  return value;
}

/** The same of one variable of the environment. */
export const wholeNumber = <Variable extends string>(
  env: Environment<Variable>,
  name: Variable,
  fallback: number,
  min: number,
  max: number,
): number => readWholeNumber(name, env[name], { fallback, min, max });

/** Returns the texts between commas, without outer spaces and empty ones. */
export const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
