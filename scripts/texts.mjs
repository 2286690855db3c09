// Writes docs/texts.md: every text of visitors in both languages side by side, for a native's review. --check says whether
// the file is that of today's catalogues.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
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

  const add = (title, english, french) => {
    const translated = new Map(entriesOf(french));
    // The catalogues of the pages take those of the business with them, which stand once.
    const rows = entriesOf(english).filter(([key, text]) => {
      const pair = `${text}\n${translated.get(key)}`;
      return !seen.has(pair) && seen.add(pair);
    });
    const lines = rows.map(([key, text]) => `| ${key} | ${cell(text)} | ${cell(translated.get(key))} |`);
    sections.push(`## ${title}\n\n| key | English | French |\n| --- | --- | --- |\n${lines.join('\n')}`);
  };

  for (const [folder, name] of catalogues) {
    const file = (language) => (name ? `${folder}/${language}/${name}.ts` : `${folder}/${language}.ts`);
    const [english, french] = await Promise.all(
      ['en', 'fr'].map(async (language) => (await load(file(language)))[name || language]),
    );
    add(file('fr'), english, french);
  }
  const papers = 'backend/src/documents/pdf/words.ts';
  const { words } = await load(papers);
  add(papers, words.en, words.fr);

  const plain = `# Texts of visitors

Every text that a visitor reads, in both languages, for the review of a native speaker. \`npm run texts\` writes this list from the
catalogues, which the headings name; a test fails where it is not theirs. Words in braces are filled in.

${sections.join('\n\n')}
`;
  return format(plain, { ...(await resolveConfig(path.pathname)), parser: 'markdown' });
}

const usage = `Usage: npm run texts -- [--check]

Writes docs/texts.md, every text of visitors in both languages. --check writes nothing, and fails where the list is not that of
the present texts.`;

await main({ usage, takesArguments: true }, async () => {
  const [argument] = process.argv.slice(2);
  if (argument === undefined) return writeFileSync(path, await list());
  if (argument !== '--check')
    throw new Error(`Unexpected argument '${argument}'. Usage: npm run texts -- [--check]`);
  if (readFileSync(path, 'utf8') !== (await list()))
    throw new Error('docs/texts.md is not of the present texts: npm run texts');
});
