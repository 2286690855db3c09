// npm run workbook: opens an export of generated payments in LibreOffice, and compares it with the CSV of the same
// payments: text, numbers that are numbers, dates that are dates. Needs `soffice` on the PATH (apt-get install
// libreoffice-calc). A conversion without a window drops the frozen heading: exports.spec.ts checks it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, main, root, run } from './build-system.mjs';

const payments = 1000;
const password = 'a password for the workbook';
const program = (name) => join(root, 'dist/backend/src', name);

const unescaped = (xml) =>
  xml.replace(
    /&(amp|lt|gt|quot|apos|#(\d+));/g,
    (_, name, code) =>
      ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? String.fromCodePoint(code),
  );
const attribute = (tag, name) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1];

/** A cell of the flat document as its kind and value: ['float', 2256.61], ['date', 1790000000000], ['string', 'Paid']. */
function cell(tag, content) {
  const kind = attribute(tag, 'office:value-type') ?? 'string';
  if (kind === 'float') return [kind, Number(attribute(tag, 'office:value'))];
  if (kind === 'date')
    return [
      kind,
      Date.parse(
        `${attribute(tag, 'office:date-value').replace(/\.\d+$/, '')}${attribute(tag, 'office:date-value').includes('T') ? 'Z' : ''}`,
      ),
    ];
  const lines = [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, line]) => line);
  return [kind, unescaped(lines.join('\n').replace(/<[^>]*>/g, ''))];
}

/** The rows of a flat OpenDocument spreadsheet that have any content. */
const rowsOf = (document) =>
  [...document.matchAll(/<table:table-row[^>]*?>(.*?)<\/table:table-row>/gs)]
    .map(([, row]) =>
      [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
        ([, tag, content = '']) =>
          Array(Number(attribute(tag, 'table:number-columns-repeated') ?? 1)).fill(cell(tag, content)),
      ),
    )
    .filter((row) => row.some(([, value]) => value !== ''));

/** The rows of a CSV file (RFC 4180). */
function parseCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.slice(0, -1);
}

/** Converts a date of the CSV to ISO 8601: days and times are in UTC. */
const moment = (text) => (text.includes(' ') ? `${text.replace(' ', 'T')}Z` : text);

/** Returns a line for each cell in which LibreOffice's content differs from the CSV. */
function* differences(shown, written) {
  const [heading = []] = written;
  if (shown.length !== written.length) yield `${shown.length} rows, not ${written.length}`;
  for (const [number, row] of written.entries())
    for (const [column, text] of row.entries()) {
      const [kind, value] = shown[number]?.[column] ?? ['string', ''];
      const title = heading[column];
      const isDate = number > 0 && text !== '' && /Date|Updated/.test(title);
      const wanted = isDate ? 'date' : number > 0 && title === 'Amount' ? 'float' : 'string';
      const same = {
        date: () => Math.abs(value - Date.parse(moment(text))) < 1000,
        float: () => value === Number(text),
        string: () => value === text,
      }[wanted];
      if (kind !== wanted || !same())
        yield `row ${number + 1}, ${title}: ${kind} ${value}, not ${wanted} ${text}`;
    }
}

const usage = 'Usage: npm run workbook\n\nOpens an Excel export in LibreOffice and holds it to the CSV.';

await main({ usage }, async () => {
  await install({ tools: true });
  await build(['backend']);
  const folder = mkdtempSync(join(tmpdir(), 'trip-workbook-'));
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: password,
  };
  await run(
    process.execPath,
    [program('commands/seed.js'), '--customers', '500', '--payments', String(payments)],
    { env },
  );
  const server = spawn(process.execPath, [program('main.js')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await new Promise((resolve, reject) => {
      server.stdout.on('data', (data) => {
        const found = /listens at (http:\S+)/.exec(data)?.[1];
        if (found) resolve(found);
      });
      server.once('exit', () => reject(new Error('The server ended')));
    });
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    });
    const { token } = await login.json();
    const file = async (format) => {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/api/payments/export?format=${format}`, { headers });
      return Buffer.from(await response.arrayBuffer());
    };
    writeFileSync(join(folder, 'payments.xlsx'), await file('excel'));
    const csv = parseCsv(String(await file('csv')));
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    execFileSync(
      'soffice',
      [profile, '--headless', '--convert-to', 'fods', '--outdir', folder, join(folder, 'payments.xlsx')],
      { stdio: 'ignore' },
    );
    const document = readFileSync(join(folder, 'payments.fods'), 'utf8');
    const found = [...differences(rowsOf(document), csv)];
    for (const line of found.slice(0, 20)) console.log(line);
    console.log(
      found.length
        ? `${found.length} differences`
        : `${csv.length - 1} payments are in LibreOffice what they are in the CSV`,
    );
    if (found.length) process.exitCode = 1;
  } finally {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
});
