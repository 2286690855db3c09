import { statementLimits } from '#bank-files/contract';
import { readFile, stat } from 'node:fs/promises';
import { CliError, runCli } from '../../platform/cli/cli.js';
import { FileRefusedError, readStatement } from '#bank-files';
import { printedReading } from '../../bank/statements/printed-reading.js';

const definition = {
  name: 'statement',
  forms: ['FILE [--currency CAD] [--digits 4821] [--account NAME] [--why]'],
  description: `Prints how a bank's file is read for an account of this currency: its format, columns, open questions and rows.
Stores nothing, and needs neither the server nor its database. The output has the names and texts of the file.

--currency  the account's currency; CAD by default
--digits    the last four digits of the account's number, for a file of several accounts
--account   one of the file's accounts, by the name that the output offers
--why       prints each decision on how the file is read, and what settles it`,
  options: {
    currency: { type: 'string', default: 'CAD' },
    digits: { type: 'string' },
    account: { type: 'string' },
    why: { type: 'boolean', default: false },
  },
  maxPositionals: 1,
} as const;

await runCli(definition, async ({ currency, digits, account, why }, [file]) => {
  if (!file) throw new CliError("statement takes the path of a bank's file");
  if (!/^[A-Z]{3}$/.test(currency)) throw new CliError(`A currency has three letters, not "${currency}"`);
  if (digits !== undefined && !/^\d{4}$/.test(digits))
    throw new CliError(`Last digits must be four digits, not "${digits}"`);
  const entry = await stat(file);
  if (!entry.isFile()) throw new CliError(`${file} is no file`);
  if (entry.size > statementLimits.bytes)
    throw new CliError(`${file} is too large: at most ${statementLimits.bytes} bytes are read`);
  try {
    // Files in a currency that the company has no account in show as well how a bank writes them.
    const reading = readStatement(await readFile(file), currency, {
      lastDigits: digits,
      account,
    });
    for (const line of printedReading(reading, { why })) console.log(line);
  } catch (error) {
    throw error instanceof FileRefusedError ? new CliError(error.message) : error;
  }
});
