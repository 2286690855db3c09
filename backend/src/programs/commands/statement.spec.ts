import { statementLimits } from '#bank-files/contract';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../testing/run-program.js';

const folder = mkdtempSync(join(tmpdir(), 'trip-statement-'));
function fileOf(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const run = (...args: string[]) =>
  // A database that cannot be reached: none is needed.
  runProgram('commands/statement', args, {
    env: {
      PATH: process.env.PATH,
      npm_lifecycle_event: 'statement',
      MONGODB_URI: 'nonsense',
      DATA_DIR: '/nowhere',
    },
  });

const refusal = (message: string) => ({
  code: 1,
  output: '',
  errors: expect.stringMatching(new RegExp(`^${message}.*\n$`)) as string,
});

describe('npm run statement', () => {
  it('prints the format, columns, rows, and what is left out or cannot be read', async () => {
    const csv = fileOf(
      'bank.csv',
      'Date,Description,Amount,Status\n2026-11-21,E-TRANSFER FROM JANE,"1,997.00",posted\n2026-11-22,FEE,-12.50,posted\n2026-11-23,HOLD,5.00,pending\n2026-11-24,ODD,x,posted\n',
    );
    const { code, output, errors } = await run(csv);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const lines = output.trimEnd().split('\n');
    expect(lines[0]).toBe('Format: CSV');
    expect(lines).toContain('Column 0: "Date" read as date: "2026-11-21" "2026-11-22" "2026-11-23"');
    expect(lines).toContain('Row 2: 2026-11-21 1997.00 | JANE | E-TRANSFER FROM JANE');
    expect(lines).toContain('Row 3: 2026-11-22 -12.50 | - | FEE');
    expect(lines).toContain('Row 4: left out (pending)');
    expect(lines).toContain('Row 5: cannot be read: The amount cannot be read');
    expect(lines.at(-1)).toMatch(/^2 rows, 1997\.00 in, -12\.50 out; 1 left out, 1 cannot be read, /);
  });

  it('prints what a file leaves open, and reads it for an account of any currency', async () => {
    const qif = await run(fileOf('bank.qif', '!Type:Bank\nD1/2/2026\nT5.00\nPJANE\n^\n'));
    expect(qif.output).toContain('Question (dateOrder): the order of day and month\n');
    expect(qif.output).toContain('Mapping: decimal "."\n');
    expect(qif.output).toMatch(/\b0 cannot be read, 1 question open\n$/);
    const mt940 = fileOf(
      'bank.sta',
      ':20:X\n:25:4821\n:60F:C261120CHF0,00\n:61:261121C5,00NTRFNONREF\n:86:TRIP',
    );
    expect(await run(mt940)).toEqual(refusal('The file is in CHF, the account in CAD'));
    expect((await run(mt940, '--currency', 'CHF', '--digits', '4821')).output).toContain(
      'Row 1: 2026-11-21 5.00 | - | TRIP\n',
    );
  });

  it('prints the decisions with what settles them, the accounts to choose from, and what proves the rows', async () => {
    const of = (name: string, day: number) =>
      `2026-11-${day},ROW,5.00,${name}\n2026-11-${day + 1},ROW,6.00,${name}\n`;
    const csv = fileOf(
      'accounts.csv',
      `Date,Text,Amount,Account Name\n${of('Main', 21)}${of('Savings', 11)}`,
    );
    const asked = (await run(csv, '--why')).output;
    expect(asked).toContain('Open (account): the account is in "Account Name"\n');
    expect(asked).toContain('  Main: 2 rows, 2026-11-21 to 2026-11-22: row 2: 2026-11-21 | 5.00 | ROW\n');
    expect(asked).toContain('Decision (dateOrder): dates are year, month, day (only)\n');
    expect(asked).toContain('Decision (amount): the amount is in "Amount" (only)\n');
    const chosen = (await run(csv, '--account', 'Main')).output;
    expect(chosen).toContain('Row 2: 2026-11-21 5.00');
    expect(chosen).not.toContain('Decision');
    expect(chosen).toContain('The file has nothing that proves its rows\n');
    const text =
      'Date,Text,Amount,Balance\n2026-11-21,A,5.00,105.00\n2026-11-22,B,6.00,111.00\n2026-11-23,C,1.00,';
    expect((await run(fileOf('right.csv', `${text}112.00`))).output).toContain(
      'The bank’s own running balance agrees with the 3 rows\n',
    );
    expect((await run(fileOf('wrong.csv', `${text}113.00`))).output).toContain(
      'The bank’s own running balance differs from the rows by 1.00 from row 4 on\n',
    );
  });

  it('refuses what it cannot read in one line', async () => {
    const large = fileOf('large.csv', 'x'.repeat(statementLimits.bytes + 1));
    const results = [
      await run(),
      await run(join(folder, 'none.csv')),
      await run(folder),
      await run(large),
      await run(fileOf('bank.pdf', '%PDF-1.7')),
      await run(large, '--currency', 'dollars'),
      await run(large, '--digits', '1'),
      await run(large, 'another'),
    ];
    expect(results).toEqual([
      refusal("statement takes the path of a bank's file"),
      refusal(`${folder}/none.csv: no such file or directory`),
      refusal(`${folder} is no file`),
      refusal(`${large} is too large`),
      refusal('This is a PDF'),
      refusal('A currency has three letters'),
      refusal('Last digits must be four digits'),
      refusal("Unexpected argument 'another'"),
    ]);
  });

  it('shows its usage for --help', async () => {
    const { code, output } = await run('--help');
    expect(code).toBe(0);
    expect(output).toMatch(/^Usage: npm run statement -- FILE/);
  });
});
