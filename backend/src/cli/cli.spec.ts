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
  ['figures', 'stats/stats-cli'],
  ['admin', 'auth/accounts-cli'],
  ['migrate', 'database/migrations/main'],
] as const;

describe.each(programs)('npm run %s', (name, program) => {
  it('shows its usage for --help and opens no database', async () => {
    const [long, short, withoutNpm] = await Promise.all([
      run(program, ['--help'], { MONGODB_URI: 'nonsense' }),
      run(program, ['list', '-h'], { MONGODB_URI: 'nonsense' }),
      run(program, ['--help'], { npm_lifecycle_event: '' }),
    ]);
    expect(long).toMatchObject({ code: 0, errors: '' });
    expect(long.output).toMatch(new RegExp(`^Usage: npm run ${name} -- \\S`));
    expect(short).toEqual(long);
    expect(withoutNpm.output).toMatch(new RegExp(`^Usage: ${name} \\S`));
  });

  it('refuses wrong arguments and a wrong data folder in one line', async () => {
    const [option, stray, folder] = await Promise.all([
      run(program, ['--nonsense']),
      run(program, ['one', 'two', 'three', 'four']),
      run(program, name === 'admin' ? ['list'] : [], {
        MONGODB_URI: '',
        DATA_DIR: file,
      }),
    ]);
    expect(option).toEqual(
      oneLine(`Unknown option '--nonsense'. The usage is shown by: npm run ${name} -- --help`),
    );
    expect(stray).toEqual(oneLine(`Unexpected argument '`));
    expect(folder).toEqual(oneLine(`DATA_DIR takes a folder that can be written: ${file}`));
  });
});

it('refuses an unknown command of figures in one line', async () => {
  expect(await run('stats/stats-cli', ['foo'])).toEqual(oneLine('figures takes check or rebuild, not "foo"'));
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
