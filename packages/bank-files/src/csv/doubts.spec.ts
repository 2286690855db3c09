import { choicesOn, decisionOn, openChoices, readAnswered } from '../testing.js';
import type { CsvMapping } from '../common/contract.js';
import { readStatement } from '../read-statement.js';

const read = (text: string, mapping?: CsvMapping) => readStatement(Buffer.from(text), 'CAD', { mapping });

/** Formats rows as "line cents text", one each. */
const rowsOf = ({ rows }: ReturnType<typeof read>) =>
  rows.map(({ row, cents, text }) => `${row} ${cents} ${text}`);

const sectionsAs = (heading: string) => `Date,Description,Amount
Pending Transactions,,
2026-05-29,GARDEN,-41.00
${heading},,
2026-05-27,PAYROLL,900.00`;

describe('a CSV file', () => {
  it.each<[string, string, string[]]>([
    [
      'a minus before each amount that went out, and 0 beside those that came in',
      'Date,Description,Debit,Credit\n2026-11-01,JANE,0.00,2256.61\n2026-11-02,FEE,-16.95,0.00',
      ['2 225661 JANE', '3 -1695 FEE'],
    ],
    [
      'the accounts of Excel, whose nothing is a dash behind the sign of a currency',
      'Date,Description,Debit,Credit\n11/20/2026,JANE," $ -   "," $ 2,256.61 "\n11/21/2026,FEE," $ 16.95 "," $ -   "',
      ['2 225661 JANE', '3 -1695 FEE'],
    ],
    [
      'amounts in two currencies, the account’s second',
      'Date,Description,Amount in USD,Rate,Amount in CAD\n2026-06-13,BOOKS,-10.00,1.40,-14.00',
      ['2 -1400 BOOKS'],
    ],
    [
      'amounts in two currencies, with "In" in capitals',
      'Date,Description,Amount In USD,Amount In CAD\n2026-06-13,BOOKS,-10.00,-14.00',
      ['2 -1400 BOOKS'],
    ],
    [
      'an amount whose currency only one of two columns names',
      'Date,Description,Amount,Amount CAD\n2026-06-13,BOOKS,-10.00,-14.00',
      ['2 -1400 BOOKS'],
    ],
    [
      'a column for each of two currencies',
      'Date,Text,CAD$,USD$\n2026-06-13,SHOP,-3.45,\n2026-06-14,BOOKS,,20.00',
      ['2 -345 SHOP'],
    ],
    [
      'a balance that a column without words names',
      'Datum;Text;Unit;Betrag\n13.06.2026;BOOKS;x;-10,00\n14.06.2026;SHOP;x;-5,00\n15.06.2026;x;Endsaldo;1.337,00',
      ['2 -1000 BOOKS', '3 -500 SHOP'],
    ],
    [
      'a minus in brackets',
      'Date,Description,Amount,Balance\n2026-06-13,SHOP,(-) 12.500,87.500\n2026-06-14,JANE,5.000,92.500',
      ['2 -1250 SHOP', '3 500 JANE'],
    ],
    [
      'a balance that alone names the currency',
      'Date,Narration,Withdrawal(Dr),Deposit(Cr),Balance(CAD)\n14/06/2026,SALARY,,500.00,600.00\n15/06/2026,RENT,100.00,,500.00',
      ['2 50000 SALARY', '3 -10000 RENT'],
    ],
    [
      'India’s groups of digits',
      'Date,Narration,Withdrawal Amt.,Deposit Amt.\n14/06/2026,SALARY,,"1,20,000.00"\n15/06/2026,RENT,"12,34,567.50",',
      ['2 12000000 SALARY', '3 -123456750 RENT'],
    ],
    [
      'quotation marks between blanks',
      'Date , Description , Paid Out , Paid In\n17 Jun 2026 , ADDED ,  , "2,000.00" \n18 Jun 2026 , "A, B" , 1.50 , ',
      ['2 200000 ADDED', '3 -150 A, B'],
    ],
    [
      'a column of dates beside one whose name only may be a date’s',
      'Rubrik;Bokning;Belopp;Valuta\nHyra;2026-04-24;428,60;CAD',
      ['2 42860 Hyra'],
    ],
    [
      'credits with a minus in their own column',
      'Date,Description,Debit,Credit\n2026-06-13,SHOP,14.00,\n2026-06-20,PAYMENT,,-42.50\n2026-06-21,REFUND,,-14.00',
      ['2 -1400 SHOP', '3 4250 PAYMENT', '4 1400 REFUND'],
    ],
    [
      'further texts behind its last column, which is of text',
      'Date;Amount;Booking text;Text\n2026-06-13;150.00;"Transfer";Jane Roe;"invoice 77"\n2026-06-14;1.00;"Transfer";Max',
      ['2 15000 Transfer Jane Roe invoice 77', '3 100 Transfer Max'],
    ],
    [
      'payers that come again beside a text that never changes',
      `Date,Description,Counterparty holder,Amount
2026-01-01,TRANSFER,JANE ROE,5.00
2026-01-02,TRANSFER,JOHN DOE,6.00
2026-02-01,TRANSFER,JANE ROE,5.00
2026-02-02,TRANSFER,JOHN DOE,6.00`,
      ['2 500', '3 600', '4 500', '5 600'].map((start) => `${start} TRANSFER`),
    ],
    [
      'ids beside names with numbers of accounts in their column’s name',
      'Datum;Bedrag;Tegenrekeninghouder;Referentie\n21-06-2026;27,75;J Roe;B9F21PGUJE88SFDR\n22-06-2026;20,00;K Roe;B9F19PGFDQ2Q56EM',
      ['2 2775 J Roe B9F21PGUJE88SFDR', '3 2000 K Roe B9F19PGFDQ2Q56EM'],
    ],
    [
      'an end of text of older programs',
      'Date,Description,Amount\n2026-06-13,JANE,10.00\n\u001A\n',
      ['2 1000 JANE'],
    ],
  ])('with %s is read', (_, text, rows) => {
    const reading = readAnswered(text);
    expect(reading).toMatchObject({ questions: ['confirm'], unreadable: [] });
    expect(rowsOf(reading)).toEqual(rows);
  });

  it.each([
    ['two amounts, of order and account', 'Transaction Amount,Billing Amount', '-10.00,-14.00', 2],
    ['an amount and its settlement', 'Amount,Settlement Amount', '-10.00,-14.00', 2],
    [
      'amounts of two currencies in columns of their own, the account’s first',
      'Amount,Cur,Booked amount,Cur',
      '-14.00,USD,-10.00,CAD',
      4,
    ],
  ])('asks which column is the amount’s, of %s', (_, names, values, amount) => {
    const reading = read(`Date,Description,${names}\n2026-06-13,BOOKS,${values}\n2026-06-14,PIZZA,${values}`);
    expect(reading).toMatchObject({ questions: ['amount'], rows: [] });
    expect(openChoices('amount', reading)).toMatchObject([
      { value: { answers: { amount } }, columns: [amount], example: { row: 2, amount: -10 } },
      { example: { row: 2, amount: -14 } },
    ]);
  });

  it('asks for no direction where no row is left', () => {
    const reading = read('Date,Description,Tilille,Status\n2026-06-13,BOOKS,4.10,Pending');
    expect(reading).toMatchObject({ questions: [], skipped: [{ row: 2, reason: 'pending' }] });
  });

  it('asks for the direction of amounts without a sign under an unknown name', () => {
    const reading = read(
      'Date,Description,Tilille,Tililta\n2026-06-13,BOOKS,0.00,4.10\n2026-06-14,PIZZA,0.00,4.20',
    );
    expect(reading).toMatchObject({ questions: ['direction'], rows: [] });
    expect(openChoices('direction', reading)).toMatchObject([
      { example: { amount: 4.1 } },
      { example: { amount: -4.1 } },
    ]);
  });

  it.each([
    ['Date,Customer,One,Two,Three\n', '13/06/2026,Jane,10.00,-0.59,9.41\n14/06/2026,John,20.00,-1.00,19.00'],
    ['', '13/06/2026,Jane,10.00,-0.59,9.41\n14/06/2026,John,20.00,-1.00,19.00'],
    ['', '13/06/2026,Jane,10.00,-0.59,9.41'],
  ])('does not take a fee between gross and net for a change of the balance: %s%s', (header, rows) => {
    expect(read(header + rows)).toMatchObject({ questions: ['amount'], rows: [] });
  });

  it('is refused where a spreadsheet has read its dates by the other order, but for days above 12', () => {
    const of = (...days: string[]) => `Date,Text,Amount\n${days.map((day) => `${day},JANE,5.00`).join('\n')}`;
    const saved = 'A spreadsheet has written some dates anew';
    expect(() => read(of('2026-05-11', '21/11/2026'))).toThrow(saved);
    expect(() => read(of('11-May-26', '21/11/2026'))).toThrow(saved);
    expect(read(of('2026-11-21', '22/11/2026', '03/11/2026')).rows).toHaveLength(3);
  });

  it('asks for the columns of both directions beside a total with a day', () => {
    const total =
      'Date,Text,Debit,Credit\n2026-11-01,JANE,,5.00\n2026-11-02,FEE,1.00,\n2026-11-02,Total,1.00,5.00';
    expect(choicesOn('amount', read(total))).toHaveLength(2);
    expect(readAnswered(total)).toMatchObject({
      rows: [{ cents: 500 }, { cents: -100 }],
      unreadable: [{ row: 4 }],
    });
  });

  it('offers for a word of what goes back the other way first', () => {
    const rows = ['Deposit', 'Withdrawal', 'Deposit Reversal'].map((type) => `2026-11-02,JANE,5.00,${type}`);
    const open = read(`Date,Text,Amount,Type\n${rows.join('\n')}`);
    expect(openChoices('direction', open)[0]).toMatchObject({ example: { row: 4, amount: -5 } });
  });

  it('offers an amount after fees before the fee', () => {
    const text = 'Day,Text,Source fee amount,Source amount (after fees)\n2026-11-05,Rent,0.50,250.00';
    expect(choicesOn('amount', read(text))[0]).toBe('the amount is in "Source amount (after fees)"');
  });

  it('takes no column for one direction beside an empty one where it has few amounts', () => {
    const text =
      'Datum;Objem;Poznamka;Upresneni;Komentar\n20.06.2026;-10,00;A;;\n21.06.2026;20,00;B;15,00;\n';
    expect(choicesOn('amount', read(text))[0]).toBe('the amount is in "Objem"');
  });

  it.each(['Unit', 'Mena'])(
    'leaves out other currencies by a column "%s", whatever notes it has, and lists a row of none',
    (name) => {
      const lines = ['Jane,10.00,CAD', 'John,12.00,ZAR', 'Eve,3.00,', 'Max,4.00,USD'];
      const rows = lines.map((line, index) => `2026-06-1${index},${line}`);
      const reading = read([`Date,Description,Amount,${name}`, ...rows, 'End of list,,,'].join('\n'));
      expect(rowsOf(reading)).toEqual(['2 1000 Jane']);
      expect(reading.unreadable).toEqual([{ row: 4, reason: 'The currency cannot be read' }]);
      expect(reading.skipped.map(({ row }) => row)).toEqual([3, 5, 6]);
    },
  );

  it.each(['This list is no statement.,,,', 'Closing balance,,,22.00', ',,,'])(
    'is asked about its several accounts, with a last line "%s"',
    (line) => {
      const rows = '12345678,2026-06-13,Jane,10.00\n87654321,2026-06-14,John,12.00';
      const reading = read(`Account number,Date,Description,Amount\n${rows}\n${line}`);
      expect(reading).toMatchObject({ questions: ['account'], rows: [] });
      expect(openChoices('account', reading)).toMatchObject([
        { value: { account: '12345678' }, example: { text: 'Jane' } },
        { value: { account: '87654321' }, example: { text: 'John' } },
        { value: { account: true } },
      ]);
    },
  );

  it('asks for the amount where a balance changes by one of many columns in a few rows only, as by chance', () => {
    const rows = Array.from(
      { length: 20 },
      (_, at) => `2026-11-${at + 10},TEXT ${at},${at}.50,${at * 3}.50,${at}.10`,
    );
    expect(read(rows.join('\n'))).toMatchObject({ questions: ['amount'], rows: [] });
  });

  it('leaves out rows below a heading of what is pending, until one of what is booked', () => {
    const reading = read(sectionsAs('Posted Transactions'));
    expect(rowsOf(reading)).toEqual(['5 90000 PAYROLL']);
    expect(reading).toMatchObject({ skipped: [2, 3, 4].map((row) => ({ row })), unreadable: [] });
  });

  it('lists rows below pending ones and a heading that may be of any', () => {
    const { rows, unreadable } = read(sectionsAs('More'));
    expect(rows).toEqual([]);
    expect(unreadable).toEqual([
      {
        row: 5,
        reason: 'It is not clear whether this row is booked: a heading above it says that some are not',
      },
    ]);
  });

  it('asks for a status that is not known in a column of statuses with any name', () => {
    const rows = '2026-06-13,Jane,10.00,Posted\n2026-06-14,John,12.00,Pending\n2026-06-15,Max,13.00,Reversed';
    const reading = read(`Date,Description,Amount,Stage\n${rows}`);
    expect(reading).toMatchObject({ questions: ['status'], rows: [] });
    expect(
      decisionOn('status', { decisions: reading.decisions.filter(({ isOpen }) => isOpen) }),
    ).toMatchObject({
      word: 'REVERSED',
      choices: [
        { value: { answers: { statuses: { REVERSED: 'booked' } } }, example: { row: 4, text: 'Max' } },
        {},
      ],
    });
    const said = (status: 'booked' | 'pending') =>
      read(`Date,Description,Amount,Stage\n${rows}`, { ...reading.mapping!, statuses: { REVERSED: status } });
    expect(rowsOf(said('booked'))).toEqual(['2 1000 Jane', '4 1300 Max']);
    expect(rowsOf(said('pending'))).toEqual(['2 1000 Jane']);
    expect(said('pending').skipped.map(({ row }) => row)).toEqual([3, 4]);
  });

  it.each([
    ['pending', 'True', 'False'],
    ['Is Pending', 'yes', 'no'],
    ['Posted', 'N', 'Y'],
    ['Cleared', 'false', 'true'],
  ])('leaves out what is not booked by a column "%s"', (name, pending, booked) => {
    const reading = read(
      `Date,Name,Amount,${name}\n2026-06-13,JANE,1.00,${pending}\n2026-06-14,JOHN,2.00,${booked}`,
    );
    expect(reading).toMatchObject({ questions: expect.not.arrayContaining(['status']), unreadable: [] });
    expect(reading.rows).toMatchObject([{ row: 3, cents: 200, payer: 'JOHN' }]);
    expect(reading.skipped).toEqual([{ row: 2, reason: 'pending' }]);
  });

  it('asks for an empty cell in a column of what is cleared, and for none in one of what is pending', () => {
    const of = (name: string) => `Date,Text,Amount,${name}\n2026-06-13,A,1.00,x\n2026-06-14,B,2.00,`;
    expect(read(of('Cleared')).questions).toEqual(['status']);
    expect(decisionOn('status', read(of('Cleared')))).toMatchObject({ isOpen: true, word: '' });
    expect(rowsOf(read(of('Pending')))).toEqual(['3 200 B']);
  });

  it.each(['available', 'Issued', 'Reconciled'])('knows the status "%s"', (booked) => {
    const rows = `2026-06-13,A,1.00,${booked}\n2026-06-14,B,2.00,Pending`;
    expect(rowsOf(read(`Date,Text,Amount,Status\n${rows}`))).toEqual(['2 100 A']);
  });

  it.each([
    ['Abgeschlossen', 'Ausstehend'],
    ['Исполнено', 'В обработке'],
    ['Booked', 'Not yet booked'],
  ])('knows the status "%s" from "%s"', (booked, pending) => {
    const reading = read(
      `Date,Text,Amount,Status\n2026-06-13,A,1.00,${booked}\n2026-06-14,B,2.00,${pending}`,
    );
    expect(rowsOf(reading)).toEqual(['2 100 A']);
    expect(reading.skipped).toEqual([{ row: 3, reason: 'pending' }]);
  });

  it('leaves out notes below its rows, and lists a line without a date that has an amount', () => {
    const text =
      'Date,Description,Amount\n2026-06-13,A,1.00\nThis is a note.,,\n"One, with 2 parts",of text,\nNone,B,2.00';
    const { skipped, unreadable } = read(text);
    expect({ skipped, unreadable }).toEqual({
      skipped: [4, 5]
        .slice(0, 0)
        .concat([3, 4])
        .map((row) => ({ row, reason: 'balance' })),
      unreadable: [{ row: 5, reason: 'The date cannot be read' }],
    });
  });

  it('asks for the column of the date where no row has one that can be read', () => {
    expect(read('Date,Description,Amount\n99 x,A,1.00\n98 x,B,2.00').questions).toContain('date');
  });
});

describe('the direction of amounts in one column', () => {
  const card = `Date,Description,Amount
2026-06-13,BOOK SHOP,14.00
2026-06-14,PIZZA PLACE,28.50
2026-06-20,PAYMENT RECEIVED - THANK YOU,-42.50`;

  it('is asked where only credits to a card have a minus, the likely one first', () => {
    const reading = read(card);
    expect(reading).toMatchObject({ questions: ['direction'], rows: [], mapping: { amount: 2 } });
    expect(openChoices('direction', reading)).toMatchObject([
      {
        value: { answers: { directions: { '': 'out', '-': 'in' } } },
        example: { row: 2, amount: -14, text: 'BOOK SHOP' },
      },
      { value: { answers: { directions: { '': 'in', '-': 'out' } } }, example: { row: 2, amount: 14 } },
    ]);
  });

  it('is asked in the list of a card whose payments are named by their kind', () => {
    const rows =
      '2026-11-20,TRANS,APPROVED,CORNER SHOP,$64.20\n2026-11-22,PAYMENT,APPROVED,"PAYMENT, THANK YOU",-$200.00';
    const reading = read(`Date,Activity Type,Status,Merchant Name,Amount\n${rows}`);
    expect(reading).toMatchObject({ questions: ['direction'], mapping: { text: [1, 3] } });
    expect(openChoices('direction', reading)[0]).toMatchObject({ example: { amount: -64.2 } });
  });

  it.each<['in' | 'out', 'in' | 'out', string[]]>([
    ['out', 'in', ['-1400', '-2850', '4250']],
    ['in', 'out', ['1400', '2850', '-4250']],
  ])('is as it was said: %s without a sign, %s with a minus', (plain, minus, cents) => {
    const { mapping } = read(card);
    const told = read(card, { ...mapping!, directions: { '': plain, '-': minus } });
    expect(told.questions).toEqual(['confirm']);
    expect(told.rows.map((row) => String(row.cents))).toEqual(cents);
  });

  it('is asked where all outgoing rows are refunds, which an owner may have paid', () => {
    const reading = read('Date,Description,Amount\n2026-06-13,JANE,14.00\n2026-06-14,REFUND JANE,-14.00');
    expect(reading).toMatchObject({ questions: ['direction'], rows: [] });
  });

  it('is asked again for a mark that nothing was said of', () => {
    const { mapping } = read(card);
    const told = { ...mapping!, directions: { '': 'out', '-': 'in' } } as CsvMapping;
    const reading = read(`${card}\n2026-06-21,SHOP,(5.00)`, told);
    expect(reading).toMatchObject({ questions: ['direction'], rows: [] });
    expect(decisionOn('direction', reading)).toMatchObject({ isOpen: true, word: '()' });
  });

  it('is asked of each mark where unmarked amounts stand beside credits and brackets', () => {
    const text =
      'Date,Description,Amount\n2026-06-13,SHOP,14.00\n2026-06-14,BANK,100.00 CR\n2026-06-20,SHOP,(14.00)';
    const reading = read(text);
    expect(reading).toMatchObject({ questions: ['direction'], rows: [] });
    expect(
      reading.decisions
        .filter(({ isOpen }) => isOpen)
        .map(({ word, choices }) => [word, choices?.[0]?.value]),
    ).toEqual([
      ['', { answers: { directions: { '': 'out' } } }],
      ['CR', { answers: { directions: { CR: 'in' } } }],
      ['()', { answers: { directions: { '()': 'out' } } }],
    ]);
    const told = read(text, { ...reading.mapping!, directions: { '': 'out', CR: 'in', '()': 'in' } });
    expect(rowsOf(told)).toEqual(['2 -1400 SHOP', '3 10000 BANK', '4 1400 SHOP']);
  });

  it.each([
    ['an account that pays a bill', 'SALARY,900.00', 'ELECTRICITY BILL PAYMENT NORTH,-42.50'],
    ['refunds on both sides', 'REFUND BOOK SHOP,5.00', 'REFUND TO JANE,-42.50'],
  ])('is that of the signs for %s', (_, one, other) => {
    const reading = read(`Date,Description,Amount\n2026-06-13,${one}\n2026-06-14,${other}`);
    expect(reading.questions).toEqual(['confirm']);
  });
});
