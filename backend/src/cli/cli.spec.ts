import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../testing/run-program.js';

const file = join(mkdtempSync(join(tmpdir(), 'trip-cli-')), 'a-file');
writeFileSync(file, '');

const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  runProgram(program, args, { env: { ...process.env, npm_lifecycle_event: 'test', ...env } });

const oneLine = (text: string) => ({
  code: 1,
  output: '',
  errors: expect.stringMatching(new RegExp(`^${text}.*\n$`)) as string,
});

const programs = [
  ['seed', 'seed/main'],
  ['audit', 'audit/audit-cli'],
  ['figures', 'stats/stats-cli'],
  ['admin', 'people/accounts-cli'],
  ['migrate', 'database/migrations/main'],
] as const;

describe.each(programs)('npm run %s', (name, program) => {
  it('shows its usage for --help and opens no database', async () => {
    const { output, ...rest } = await run(program, ['--help'], { MONGODB_URI: 'nonsense' });
    expect(rest).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(new RegExp(`^Usage: npm run ${name} -- \\S`));
  });

  it('refuses a stray argument and a wrong data folder in one line', async () => {
    const [stray, folder] = await Promise.all([
      run(program, ['one', 'two', 'three', 'four']),
      run(program, name === 'admin' ? ['list'] : [], {
        MONGODB_URI: '',
        DATA_DIR: file,
      }),
    ]);
    expect(stray).toEqual(oneLine(`Unexpected argument '`));
    const makesOne = name === 'seed';
    expect(folder).toEqual(
      oneLine(
        makesOne ? `DATA_DIR takes a folder that can be written: ${file}` : `There is no database in ${file}`,
      ),
    );
  });
});

describe('every program', () => {
  it('shows its usage for -h behind other words, too, and by its bare name where npm did not start it', async () => {
    const [short, withoutNpm] = await Promise.all([
      run('stats/stats-cli', ['list', '-h'], { MONGODB_URI: 'nonsense' }),
      run('stats/stats-cli', ['--help'], { npm_lifecycle_event: '' }),
    ]);
    expect(short).toMatchObject({ code: 0, errors: '' });
    expect(short.output).toMatch(/^Usage: npm run figures -- \S/);
    expect(withoutNpm.output).toMatch(/^Usage: figures \S/);
  });

  it('refuses an unknown option in one line, which names the help', async () => {
    expect(await run('stats/stats-cli', ['--nonsense'])).toEqual(
      oneLine("Unknown option '--nonsense'. The usage is shown by: npm run figures -- --help"),
    );
  });
});

it('refuses an unknown command of figures in one line', async () => {
  expect(await run('stats/stats-cli', ['foo'])).toEqual(oneLine('figures takes check or rebuild, not "foo"'));
});

it.each([
  [['add', 'a b', '--email', 'a@example.com'], "An account's name takes "],
  [['role', 'admin', 'boss'], 'A role is one of admin, manager, viewer, not "boss"'],
])('refuses admin %j in one line, and opens no database', async (args, message) => {
  expect(await run('people/accounts-cli', args, { MONGODB_URI: 'nonsense' })).toEqual(oneLine(message));
});

it('says that it waits for a database that does not answer, and gives up in one line', async () => {
  const { code, errors } = await run('stats/stats-cli', [], {
    MONGODB_URI: 'mongodb://user:secret@127.0.0.1:9/trip?replicaSet=rs0',
  });
  expect(code).toBe(1);
  expect(errors.trimEnd().split('\n')).toEqual([
    'Waiting for MongoDB at 127.0.0.1:9, for 10 seconds at most …',
    expect.stringContaining('MONGODB_URI takes a MongoDB replica set that answers: '),
  ]);
  expect(errors).not.toContain('secret');
});
