// Writes docs/texts.md: every text of visitors in all languages side by side, for a native's review. --check says whether
// the file is that of today's catalogues.
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { runnerImport } from 'vite';
import { main } from './build-system.mjs';

const path = new URL('../docs/texts.md', import.meta.url);
const load = async (file) =>
  (await runnerImport(new URL(`../${file}`, import.meta.url).pathname, { configFile: false })).module;

/** The catalogues by their titles: the file of each language, and the name of the export. */
const catalogues = [
  ...['offer', 'regions', 'details', 'payment', 'order', 'refusals'].map((name) => [
    'domain/texts',
    name,
    name,
  ]),
  ...['parts', 'first', 'purchase', 'later', 'order', 'plan', 'pages'].map((name) => [
    'checkout/src/texts',
    name,
    name,
  ]),
  ['backend/src/mail/templates', '', ''],
  ['backend/src/documents/pdf', '', ''],
];

/** Returns the texts of a catalogue by their keys. */
const entriesOf = (value, before = '') =>
  Object.entries(value).flatMap(([key, one]) => {
    if (typeof one === 'string') return [[before + key, one]];
    return typeof one === 'object' ? entriesOf(one, `${before}${key}.`) : [];
  });

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', '<br>').trim();

/** Returns the list. */
async function list() {
  const seen = new Set();
  const sections = [];
  const { languages, languageNames } = await load('domain/platform/languages.ts');
  const head = ['key', ...languages.map((language) => languageNames[language])];

  for (const [folder, name] of catalogues) {
    const file = (language) => (name ? `${folder}/${language}/${name}.ts` : `${folder}/${language}.ts`);
    const texts = await Promise.all(
      languages.map(async (language) => new Map(entriesOf((await load(file(language)))[name || language]))),
    );
    const rows = [...texts[0].keys()].map((key) => [key, ...texts.map((own) => cell(own.get(key)))]);
    // The catalogues of the pages take those of the business with them, which stand once.
    const own = rows.filter(([, ...row]) => !seen.has(row.join('\n')) && seen.add(row.join('\n')));
    const lines = [head, head.map(() => '---'), ...own];
    sections.push(
      `## ${file(languages.slice(1).join('|'))}\n\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}`,
    );
  }

  const plain = `# Texts of visitors

Every text that a visitor reads, in every language, for the review of a native speaker. \`npm run texts\` writes this list from the
catalogues, which the headings name; a test fails where it is not theirs. Words in braces are filled in.

${sections.join('\n\n')}
`;
  return (await format('texts.md', plain)).code;
}

const usage = `Usage: npm run texts -- [--check]

Writes docs/texts.md, every text of visitors in every language. --check writes nothing, and fails where the list is not that of
the present texts.`;

await main({ usage, takesArguments: true }, async () => {
  const [argument] = process.argv.slice(2);
  if (argument === undefined) return writeFileSync(path, await list());
  if (argument !== '--check')
    throw new Error(`Unexpected argument '${argument}'. Usage: npm run texts -- [--check]`);
  if (readFileSync(path, 'utf8') !== (await list()))
    throw new Error('docs/texts.md is not of the present texts: npm run texts');
});
