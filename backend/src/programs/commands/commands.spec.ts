import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../platform/database/database.js';
import { runProgram } from '../../testing/run-program.js';

const file = join(mkdtempSync(join(tmpdir(), 'trip-cli-')), 'a-file');
writeFileSync(file, '');

const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  runProgram(program, args, { env: { ...process.env, npm_lifecycle_event: 'test', ...env } });

const oneLine = (text: string) => ({
  code: 1,
  output: '',
  errors: expect.stringMatching(new RegExp(`^${text}.*\n$`)) as string,
});

/** Waits for ten seconds beside the other tests. */
const withoutAnswer = run('commands/figures', [], {
  MONGODB_URI: 'mongodb://user:secret@127.0.0.1:9/trip?replicaSet=rs0',
});

const programs = [
  ['seed', 'commands/seed'],
  ['audit', 'commands/audit'],
  ['figures', 'commands/figures'],
  ['admin', 'commands/admin'],
  ['migrate', 'commands/migrate'],
] as const;

describe.each(programs)('npm run %s', (name, program) => {
  it('shows its usage for --help and opens no database', async () => {
    const { output, ...rest } = await run(program, ['--help'], { MONGODB_URI: 'nonsense' });
    expect(rest).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(new RegExp(`^Usage: npm run ${name} -- \\S`));
  });

  it('refuses a wrong data folder in one line', async () => {
    const args = name === 'admin' ? ['list'] : [];
    expect(await run(program, args, { MONGODB_URI: '', DATA_DIR: file })).toEqual(
      oneLine(
        name === 'seed'
          ? `DATA_DIR takes a folder that can be written: ${file}`
          : `There is no database in ${file}`,
      ),
    );
  });
});

describe('every program', () => {
  it('shows its usage for -h behind other words, too, and by its bare name where npm did not start it', async () => {
    const [short, withoutNpm] = await Promise.all([
      run('commands/figures', ['list', '-h'], { MONGODB_URI: 'nonsense' }),
      run('commands/figures', ['--help'], { npm_lifecycle_event: '' }),
    ]);
    expect(short).toMatchObject({ code: 0, errors: '' });
    expect(short.output).toMatch(/^Usage: npm run figures -- \S/);
    expect(withoutNpm.output).toMatch(/^Usage: figures \S/);
  });

  it('refuses a stray argument in one line', async () => {
    expect(await run('commands/figures', ['check', 'two', 'three'])).toEqual(
      oneLine(`Unexpected argument '`),
    );
  });

  it('refuses an unknown option in one line, which names the help', async () => {
    expect(await run('commands/figures', ['--nonsense'])).toEqual(
      oneLine("Unknown option '--nonsense'. The usage is shown by: npm run figures -- --help"),
    );
  });
});

it('refuses an unknown command of figures in one line', async () => {
  expect(await run('commands/figures', ['foo'])).toEqual(
    oneLine('figures takes check or rebuild, not "foo"'),
  );
});

it('refuses the arguments of admin in one line, and opens no database', async () => {
  const args = ['role', 'admin', 'boss'];
  expect(await run('commands/admin', args, { MONGODB_URI: 'nonsense' })).toEqual(
    oneLine('A role is one of admin, manager, viewer, not "boss"'),
  );
});

it('says that it waits for a database that does not answer, and gives up in one line', async () => {
  const { code, errors } = await withoutAnswer;
  expect(code).toBe(1);
  expect(errors.trimEnd().split('\n')).toEqual([
    'Waiting for MongoDB at 127.0.0.1:9, for 10 seconds at most …',
    expect.stringContaining('MONGODB_URI takes a MongoDB replica set that answers: '),
  ]);
  expect(errors).not.toContain('secret');
});

it('says what to do where the database has ended with the other command that had opened it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trip-cli-'));
  const opened = await openDatabase({ mongodbUri: '', dataDir }, { join: true });
  rmSync(join(dataDir, 'database.sock'));
  const { code, errors } = await run('commands/figures', [], { MONGODB_URI: '', DATA_DIR: dataDir });
  await opened.close();
  expect(code).toBe(1);
  expect(errors).toMatch(/^The database does not answer: .+\. Please try again in a moment\n$/);
});

it('checks the audit trail of a database that only the seed has filled yet', async () => {
  const env = { MONGODB_URI: '', DATA_DIR: mkdtempSync(join(tmpdir(), 'trip-cli-')), PORT: '0' };
  expect(await run('commands/seed', ['--customers', '5'], env)).toMatchObject({ code: 0, errors: '' });
  expect(await run('commands/audit', ['check'], env)).toEqual({
    code: 0,
    output: expect.stringMatching(/^The audit trail is whole: \d+ entries, linked until /),
    errors: '',
  });
});
