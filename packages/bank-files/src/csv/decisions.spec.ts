import { decisionOn, openChoices, readAnswered } from '../testing.js';
import type { CsvMapping } from '../common/contract.js';
import { readStatement, type ReadOptions } from '../read-statement.js';

const read = (text: string, options: ReadOptions & { currency?: string } = {}) =>
  readStatement(Buffer.from(text), options.currency ?? 'CAD', options);

describe('the currency of a CSV file’s amounts', () => {
  const names = ['Transaction', 'Account', 'Wallet', 'Payment', 'Billing'];

  it.each(names.map((name, index) => [`${name} Currency`, ['EUR', 'HUF', 'MYR', 'ZAR', 'ISK'][index]]))(
    'is told by a column "%s"',
    (name, code) => {
      const of = (...codes: string[]) =>
        `Date,Description,Amount,${name}\n${codes.map((one, day) => `2026-10-0${day + 1},ROW,5.00,${one}`).join('\n')}`;
      expect(() => read(of(code!, code!))).toThrow(`The file is in ${code}, the account in CAD`);
      const mixed = read(of(code!, 'CAD'));
      expect(mixed.rows).toMatchObject([{ row: 3, currency: 'CAD' }]);
      expect(mixed.skipped).toEqual([{ row: 2, reason: 'currency' }]);
    },
  );

  it.each(['สกุลเงิน', '通貨', 'Валюта', 'Währung', 'Devise'])('is told by a column "%s"', (name) => {
    const text = `Date,Description,Amount,${name}\n2026-10-01,A,5.00,SEK\n2026-10-02,B,6.00,CAD`;
    expect(read(text).rows).toMatchObject([{ row: 3 }]);
  });

  it('is that of the wallet where the other column is empty', () => {
    const text =
      'Date,Description,Wallet Currency,Target Currency,Target Amount,Amount,Note\n2026-10-01,Payment from JANE,EUR,,,2256.61,';
    expect(() => read(text)).toThrow('The file is in EUR, the account in CAD');
  });

  it('is not that of another column of amounts, whose rows are not left out for its sake', () => {
    const text = `Date,Description,Amount,Currency,Original Amount,Original Currency
2026-10-01,A,5.00,CAD,3.50,USD
2026-10-02,B,6.00,CAD,6.00,CAD`;
    const reading = readAnswered(text);
    expect(reading.asked).toEqual(['amount', 'currency']);
    expect(reading).toMatchObject({ questions: ['confirm'], skipped: [], rows: [{ row: 2 }, { row: 3 }] });
    expect(reading.mapping).toMatchObject({ currency: 3 });
  });

  it('is asked where two columns say other ones, and where the only one may be of before an exchange', () => {
    const two = `Date,Description,Amount,Payment Currency,Billing Currency
2026-10-01,A,5.00,CAD,EUR\n2026-10-02,B,6.00,CAD,EUR`;
    const open = read(two);
    expect(open).toMatchObject({ questions: ['currency'], rows: [] });
    expect(openChoices('currency', open)).toMatchObject([
      { value: { answers: { currency: 3 } }, columns: [3], example: { currency: 'CAD' } },
      { value: { answers: { currency: 4 } }, example: { currency: 'EUR' } },
    ]);
    const told = { ...open.mapping!, currency: 3 };
    expect(read(two, { mapping: told }).rows).toMatchObject([{ currency: 'CAD' }, { currency: 'CAD' }]);
    const original =
      'Date,Description,Amount,Original Currency\n2026-10-01,A,5.00,EUR\n2026-10-02,B,5.00,CAD';
    expect(read(original).questions).toEqual(['currency']);
  });

  it('is shown beside a row that is read without its column, as an admin said', () => {
    const text = 'Date,Description,Amount,Original Currency\n2026-10-01,A,5.00,EUR\n2026-10-02,B,5.00,CAD';
    const mapping: CsvMapping = { ...read(text).mapping! };
    delete mapping.currency;
    expect(read(text, { mapping }).rows).toMatchObject([{ currency: 'EUR' }, { currency: 'CAD' }]);
  });

  it('is asked about again where a remembered layout had no row in another one', () => {
    const of = (code: string) =>
      `Date,Description,Amount,Transaction Currency\n2026-10-01,A,5.00,${code}\n2026-10-02,B,5.00,CAD`;
    const mapping: CsvMapping = { ...read(of('CAD')).mapping! };
    delete mapping.currency;
    const seen = read(of('CAD')).contents;
    const again = (code: string) =>
      read(of(code), { remembered: () => ({ mapping, ...(seen && { seen }) }) });
    expect(again('CAD').questions).toEqual([]);
    expect(again('EUR')).toMatchObject({ questions: ['confirm'], rows: [{ row: 3 }] });
  });
});

const namesOf = (reading: ReturnType<typeof read>) =>
  openChoices('account', reading).map(({ value }) => value.account);

describe('the accounts of a CSV file', () => {
  it('are asked by numbers in few rows', () => {
    const text =
      'Kontonummer;Buchungstag;Betrag;Text\n1234567890;04.11.2026;500,00;IN\n9876543210;04.11.2026;-500,00;OUT\n1234567890;13.11.2026;2256,61;JANE';
    expect(namesOf(read(text))).toEqual(['1234567890', '9876543210', true]);
    expect(read(text, { account: '1234567890' }).rows).toHaveLength(2);
  });

  const header = 'Card,Type,Posted,Amount,Description';
  const lists = (between: string) => `${header}
1,CREDIT,20260417,2256.61,INTERAC JANE
1,DEBIT,20260418,-500.00,TF OUT
${between}${header}
1,CREDIT,20260418,500.00,TF IN
1,CREDIT,20260430,1.07,INTEREST`;

  it('are asked where a header after blank lines begins another list', () => {
    const open = read(lists('\n\n'));
    expect(open).toMatchObject({ questions: ['account'], rows: [] });
    expect(openChoices('account', open)).toMatchObject([
      {
        value: { account: 'Lines 2 to 3' },
        reads: 'Lines 2 to 3: 2 rows, 2026-04-17 to 2026-04-18',
        example: { text: 'INTERAC JANE' },
      },
      { value: { account: 'Lines 7 to 8' }, example: { text: 'TF IN' } },
      { value: { account: true } },
    ]);
    const chosen = read(lists('\n\n'), { account: 'Lines 2 to 3' });
    expect(chosen.rows.map(({ row }) => row)).toEqual([2, 3]);
    expect(chosen.skipped).toEqual([7, 8].map((row) => ({ row, reason: 'account' })));
    expect(read(lists('\n\n'), { account: true }).rows).toHaveLength(4);
    expect(read(lists('')).questions).toEqual(['confirm']);
  });

  it('are one where the balance runs on through a repeated header', () => {
    const text = `Date,Text,Amount,Balance
2026-04-17,A,10.00,10.00

Date,Text,Amount,Balance
2026-04-18,B,-4.00,6.00`;
    expect(read(text).rows).toHaveLength(2);
  });

  const folio = (name: string, start: number, balance: number) =>
    [105, 111, 118].map(
      (sum, index) =>
        `"Caisse",${name},2026/10/0${index + start},TEXT ${name}${index},,${index + 5}.00,${balance + sum}.00`,
    );

  it('are asked by a column of few values, without a header, whose days begin anew with each', () => {
    const text = [...folio('EOP', 3, 0), ...folio('ES1', 1, 700)].join('\n');
    const reading = read(text);
    expect(reading.questions).toEqual(['account']);
    expect(namesOf(reading)).toEqual(['EOP', 'ES1', true]);
    expect(read(text, { account: 'ES1' }).rows).toHaveLength(3);
    expect(read(folio('EOP', 3, 0).join('\n')).questions).not.toContain('account');
  });

  it('are asked by full numbers of IBAN in a column of any name', () => {
    const numbers = [
      'FI2112345600000785',
      'FI7054000420152230',
      'FI2112345600000785',
      'GB33BUKB20201555555555',
    ];
    const rows = numbers.map((number, day) => `2026-10-0${day + 1},ROW,5.00,${number}`);
    expect(namesOf(read(`Date,Description,Amount,Tili\n${rows.join('\n')}`))).toHaveLength(4);
  });

  it('are one where the balance runs on through other numbers: those are of the other parties', () => {
    const rows = (last: string) =>
      `2026-10-01,DE91000000000123456789,5.00,105.00\n2026-10-02,DE91000000000123456780,-7.00,98.00\n2026-10-03,DE91000000000123456789,2.00,${last}`;
    const of = (last: string) => read(`Date,IBAN,Amount,Saldo\n${rows(last)}`);
    expect(of('100.00').questions).not.toContain('account');
    expect(of('900.00').questions).toContain('account');
  });

  it('are asked by names in a column of accounts', () => {
    const rows = ['Chequing', 'Savings', 'Chequing', 'Savings'].map(
      (name, day) => `2026-10-0${day + 1},ROW,5.00,${name}`,
    );
    const text = `Date,Description,Amount,Account Name\n${rows.join('\n')}`;
    expect(read(text).questions).toEqual(['account']);
    expect(namesOf(read(text))).toEqual(['Chequing', 'Savings', true]);
  });

  it.each(['Account Balance', 'Kontostand'])(
    'are not seen in a balance "%s", which proves the amounts',
    (name) => {
      const rows = '2026-10-01,A,5.00,105.00\n2026-10-02,B,-7.00,98.00';
      const reading = read(`Date,Description,Amount,${name}\n${rows}`);
      expect(reading.questions).toEqual(['confirm']);
      expect(decisionOn('amount', reading)).toMatchObject({ by: 'proof' });
    },
  );

  it('are asked where the balance jumps as the days begin anew', () => {
    const text = `Date,Text,Amount,Balance
2026-10-01,A,5.00,105.00\n2026-10-02,B,5.00,110.00\n2026-10-03,C,-500.00,-390.00
2026-10-01,D,500.00,700.00\n2026-10-02,E,1.00,701.00\n2026-10-03,F,2.00,703.00`;
    expect(namesOf(read(text))).toEqual(['Lines 2 to 4', 'Lines 5 to 7', true]);
  });

  it('are not seen in a column of directions or kinds', () => {
    const rows = ['DEPOSIT', 'DEPOSIT', 'DEPOSIT', 'WITHDRAWAL', 'WITHDRAWAL', 'WITHDRAWAL'];
    const text = rows
      .map((kind, index) => `2026-10-0${(index % 3) + 1},ROW ${index},5.00,${kind}`)
      .join('\n');
    for (const header of ['', 'Date,Text,Amount,Kind\n'])
      expect(read(header + text)).toMatchObject({ questions: ['confirm'] });
  });
});

describe('the decisions on a CSV file', () => {
  const files: Record<string, string> = {
    'a plain one': 'Date,Description,Amount,Balance\n2026-10-15,A,5.00,105.00\n2026-10-16,B,-6.00,99.00',
    'without text': 'Date,Amount\n2026-10-15,5.00\n2026-10-16,-6.00',
    'of two amounts': 'Date,Text,Paid amount,Card amount\n2026-11-20,A,5.00,95.00',
    'of two orders': 'Date,Text,Amount\n13/11/2026,A,5.00\n11/14/2026,B,5.00',
    'of no order': 'Date,Text,Amount\n03/11/2026,A,5.00',
    'of two decimals': 'Date,Text,Amount\n2026-11-20,A,"5.00"\n2026-11-20,A,"5,00"',
    'of contrary balances':
      'Date,Text,Amount,Balance\n2026-10-15,A,5.00,105.00\n2026-10-16,B,6.00,99.00\n2026-10-17,C,-1.00,100.00',
    'of unknown words': 'Date,Text,Amount,Direction\n2026-11-20,A,5.00,Zork\n2026-11-21,A,5.00,Blip',
    'of unknown states': 'Date,Text,Amount,Status\n2026-11-20,A,5.00,Zork\n2026-11-21,A,5.00,Blip',
    'of two currencies':
      'Date,Description,Amount,Payment Currency,Billing Currency\n2026-10-01,A,5.00,CAD,EUR',
    'of two accounts':
      'Account Number,Date,Text,Amount\n12345678,2026-11-20,A,5.00\n12345679,2026-11-20,B,5.00',
    'without years': 'Date,Text,Amount\nNov 3,A,5.00',
    'of no date': 'Date,Text,Amount\nfoo,A,5.00\nbar,B,5.00',
  };

  it.each(Object.entries(files))('are the questions, and each that is open has choices: %s', (_, text) => {
    const { questions, decisions } = read(text);
    const open = decisions.filter(({ isOpen }) => isOpen);
    expect(questions.filter((question) => question !== 'confirm')).toEqual([
      ...new Set(open.map(({ on }) => on)),
    ]);
    for (const { on, by, isOpen, choices = [] } of decisions) {
      expect([on, by === undefined]).toEqual([on, isOpen]);
      // Two readings of text may stand by what is likely; none that changes a day or an amount does.
      if (by === 'likely' && on !== 'text')
        expect(new Set(choices.map(({ example }) => JSON.stringify(example))).size).toBe(1);
    }
  });

  it('say what settles them', () => {
    const { decisions } = read(files['a plain one']!);
    expect(decisions.map(({ on, by, says = '' }) => [on, by, says])).toEqual([
      ['date', 'only', ''],
      ['dateOrder', 'only', ''],
      ['amount', 'proof', '"Balance" changes by it in 1 rows'],
      ['decimal', 'proof', '"-6.00" can be nothing else'],
      ['direction', 'proof', 'the balance changes so in 1 rows'],
      ['text', 'likely', ''],
    ]);
  });

  it('ask where the balance changes the other way than the signs say', () => {
    const reading = read(files['of contrary balances']!);
    expect(reading).toMatchObject({ questions: ['direction'], rows: [] });
  });

  it('are those of a person, now and before, where one has said them', () => {
    const text = files['of two amounts']!;
    const mapping: CsvMapping = { ...read(text).mapping!, amount: 3, dateOrder: 'YMD', decimal: '.' };
    const told = read(text, { mapping, confirmed: true });
    expect(told.questions).toEqual([]);
    for (const on of ['date', 'amount', 'dateOrder', 'decimal'] as const)
      expect(decisionOn(on, told)?.by).toBe('said');
    const layout = { mapping: told.mapping!, seen: told.contents };
    const next = read(text.replace('95', '94'), { remembered: () => layout });
    expect(next.questions).toEqual([]);
    expect(decisionOn('amount', next)?.by).toBe('remembered');
  });

  it('are single ones that a person says, beside those that the file settles', () => {
    const text = files['of two amounts']!;
    const told = read(text, { answers: { amount: 3 } });
    expect(told).toMatchObject({ questions: ['confirm'], rows: [{ cents: 9500 }] });
    expect(decisionOn('amount', told)?.by).toBe('said');
    expect(decisionOn('date', told)?.by).toBe('only');
  });

  it('are the file’s own where it leaves nothing open, whatever earlier files of the layout had', () => {
    const told = (text: string, marks: Partial<CsvMapping>) => {
      const said = read(text, { mapping: { ...read(text).mapping!, ...marks }, confirmed: true });
      return { mapping: said.mapping!, ...(said.contents && { seen: said.contents }) };
    };
    const layout = told('Date,Text,Amount\n03/04/2026,A,"1,00"', { dateOrder: 'DMY' });
    const again = (row: string) => read(`Date,Text,Amount\n${row}`, { remembered: () => layout });
    expect(layout.mapping).toMatchObject({ dateOrder: 'DMY', decimal: ',' });
    expect(again('2026-11-20,A,5.00')).toMatchObject({ questions: [], rows: [{ cents: 500 }] });
    expect(again('2026-11-20,A,5')).toMatchObject({ questions: [], rows: [{ cents: 500 }] });
    // Years of two digits far from now may be days: by itself, such a file leaves the order open.
    for (const [date, day] of [
      ['05/04/12', '2012-04-05'],
      ['25/04/12', '2012-04-25'],
    ]) {
      expect(read(`Date,Text,Amount\n${date},A,5.00`).questions).toEqual(['dateOrder']);
      expect(again(`${date},A,5.00`)).toMatchObject({ questions: [], rows: [{ day }] });
    }
    expect(again('05/04/2026,A,1.234')).toMatchObject({
      questions: [],
      rows: [{ day: '2026-04-05', cents: 123_400 }],
    });
  });

  it('are those of the layout where another column has more for it', () => {
    const text = 'Date,Text,Net,Gross Amount\n2026-11-20,A,5.00,6.00';
    const mapping = { ...read(text).mapping!, amount: 3 };
    const { contents } = read(text, { mapping, confirmed: true });
    const next = read(text, { remembered: () => ({ mapping, seen: contents }) });
    expect(next).toMatchObject({ questions: [], rows: [{ cents: 600 }] });
    expect(decisionOn('amount', next)?.reads).toBe('the amount is in "Gross Amount"');
  });

  it('are asked for again where no amount in the column of the layout can be read', () => {
    const { mapping, contents } = read('Date,Text,Amount\n2026-11-20,A,5.00', { confirmed: true });
    const remembered = () => ({ mapping: mapping!, seen: contents });
    const next = read('Date,Text,Amount\n2026-11-20,A,1e3', { remembered });
    expect(next).toMatchObject({ questions: ['amount'], rows: [] });
  });

  it('let a person alone say that there is no text', () => {
    const text = files['without text']!;
    const open = read(text, { confirmed: true });
    expect(open.questions).toEqual(['text', 'confirm']);
    const told = read(text, { mapping: open.mapping!, confirmed: true });
    expect(told.questions).toEqual([]);
    expect(decisionOn('text', told)).toMatchObject({ reads: 'no column is the text' });
  });
});

describe('the decisions on files of other formats', () => {
  const ofx =
    '<OFX><CURDEF>CAD<BANKACCTFROM><ACCTID>01239876</BANKACCTFROM><STMTTRN><DTPOSTED>20261111<TRNAMT>5.00<NAME>JANE</STMTTRN></OFX>';

  it.each([
    [{}, 'only'],
    [{ lastDigits: '9876' }, 'proof'],
    [{ lastDigits: '4821' }, undefined],
    [{ lastDigits: '4821', account: true as const }, 'said'],
  ])('are of the account that the rows are of: %j', (options, by) => {
    const [decision, ...others] = read(ofx, options).decisions;
    expect(others).toEqual([]);
    expect(decision).toMatchObject({
      on: 'account',
      reads: 'the rows are of 01239876',
      isOpen: by === undefined,
    });
    expect(decision?.by).toBe(by);
  });

  it('are of the order of dates and the decimal mark of QIF', () => {
    const of = (option: string) => `${option}!Type:Bank\nD03/11/2026\nT5.00\nPJANE\n^`;
    expect(openChoices('dateOrder', read(of('')))).toHaveLength(2);
    expect(decisionOn('dateOrder', read(of('!Option:MDY\n')))).toMatchObject({ by: 'known' });
    const { decisions, rows } = read(of(''), { answers: { dateOrder: 'DMY' } });
    expect(rows).toMatchObject([{ day: '2026-11-03' }]);
    expect(decisions).toMatchObject([
      { on: 'dateOrder', reads: 'dates are day, month, year', by: 'said' },
      { on: 'decimal', by: 'proof' },
      { on: 'account', reads: 'the rows are of Bank', by: 'only' },
    ]);
  });
});

it('the column of the running balance is named where the rows were compared with it', () => {
  const file = (last: string) =>
    `Date,Description,Amount,Saldo\n2026-10-01,A,5.00,105.00\n2026-10-02,B,6.00,${last}`;
  expect(read(file('111.00')).columns.map(({ isBalance }) => isBalance)).toEqual([
    undefined,
    undefined,
    undefined,
    true,
  ]);
  expect(read(file('')).columns[3]).not.toHaveProperty('isBalance');
});
