import { expect, it } from 'vitest';
import { countRows, type Progress } from './exportRows.js';

const bytes = (text: string) => new TextEncoder().encode(text);

it('counts the rows of a CSV file whose fields contain line breaks', () => {
  let last: Progress | undefined;
  const counter = countRows('csv', (progress) => (last = progress));
  counter.headers(new Headers({ 'X-Total-Rows': '2' }));
  expect(last).toEqual({ bytes: 0, total: 2 });
  counter.piece(bytes('Name,Address\r\nAnn,"1 Main Street\nUnit'));
  counter.piece(bytes(' 2 ""rear"""\r\nBob,"x"\r\n'));
  counter.headers(new Headers());
  expect(last).toMatchObject({ rows: 2, total: 2 });
});

it('counts the bytes of a workbook alone', () => {
  let last: Progress | undefined;
  const counter = countRows('excel', (progress) => (last = progress));
  counter.piece(bytes('PK\n\n'));
  expect(last).toEqual({ bytes: 4 });
});
