import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { arrayBuffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import ExcelJS from 'exceljs';
import { createCustomer, createPayment } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';
import { waitFor } from '../../testing/wait-for.js';
import { csvCell } from './csv.js';
import { xlsxStream } from './xlsx.js';

const excel = { name: 'payments' };

/** Parses a CSV file (RFC 4180). */
function parseCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|$)`, 'g');
  for (const [, quoted, plain, end] of text.replace(/^\uFEFF/, '').matchAll(cells)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}

const binary = (response: unknown, done: (error: Error | null, body: Buffer) => void) => {
  const chunks: Buffer[] = [];
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
};

describe('exports', () => {
  let app: TestApp;
  const day = new Date().toISOString().slice(0, 10);
  const names = ['=HYPERLINK("http://x")', "'quoted", '+1', '-1', '@x', 'Plain, "Name"', '<script>'];
  beforeAll(async () => {
    app = await TestApp.start();
    for (const fullName of names)
      await createPayment(app, { customerId: await createCustomer(app, { fullName }), amount: 2256.61 });
    await createPayment(app, {
      status: 'paid',
      referenceNumber: 'ONLY-1',
      amount: 10,
      transferDate: '2026-05-01',
      currency: 'THB',
    });
  });
  afterAll(() => app.stop());

  const workbook = async (path: string) => {
    const { body, headers } = await app.admin.get(path).buffer().parse(binary).expect(200);
    const book = new ExcelJS.Workbook();
    await book.xlsx.read(Readable.from([body as Buffer]));
    return { book, headers };
  };

  it.each(['customers', 'payments'])(
    'of %s are downloads named by the day, with the number of rows',
    async (name) => {
      const { headers, text } = await app.admin.get(`/api/${name}/export?format=csv`).expect(200);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(headers['content-disposition']).toBe(`attachment; filename="${name}-export-${day}.csv"`);
      expect(parseCsv(text)).toHaveLength(Number(headers['x-total-rows']) + 1);
      const excel = await workbook(`/api/${name}/export?format=excel`);
      expect(excel.headers['content-disposition']).toBe(`attachment; filename="${name}-export-${day}.xlsx"`);
      expect(excel.book.worksheets[0]?.rowCount).toBe(Number(headers['x-total-rows']) + 1);
    },
  );

  it('neutralise formulas in CSV so that the text can be had back', async () => {
    const { text } = await app.admin.get('/api/customers/export?format=csv').expect(200);
    const cells = parseCsv(text).map(([name]) => name ?? '');
    for (const name of names) {
      const cell = cells.find((written) => written.replace(/^'/, '') === name);
      expect(cell).toBeDefined();
      expect(cell).not.toMatch(/^[=+\-@]/);
    }
    expect(csvCell(-5)).toBe('-5');
    expect(csvCell("'=1")).toBe(`"''=1"`);
    for (const sign of '＝＋－＠') expect(csvCell(`${sign}1`)).toBe(`"'${sign}1"`);
  });

  it('quote every text, so that no separator of Excel makes a cell of a part of it', () => {
    for (const text of [
      "Eve;=cmd|'/C calc'!A1;x",
      "a; =1;' -2\r\n+3\t@4",
      "';'=1",
      'x;\n=1',
      '\n=1',
      'plain; text - with = signs',
    ]) {
      const cell = csvCell(text);
      expect(cell).toMatch(/^".*"$/s);
      const inner = cell.slice(1, -1);
      for (const part of inner.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+\-@]/);
      expect(inner.replace(/(^|[;\t\r\n])'/g, '$1')).toBe(text);
    }
  });

  it('take no long time for a text of line breaks', () => {
    const timeOf = (breaks: number, times: number) => {
      const text = `x${'\n'.repeat(breaks)}x`;
      const began = performance.now();
      for (let time = 0; time < times; time++) expect(csvCell(text)).toBe(`"${text}"`);
      return performance.now() - began;
    };
    expect(timeOf(100_000, 1) / timeOf(1000, 100)).toBeLessThan(20);
  });

  it('write numbers with a decimal comma between semicolons, where it is asked for', async () => {
    const path = '/api/payments/export?sort=amount';
    const { text: plain } = await app.admin.get(path).expect(200);
    const { text } = await app.admin.get(`${path}&decimal=comma`).expect(200);
    expect(text).toMatch(/^\uFEFF"Reference";/);
    expect(text).toMatch(/;10,00;"THB";/);
    const written = parseCsv(plain).map((row) =>
      row.map((cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell)),
    );
    expect(parseCsv(text, ';')).toEqual(written);
    const { book } = await workbook(`${path}&format=excel&decimal=comma`);
    expect(book.worksheets[0]?.getRow(2).values).toContain(10);
    for (const other of ['', 'point', 'Comma', '1'])
      await app.admin.get(`${path}&decimal=${other}`).expect(400, /decimal takes comma/);
  });

  it('write real numbers, dates and plain text into a workbook with a frozen heading', async () => {
    const { book } = await workbook('/api/payments/export?format=excel');
    const sheet = book.getWorksheet('payments');
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    const heading = ((sheet?.getRow(1).values ?? []) as string[]).slice(1);
    const row = sheet?.getRow(2);
    const cell = (title: string) => row?.getCell(heading.indexOf(title) + 1);
    expect(cell('Reference')?.value).toBe('ONLY-1');
    expect(cell('Amount')?.value).toBe(10);
    expect(cell('Currency')?.value).toBe('THB');
    expect(cell('Transfer Date')?.value).toEqual(new Date('2026-05-01T00:00:00Z'));
    const customers = sheet?.getColumn(heading.indexOf('Customer') + 1).values ?? [];
    for (const name of names) expect(customers).toContain(name);
  });

  it('write a workbook that is whole although a text has characters that XML does not', async () => {
    await createCustomer(app, { fullName: 'Zo\uFFFEe \uFFFFMark' });
    const { book } = await workbook('/api/customers/export?format=excel');
    expect(book.worksheets[0]?.getColumn(1).values).toContain('Zoe Mark');
  });

  it('write amounts, moments and days as spreadsheets read them', async () => {
    const { text } = await app.admin.get('/api/payments/export?filter[status]=paid').expect(200);
    const [heading = [], row = []] = parseCsv(text);
    const written = (title: string) => row[heading.indexOf(title)];
    expect(written('Amount')).toBe('10.00');
    expect(written('Transfer Date')).toBe('2026-05-01');
    for (const title of ['Date', 'Last Updated'])
      expect(written(title)).toMatch(new RegExp(`^${day} \\d\\d:\\d\\d:\\d\\d$`));
    const { book } = await workbook('/api/payments/export?format=excel&filter[status]=paid');
    const sheet = book.getWorksheet('payments');
    const format = (title: string) => sheet?.getRow(2).getCell(heading.indexOf(title) + 1).numFmt;
    expect(['Amount', 'US Dollars', 'Date', 'Last Updated', 'Transfer Date'].map(format)).toEqual([
      '#,##0.00',
      '#,##0.00##',
      'yyyy-mm-dd hh:mm:ss',
      'yyyy-mm-dd hh:mm:ss',
      'yyyy-mm-dd',
    ]);
    expect(sheet?.autoFilter).toBe(`A1:${sheet?.getColumn(heading.length).letter}1`);
    const customers = await app.admin.get('/api/customers/export?format=csv').expect(200);
    const [titles = [], first = []] = parseCsv(customers.text);
    expect(first[titles.indexOf('Created At')]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('write days as days, places by their names, and US dollars with two decimals or up to four', async () => {
    const customerId = await createCustomer(app, { province: 'pei' });
    const paid = { status: 'paid', receivedOn: '2026-06-01', way: 'cash' } as const;
    const made = { customerId, amount: 2296.55, currency: 'CAD', referenceNumber: 'PEI-1' } as const;
    await createPayment(app, { ...made, ...paid });
    const rowOf = async (path: string) => {
      const { text } = await app.admin.get(path).expect(200);
      const { book } = await workbook(`${path}${path.includes('?') ? '&' : '?'}format=excel`);
      const sheet = book.worksheets[0]!;
      const [heading = [], ...rows] = parseCsv(text);
      const place = rows.findIndex((row) => row.includes('PEI-1'));
      return (title: string) => {
        const column = heading.indexOf(title);
        return [rows[place]?.[column], sheet.getRow(place + 2).getCell(column + 1).value];
      };
    };
    const day = ['2026-06-01', new Date('2026-06-01T00:00:00Z')];
    const province = ['Prince Edward Island', 'Prince Edward Island'];
    const payment = await rowOf('/api/payments/export?filter[referenceNumber]=PEI-1');
    expect([payment('Paid On'), payment('Province'), payment('US Dollars')]).toEqual([
      day,
      province,
      ['1676.4815', 1676.4815],
    ]);
    const booking = await rowOf('/api/books/export');
    for (const title of ['Booked On', 'Day']) expect(booking(title)).toEqual(day);
    expect([booking('Country'), booking('Province'), booking('US Dollars')]).toEqual([
      ['Canada', 'Canada'],
      province,
      ['1676.4815', 1676.4815],
    ]);
  });

  it('break off where the thread of a workbook ends between two batches, and the server goes on', async () => {
    const post = jest.spyOn(Worker.prototype, 'postMessage');
    const rows = (async function* () {
      yield [{ value: 1 }];
      // A message of null in place of rows makes the thread fail while no batch is in transit to it.
      const thread = post.mock.contexts[0] as Worker;
      thread.postMessage(null);
      await once(thread, 'exit');
      yield [{ value: 2 }];
    })();
    const columns = [{ title: 'Value', value: ({ value }: { value: number }) => value }];
    const file = { ...excel, columns, rows, total: 2 };
    const stream = xlsxStream([file], 'an account');
    stream.resume();
    await expect(finished(stream)).rejects.toThrow("'sheet' in null");
    post.mockRestore();
    await app.visitor.get('/api/health').expect(200);
  });

  const endless = (account: string) => {
    const rows = (async function* () {
      for (;;) yield Array.from({ length: 1000 }, () => ({}));
    })();
    const columns = [{ title: 'Value', value: () => randomUUID() }];
    return xlsxStream([{ ...excel, columns, rows }], account);
  };

  it('of Excel are one of an account and four in all, and taken again when one of them has ended', async () => {
    const streams = ['a', 'b', 'c'].map(endless);
    expect(() => endless('a')).toThrow('Too many Excel exports');
    streams.push(endless('d'));
    const { body } = await app.admin.get('/api/payments/export?format=excel').expect(503);
    expect(body.message).toBe('Too many Excel exports are being prepared. Please try again in a moment.');
    await app.admin.get('/api/payments/export?format=csv').expect(200);
    for (const stream of streams) stream.destroy();
    await Promise.all(streams.map((stream) => finished(stream).catch(() => undefined)));
    await workbook('/api/payments/export?format=excel');
  });

  it('of Excel end where the client is slow and its place is waited for', async () => {
    const streams = ['a', 'b', 'c', 'd'].map(endless);
    // None is read.
    for (const stream of streams) stream.read(0);
    await waitFor(() =>
      streams.every(({ readableLength, readableHighWaterMark: full }) => readableLength >= full),
    );
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    await workbook('/api/payments/export?format=excel');
    clock.mockRestore();
    expect(streams.filter(({ destroyed }) => destroyed)).toHaveLength(1);
    for (const stream of streams) stream.destroy();
    await Promise.all(streams.map((stream) => finished(stream).catch(() => undefined)));
  });

  it('of Excel cut a text that no cell takes, with a mark', async () => {
    const rows = (async function* () {
      yield [{ text: 'a'.repeat(48_633) }, { text: 'b'.repeat(32_767) }];
    })();
    const columns = [{ title: 'Text', value: ({ text }: { text: string }) => text }];
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await arrayBuffer(xlsxStream([{ ...excel, columns, rows }], 'an account')));
    const texts = [2, 3].map((row) => book.worksheets[0]?.getCell(row, 1).text);
    expect(texts).toEqual([`${'a'.repeat(32_766)}…`, 'b'.repeat(32_767)]);
  });

  it('follow the filters of the list', async () => {
    const references = async (query: string) =>
      parseCsv((await app.admin.get(`/api/payments/export?${query}`).expect(200)).text)
        .slice(1)
        .map(([reference]) => reference);
    expect(await references('filter[status]=paid')).toEqual(['PEI-1', 'ONLY-1']);
    expect(await references('filter[referenceNumber]=only1')).toEqual(['ONLY-1']);
    expect(await references('filter[createdAt][gte]=2999-01-01')).toEqual([]);
    const { text } = await app.admin.get('/api/customers/export?search=plain').expect(200);
    expect(
      parseCsv(text)
        .slice(1)
        .map(([name]) => name),
    ).toEqual(['Plain, "Name"']);
  });

  it.each(['format=pdf', 'format=', 'format=csv&format=csv', 'filter[nothing]=1'])(
    'refuse %s',
    async (query) => {
      await app.admin.get(`/api/payments/export?${query}`).expect(400);
    },
  );
});
