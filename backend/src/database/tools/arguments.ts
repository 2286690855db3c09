import { parseArgs } from 'node:util';

/** A tool was called wrongly, or cannot do its work: one line for the user, no stack. */
export class ToolError extends Error {}

/**
 * The values of a tool's options, all of them texts.
 * @throws ToolError with the tool's usage for an option that it does not have
 */
export function readOptions<Name extends string>(
  names: readonly Name[],
  usage: string,
): Partial<Record<Name, string>> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    return parseArgs({ options }).values as Partial<Record<Name, string>>;
  } catch (error) {
    throw new ToolError(`${(error as Error).message}. Usage: ${usage}`);
  }
}

/** The data folder that the application uses as well. */
export const dataDirOf = (option: string | undefined): string => option ?? process.env.DATA_DIR ?? '.data';

/** Runs a tool to its end, and tells what went wrong in one line. */
export async function runTool(tool: () => Promise<void>): Promise<void> {
  try {
    await tool();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
