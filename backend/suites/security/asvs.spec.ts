import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Number of requirements of levels 1 and 2 in each section of OWASP ASVS 5.0.0: they come first in each. */
const sections: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};
const requirements = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, number) => `${section}.${number + 1}`),
);

describe('the table of OWASP ASVS', () => {
  const text = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

  it('speaks of each requirement of levels 1 and 2', () => {
    expect(requirements).toHaveLength(253);
    const named = new Set(text.match(/\d+\.\d+\.\d+/g));
    for (const [, section = '', first, last] of text.matchAll(/(\d+\.\d+)\.(\d+)–\1\.(\d+)/g))
      for (let number = Number(first); number <= Number(last); number++) named.add(`${section}.${number}`);
    expect(requirements.filter((requirement) => !named.has(requirement))).toEqual([]);
  });

  it('names files that are there', () => {
    const files = [...text.matchAll(/`([\w@./-]+\.(?:ts|tsx|md|yml)|Dockerfile)`/g)].map(
      ([, file = '']) => file,
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  const rows = [...text.matchAll(/^\| (\d.*?) +\| (\w+) +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, requirement = '', state = '', , shown = '']) => ({ requirement, state, shown }),
  );
  const quoted = /`([\w@./-]+\.spec\.ts)`: ((?:"[^"]+"(?:, )?)+)/g;

  it('shows what is met by tests, or by a document that it names as such', () => {
    expect(rows.length).toBeGreaterThan(80);
    const unshown = rows.filter(
      ({ state, shown }) =>
        (state === 'met' && !/^(?:`.+"$|by documentation: )/.test(shown)) ||
        // Nothing but files with the titles of their tests.
        (shown.startsWith('`') && shown.replaceAll(quoted, '') !== ''),
    );
    expect(unshown).toEqual([]);
  });

  it('names tests that are there', () => {
    const named = rows.flatMap(({ shown }) =>
      [...shown.matchAll(quoted)].flatMap(([, file = '', titles = '']) =>
        [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => [file, title] as const),
      ),
    );
    expect(named.length).toBeGreaterThan(100);
    // A title stands in quotes of any kind; those of long tests have a tag.
    const isThere = ([file, title]: readonly [string, string]) => {
      const source = readFileSync(join(root, file), 'utf8');
      return ["'", '"', '`'].some((quote) =>
        ['', ' @long'].some((tag) => source.includes(quote + title + tag + quote)),
      );
    };
    expect(named.filter((one) => !isThere(one))).toEqual([]);
  });
});
