import { choicesOn, openChoices } from '../testing.js';
import { readStatement, type ReadOptions } from '../read-statement.js';

const read = (text: string, options: ReadOptions = {}, currency: string = 'CAD') =>
  readStatement(Buffer.from(text), currency, options);
const file = (dates: string[], { before = '', after = '' } = {}) =>
  `${before}Date,Description,Amount\n${dates.map((date, row) => `"${date}",ROW ${row},${row + 5}.00`).join('\n')}${after}`;
/** The days as the file is read once an admin has said the year. */
const daysIn = (year: number, text: string) => {
  const { mapping } = read(text);
  return read(text, { mapping: { ...mapping!, year } }).rows.map(({ day }) => day);
};

const yearsOf = (reading: ReturnType<typeof read>) =>
  openChoices('year', reading).map(({ value }) => value.answers?.year);

describe('dates without a year', () => {
  beforeAll(
    () => void jest.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z'), doNotFake: ['nextTick'] }),
  );
  afterAll(() => void jest.useRealTimers());

  it.each([
    ['Nov 3', 'Nov 26'],
    ['November 3', 'November 26'],
    ['3 Nov', '26 Nov'],
    ['3-Nov', '26-Nov'],
    ['3 nov.', '26 nov.'],
    ['Tue, Nov 3', 'Thu, Nov 26'],
    ['Nov 3 10:15', 'Nov 26 09:00'],
    ['03/11', '26/11'],
    ['11/03', '11/26'],
    ['11-03', '11-26'],
    ['03.11.', '26.11.'],
    ['03.11', '26.11'],
  ])('such as "%s" are asked about, with the last year that is not in the future', (first, last) => {
    const text = file([first, last]);
    const reading = read(text);
    expect(reading).toMatchObject({ questions: ['year'], rows: [] });
    expect(reading.mapping).not.toHaveProperty('year');
    expect(openChoices('year', reading).slice(0, 2)).toMatchObject([
      {
        value: { answers: { year: 2026 } },
        example: { day: '2026-11-03' },
        reads: 'dates without a year are from 2026-11-03 to 2026-11-26',
      },
      {
        value: { answers: { year: 2025 } },
        example: { day: '2025-11-03' },
        reads: 'dates without a year are from 2025-11-03 to 2025-11-26',
      },
    ]);
    expect(reading.columns[0]!.samples).toEqual([first, last]);
    expect(daysIn(2025, text)).toEqual(['2025-11-03', '2025-11-26']);
  });

  it('are of last year where this year’s day is yet to come', () => {
    expect(yearsOf(read(file(['Dec 3', 'Dec 20'])))[0]).toBe(2025);
  });

  it('are shown in the last of theirs beside choices of their column', () => {
    const reading = read('Date,Value Date,Text,Amount\nNov 3,Nov 4,A,5.00\nDec 20,Dec 21,B,-6.00');
    const examples = openChoices('date', reading).map(({ example }) => example?.day);
    expect(examples).toEqual(['2026-11-03', '2026-11-04']);
  });

  it('are of two years where a new year begins among them, in any order', () => {
    const dates = ['Dec 28', 'Dec 31', 'Jan 2', 'Jan 4'];
    const days = ['2025-12-28', '2025-12-31', '2026-01-02', '2026-01-04'];
    expect(daysIn(2026, file(dates))).toEqual(days);
    expect(daysIn(2026, file(dates.toReversed()))).toEqual(days.toReversed());
    expect(daysIn(2026, file(['Jan 2', 'Dec 31', 'Jan 4', 'Dec 28']))).toEqual([
      '2026-01-02',
      '2025-12-31',
      '2026-01-04',
      '2025-12-28',
    ]);
    expect(choicesOn('year', read(file(dates)))[0]).toContain(`from ${days[0]} to ${days[3]}`);
    const year = ['Jan 2', 'Apr 2', 'Aug 2', 'Nov 2'];
    expect(daysIn(2026, file(year))).toEqual(['2026-01-02', '2026-04-02', '2026-08-02', '2026-11-02']);
  });

  it('have a leap day in a leap year only', () => {
    expect(yearsOf(read(file(['Feb 27', 'Feb 29']))).slice(0, 2)).toEqual([2024, 2020]);
  });

  it('are those of the period that the file names, and then are not asked about', () => {
    const period = read(file(['Nov 3', 'Nov 26'], { before: 'Period,2024-11-01 to 2024-11-30,\n' }));
    expect(period.rows.map(({ day }) => day)).toEqual(['2024-11-03', '2024-11-26']);
    expect(period.questions).toEqual(['confirm']);
    const balances = read(
      file(['Dec 28', 'Jan 4'], {
        before: 'Opening balance,27 Dec 2024,5.00\n',
        after: '\nClosing balance,"Jan 26, 2025",99.00',
      }),
    );
    expect(balances.rows.map(({ day }) => day)).toEqual(['2024-12-28', '2025-01-04']);
    const said = period.decisions?.find(({ on }) => on === 'year');
    expect(said).toMatchObject({ by: 'proof', says: expect.stringMatching(/2024-11-01 .* 2024-11-30/) });
  });

  it('are asked about where the file names a day alone, or a period in which two years fit', () => {
    const day = read(file(['Nov 3', 'Nov 26'], { before: 'Closing date,2024-11-30,\n' }));
    expect(day).toMatchObject({ questions: ['year'], rows: [] });
    expect(yearsOf(day)[0]).toBe(2024);
    const long = read(file(['Nov 3', 'Nov 26'], { before: 'Period,2023-11-01 to 2024-11-30,\n' }));
    expect(long.questions).toEqual(['year']);
    const other = read(file(['Nov 3', 'Nov 26'], { before: 'Period,2024-03-01 to 2024-06-30,\n' }));
    expect(other.questions).toEqual(['year']);
    expect(yearsOf(other)[0]).toBe(2026);
  });

  it('are asked about after the order of day and month', () => {
    const text = file(['03/11', '05/11']);
    const open = read(text);
    expect(open.questions).toEqual(['dateOrder']);
    const told = { mapping: { ...open.mapping!, dateOrder: 'DMY' as const } };
    expect(read(text, told).questions).toEqual(['year']);
    expect(choicesOn('year', read(text, told))[0]).toContain('to 2026-11-05');
  });

  it('leave a column of whole dates, and amounts that look like them, as they are', () => {
    const posted = read(
      'Date,Posted Date,Description,Amount\nNov 3,2025-11-04,A,12.10\nNov 4,2025-11-05,B,3.11',
    );
    expect(posted.rows.map(({ day, cents }) => `${day} ${cents}`)).toEqual([
      '2025-11-04 1210',
      '2025-11-05 311',
    ]);
    const { mapping } = posted;
    const told = read('Date,Posted Date,Description,Amount\nNov 3,2025-11-04,A,12.10', {
      mapping: { ...mapping!, date: 0 },
    });
    expect(told).toMatchObject({ questions: ['year'], rows: [] });
  });

  it('are asked about beside dates with a year, which keep it', () => {
    const text = file(['Nov 3', 'Dec 3, 2025', 'Dec 1, 2025']);
    expect(read(text).questions).toEqual(['year']);
    expect(daysIn(2026, text)).toEqual(['2026-11-03', '2025-12-03', '2025-12-01']);
  });

  it('are asked about without a header, too', () => {
    const text = 'Nov 3,ROW A,5.00,105.00\nNov 4,ROW B,-6.00,99.00';
    expect(read(text).questions).toEqual(['year']);
    expect(daysIn(2026, text)).toEqual(['2026-11-03', '2026-11-04']);
  });

  it('are asked about again in the next file of the layout', () => {
    const text = file(['Nov 3', 'Nov 26']);
    const said = read(text, { mapping: { ...read(text).mapping!, year: 2026 }, confirmed: true });
    expect(said.questions).toEqual([]);
    const layout = { mapping: said.mapping!, ...(said.contents && { seen: said.contents }) };
    const next = read(file(['Oct 3', 'Oct 26']), { remembered: () => layout });
    expect(next.questions).toEqual(['year']);
    const answered = read(file(['Oct 3', 'Oct 26']), {
      remembered: () => layout,
      mapping: { ...next.mapping!, year: 2026 },
    });
    expect(answered.questions).toEqual([]);
  });
});
