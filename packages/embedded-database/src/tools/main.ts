#!/usr/bin/env node
import { runCommand } from './cli.js';

/** Each command's module is loaded when it runs: only `copy` needs the driver. */
const commands: Record<string, (args: string[]) => Promise<void>> = {
  serve: async (args) => runCommand((await import('./serve.js')).serve, args),
  backup: async (args) => runCommand((await import('./backup.js')).backup, args),
  restore: async (args) => runCommand((await import('./restore.js')).restore, args),
  copy: async (args) => runCommand((await import('./copy.js')).copy, args),
};

const [name = '', ...args] = process.argv.slice(2);
const usage = `Usage: embedded-database ${Object.keys(commands).join('|')} [--help]`;
if (Object.hasOwn(commands, name)) {
  await commands[name]!(args);
} else if (name === '--help') {
  console.log(usage);
} else {
  console.error(usage);
  process.exitCode = 1;
}
