import { choicesOn, decisionOn, openChoices, readAnswered } from './testing.js';
import { readStatement, type ReadOptions } from './read-statement.js';

const read = (text: string, options: ReadOptions = {}) => readStatement(Buffer.from(text), 'CAD', options);
const refusal = (code: string) => `The file is in ${code}, the account in CAD`;

describe('a file in another currency is refused, wherever it says so', () => {
  const rows = ['2026-11-05,JANE SMITH,2256.61', '2026-11-06,FEE,-1.70'].join('\n');
  const header = 'Date,Description,Amount\n';

  it.each([
    [
      'above the rows, after a semicolon',
      'BRL',
      `#Currency;BRL\nDate;Description;Amount\n2026-11-05;JANE;2256.61`,
    ],
    ['above the rows, after a dash', 'INR', `Currency :- INR,,\n${header}${rows}`],
    ['beside a balance', 'SGD', `"Available Balance, SGD 4,003.20",,\n${header}${rows}`],
    ['in a sentence', 'EUR', `Account in EUR,,\n${header}${rows}`],
    ['in the name of the account', 'USD', `Account,USD Chequing 1234\n${header}${rows}`],
    ['in a word of the account', 'EUR', `Euro savings,,\n${header}${rows}`],
    ['in words of the account', 'USD', `Account name: US Dollar Business Account,,\n${header}${rows}`],
    ['below the rows', 'EUR', `${header}${rows}\nAll amounts in EUR,,`],
    ['in a column, without a header', 'EUR', '2026-11-05,JANE SMITH,2256.61,EUR\n2026-11-06,FEE,-1.70,EUR'],
    [
      'in a column whose name is known of no currency',
      'HUF',
      'Date,Description,Amount,Deviza\n2026-11-05,JANE,2256.61,HUF',
    ],
    ...['Amount (in USD)', 'Montant (en USD)', 'Amount in US dollars', 'Amount (currency: USD)'].map(
      (name) => [`in a heading "${name}"`, 'USD', `Date,Description,${name}\n${rows}`],
    ),
    ['beside each amount', 'GBP', '2026-11-05,JANE SMITH,"£2,256.61"\n2026-11-06,FEE,£1.70'],
    [
      'in rows, and not in the balances below',
      'EUR',
      'Datum;Text;Währung;Betrag\n05.11.2026;JANE;EUR;2256,61\n06.11.2026;;Endsaldo;EUR',
    ],
    [
      'of each entry of an OFX file',
      'AUD',
      '<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>20261105<TRNAMT>5.00<NAME>JANE<CURRENCY><CURRATE>1<CURSYM>AUD</CURRENCY></STMTTRN></OFX>',
    ],
  ])('%s', (_, code, text) => {
    expect(() => readAnswered(text)).toThrow(refusal(code));
  });
});

it('a name in the line of the account is no currency', () => {
  const text = 'Compte de LUC ROY SUR,sur,\nDate,Description,Amount\n2026-11-05,JANE,5.00';
  expect(read(text).questions).toEqual(['confirm']);
});

describe('nothing is read in silence that', () => {
  it.each([
    ['went out by a name that says "amount", too', 'Date,Text,Debit Amount\n2026-11-05,SHOP,5.00'],
    ['has nothing but zeros beside it', 'Day,Deposits,Debit Amount,Text\n2026-11-05,0.00,5.00,SHOP'],
    ['has an empty column beside it, without names', ',2026-11-05,SHOP,5.00\n,2026-11-06,RENT,7.00'],
    [
      'has the same mark beside it in all rows, without names',
      '2026-11-05,SHOP,5.00,-\n2026-11-06,RENT,7.00,-',
    ],
    ['has nothing but zeros beside it, without names', '2026-11-05,SHOP,CA$5.00,X,CA$0.00'],
    [
      'is in two columns, each alike in all rows, beside a third',
      ['50.00,,36.50', ',50.00,-36.50', '50.00,,36.50', ',50.00,-36.50']
        .map((row) => `2026-11-05,SHOP,${row}`)
        .join('\n'),
    ],
  ])('%s', (_, text) => {
    expect(read(text).questions).toEqual([expect.stringMatching(/^(amount|direction)$/)]);
  });

  it('may be the day of booking or the value date', () => {
    const text =
      'Entry Date,Text,Amount,Value Date\n2026-11-30,JANE,2256.61,2026-12-02\n2026-12-01,FEE,-1.70,2026-12-03';
    expect(choicesOn('date', read(text))).toEqual([
      'the day is in "Entry Date"',
      'the day is in "Value Date"',
    ]);
    expect(readAnswered(text).rows.map(({ day }) => day)).toEqual(['2026-11-30', '2026-12-01']);
  });

  it('is alike in two columns but for the last of many rows', () => {
    const alike = Array.from({ length: 1200 }, (_, at) => `2026-11-05,2026-11-05,PAY ${at},-5.00,-5.00`);
    const textOf = (last: string) => `Booked,Valued,Text,Amount,Total\n${[...alike, last].join('\n')}`;
    expect(read(textOf('2026-11-05,2026-11-06,JANE,-5.00,-5.00')).questions).toEqual(['date']);
    expect(read(textOf('2026-11-05,2026-11-05,JANE,-5.00,-7.00')).questions).toEqual(['amount']);
    expect(read(textOf('2026-11-05,2026-11-05,JANE,-5.00,-5.00')).questions).toEqual(['confirm']);
    const pending = read(
      textOf('2026-11-05,2026-11-05,JANE,-5.00,-5.00,Pending').replace('Total', 'Total,Status'),
    );
    expect(pending.skipped).toEqual([{ row: 1202, reason: 'pending' }]);
  });

  it('names no account among rows of several', () => {
    const rows = ['01,1234567', '02,7654321', '03,', '04,1234567'].map(
      (row, at) => `2026-11-${row},PAY,${at}.50`,
    );
    const text = `Date,Account Number,Description,Amount\n${rows.join('\n')}`;
    expect(choicesOn('account', read(text))[2]).toBe('unnamed: 1 rows, 2026-11-03 to 2026-11-03');
    expect(read(text, { lastDigits: '4567' }).rows.map(({ row }) => row)).toEqual([2, 5]);
    expect(read(text, { account: true }).rows).toHaveLength(4);
  });

  it('is of one of more than ten accounts', () => {
    const rows = Array.from(
      { length: 24 },
      (_, at) => `2026-11-${at + 1},${8_000_100 + (at % 12)},PAY,${at}.50`,
    );
    const reading = read(`Date,Account Number,Description,Amount\n${rows.join('\n')}`);
    expect(reading).toMatchObject({ questions: ['account'], rows: [] });
    expect(openChoices('account', reading)).toHaveLength(13);
  });

  it('a balance proves of two columns alike: equal amounts of one day', () => {
    const of = (day: number) => `09/23/2026,PAY,,2500.00,3500.00\n09/${day}/2026,PAY,,2500.00,6000.00`;
    expect(read(of(24)).rows.map(({ cents }) => cents)).toEqual([250_000, 250_000]);
    expect(read(of(23))).toMatchObject({ questions: ['amount'], rows: [] });
    // Its rows of one day stand in the other order: the fee changes the balance as often as the amount does.
    const both =
      '2026-08-24,A,-5.00,95.00,7.00\n2026-08-24,B,-3.00,88.00,0.00\n2026-08-23,C,-1.00,91.00,0.00';
    expect(read(`Day,Text,One,Saldo,Two\n${both}`)).toMatchObject({ questions: ['amount'], rows: [] });
  });

  it('has whole amounts beside a balance with cents, or beside amounts that do not fill every row', () => {
    const rows = [
      '2026-11-03,Rent,-500,1234.56',
      '2026-11-04,JANE,1500,2734.56',
      '2026-11-05,Fee,-20,2714.56',
    ];
    const balanced = read(`Päivä,Selite,Määrä,Jäljellä\n${rows.join('\n')}`);
    expect(decisionOn('amount', balanced)).toMatchObject({ by: 'proof', reads: 'the amount is in "Määrä"' });
    const other = rows.map((row, at) => row.replace(/[\d.]+$/, `${at}0.25`));
    expect(read(`Päivä,Selite,Määrä,Jäljellä\n${other.join('\n')}`)).toMatchObject({ questions: ['amount'] });
    const pair = 'Päivä,Selite,Panot,Otot\n2026-11-03,JANE,33123.56,0\n2026-11-04,Fee,0,50';
    expect(choicesOn('amount', read(pair))).toContain(
      'money that came in is in "Panot", money that went out is in "Otot"',
    );
    // Numbers of cheques are none beside amounts under such a name, of 0 or not.
    const cheques = 'Day,Text,Cheque,Amount\n2026-11-03,JANE,12,5.10\n2026-11-04,Void,13,0.00';
    expect(read(cheques).questions).toEqual(['confirm']);
  });

  it('has amounts with a mark that is not known beside a balance without one', () => {
    const rows = '2026-11-03,Rent,B/ 500.10,734.56\n2026-11-04,JANE,B/ 1500.20,2234.76';
    expect(choicesOn('amount', read(`Day,Text,Tutar,Bakiye\n${rows}`))).toEqual([
      'the amount is in "Tutar"',
      'the amount is in "Bakiye"',
    ]);
    // The answer is taken: the rows say why they are not read.
    const answered = readAnswered(`Fecha,Texto,Importe,Saldo\n${rows}`);
    expect(answered).toMatchObject({ questions: [], rows: [] });
    expect(answered.unreadable.map(({ reason }) => reason)).toEqual(
      Array(2).fill('The amount cannot be read'),
    );
  });

  it('is a balance beside amounts with the minus behind their currency', () => {
    const rows = '2026-11-03,Rent,"1,500.10 CAD-",734.56 CAD\n2026-11-04,JANE,150.20 CAD,884.76 CAD';
    expect(readAnswered(`Day,Text,Moved,Ledger\n${rows}`).rows.map(({ cents }) => cents)).toEqual([
      -150_010, 15_020,
    ]);
  });

  it('has its day of booking in digits that cannot be read, beside the value date', () => {
    const text = 'Date,Value Date,Text,Amount\n260701,2026-07-02,JANE,5.00\n260702,2026-07-03,FEE,-1.00';
    expect(choicesOn('date', read(text))).toEqual(['the day is in "Date"', 'the day is in "Value Date"']);
  });

  it('goes out by an unknown word in the row that has no balance before it', () => {
    const rows = ['3,A,x,50.00,150.00', '4,B,y,20.00,170.00', '5,C,y,30.00,200.00'];
    const text = `Day,Text,How,Moved,Balance\n${rows.map((row) => `2026-11-0${row}`).join('\n')}`;
    expect(choicesOn('direction', read(text))).toContain('"How" says the direction');
  });

  it.each(['Transaction', 'Operación', 'ID', 'Account'])(
    'is a balance beside the amounts of "%s"',
    (name) => {
      const text = `Day,Text,${name},Balance\n2026-11-03,Rent,-500.10,734.56\n2026-11-04,JANE,150.20,884.76`;
      expect(decisionOn('amount', read(text))).toMatchObject({
        by: 'proof',
        reads: `the amount is in "${name}"`,
      });
    },
  );

  it.each([
    ['5 pesos', '50 pesos'],
    ['5.25-', 'n/a'],
  ])('is a balance beside amounts that cannot be read: "%s" and "%s"', (first, second) => {
    const text = `Day,Text,Amount,Balance\n2026-11-03,Rent,${first},734.56\n2026-11-04,JANE,${second},784.76`;
    expect(choicesOn('amount', read(text))).toEqual([
      'the amount is in "Amount"',
      'the amount is in "Balance"',
    ]);
  });

  it('is paid in the currency beside its amount, or in the one beside another amount', () => {
    const header = 'Day,Status,Name,Source amount,Source currency,Target amount,Target currency';
    const rows = '2026-11-03,SENT,A VENDOR,100.00,CAD,91.20,EUR\n2026-11-04,SENT,JANE,90.00,EUR,98.50,CAD';
    const open = read(`${header}\n${rows}`, { answers: { amount: 3 } });
    expect(choicesOn('currency', open)[0]).toBe('the currency is in "Source currency"');
  });

  it('may be an item or an authorisation: the column of directions says nothing of it', () => {
    const rows = ['-19.99,Debit', '19.99,', '19.99,Credit', '-8.00,Debit', '-4.00,Memo', '8.00,Credit'];
    const text = rows.map((row, at) => `2026-11-0${at + 1},JANE,${row}`).join('\n');
    const reading = readAnswered(`Date,Name,Net,Balance Impact\n${text}`);
    expect(reading.rows.map(({ row }) => row)).toEqual([2, 4, 5, 7]);
    expect(reading.unreadable.map(({ row }) => row)).toEqual([3, 6]);
  });

  it('is of a day of booking that only rows which are not booked have none of', () => {
    const row = (at: number, booked: string, status: string) =>
      `2026-11-0${at},${booked},JANE,${at}.00,${status}`;
    const rows = [row(1, '2026-11-03', 'Posted'), row(2, '2026-11-04', 'Posted'), row(3, '', 'Pending')];
    const text = `Card day,Entered day,Text,Amount,Status\n${rows.join('\n')}`;
    expect(choicesOn('date', read(text))).toHaveLength(2);
  });

  it('has no day of booking yet, as more than a few rows have none', () => {
    const rows = ['', '2026-11-04', '2026-11-05'].map(
      (booked, at) => `2026-11-0${at + 3},${booked},JANE,5.00`,
    );
    const text = `Card day,Booked on,Text,Amount\n${rows.join('\n')}`;
    expect(choicesOn('date', read(text))[0]).toBe('the day is in "Booked on"');
    expect(readAnswered(text).unreadable).toEqual([{ row: 2, reason: 'The date is missing' }]);
  });

  it('is not booked: a word stands for its day of booking', () => {
    const rows = ['Offen,2026-11-10', '2026-11-12,2026-11-11', '2026-11-09,2026-11-09'];
    const text = `Buchung,Valuta,Text,Betrag\n${rows.map((row) => `${row},JANE,-5.00`).join('\n')}`;
    expect(choicesOn('date', read(text))).toHaveLength(2);
    expect(readAnswered(text)).toMatchObject({
      rows: [{ row: 3, day: '2026-11-12' }, { row: 4 }],
      skipped: [{ row: 2, reason: 'pending' }],
    });
  });

  it('is a total: it has no day, and the sums of the rows', () => {
    const rows = 'Date,Description,Debit,Credit\n05 Nov 2026,A,5.10,\n06 Nov 2026,B,,7.25';
    const left = [{ row: 4, reason: 'balance' }];
    for (const total of [',Total,5.10,7.25', 'Yhteensä,,5.10,7.25'])
      expect(readAnswered(`${rows}\n${total}`)).toMatchObject({ skipped: left, unreadable: [] });
    for (const other of [',Total,5.00,7.25', 'Yhteensä,,5.10,', ',C,,7.25'])
      expect(readAnswered(`${rows}\n${other}`)).toMatchObject({ skipped: [], unreadable: [{ row: 4 }] });
  });

  it('came in or went out by a word of a language that no list has', () => {
    const rows = ['JANE,45.00,Π', 'Fee,4.00,Χ', 'JIM,35.50,Π'].map((row, at) => `2026-11-0${at + 1},${row}`);
    const reading = read(`Day,Text,Ποσό,Πρόσημο\n${rows.join('\n')}`);
    expect(choicesOn('direction', reading)).toContain('"Πρόσημο" says the direction');
    const spent = rows.map((row) => row.replace('Π', 'INCOME').replace('Χ', 'GIFTS'));
    const signed = spent.map((row) => row.replace('4.00', '-4.00'));
    expect(read(`Day,Text,Amount,Spending Category\n${signed.join('\n')}`).questions).toEqual(['confirm']);
  });

  it('came in or went out by a word that some rows have none of', () => {
    const rows = ['Fee,68.00,Saída', 'JANE,98.50,Entrada', 'JIM,98.50,Entrada', 'Sobra,20.00,'];
    const text = rows.map((row, at) => `2026-11-0${at + 1},${row}`).join('\n');
    const reading = read(`Data,Texto,Valor,Tipo Lançamento\n${text}`);
    expect(choicesOn('direction', reading)).toEqual([
      'an empty cell is money that came in',
      'an empty cell is money that went out',
    ]);
    const marked = text.replaceAll('Entrada', 'CR').replace('Saída', '');
    expect(choicesOn('direction', read(`Day,Text,Amount,Mark\n${marked}`))).toHaveLength(2);
  });

  it('went out by a word that no row has the other one of', () => {
    const text = 'Day,Text,Amount,Type\n2026-11-01,CAFE,4.50,expense\n2026-11-02,FUEL,45.00,expense';
    expect(read(text).rows.map(({ cents }) => cents)).toEqual([-450, -4500]);
  });

  it('is a balance, its name in letters set apart', () => {
    const rows = 'Data,Texto,Valor,Doc\n2026-11-01,JANE,98.50,1\n2026-11-02,S A L D O,198.50,';
    expect(readAnswered(rows).unreadable).toEqual([
      { row: 3, reason: 'This may be a balance or a total, no transaction' },
    ]);
  });

  it('was declined, beside what is "OK" under a name that is not known', () => {
    const rows = ['OK', 'OK', 'FAILED'].map((word, at) => `2026-11-0${at + 1},SHOP,-5.00,${word}`);
    expect(readAnswered(`Day,Text,Amount,Ergebnis\n${rows.join('\n')}`)).toMatchObject({
      rows: [{ row: 2 }, { row: 3 }],
      skipped: [{ row: 4, reason: 'pending' }],
    });
  });

  it('is not booked, beside a word for what is that no list has', () => {
    const rows = ['reportée', 'reportée', 'en attente'].map(
      (word, at) => `2026-11-0${at + 1},SHOP,-5.00,${word}`,
    );
    for (const name of ['État', 'Egyéb']) {
      const text = `Day,Text,Amount,${name}\n${rows.join('\n')}`;
      expect(decisionOn('status', read(text))).toMatchObject({ isOpen: true, word: 'REPORTÉE' });
      expect(readAnswered(text).skipped).toEqual([{ row: 4, reason: 'pending' }]);
    }
    const kinds = rows.join('\n').replace('en attente', 'Scheduled payment');
    expect(read(`Day,Text,Amount,Kind\n${kinds}`).questions).toEqual(['confirm']);
  });

  it.each([
    ['a return', 'Day,Text,Amount', ['MARKET,12.50', 'İADE,-2.50']],
    ['a word for what went out', 'Day,Text,Amount,收/支', ['A,28.50,支出', 'B,19.90,支出', 'C,-28.50,收入']],
    ['a holder of a card', 'Day,Text,Card Member,Amount', ['CAFE,J ROE,5.75', 'SHOP,J ROE,12.95']],
    ['a merchant', 'Day,Text,Merchant,Amount (CAD)', ['CAFE.EXAMPLE,Cafe,5.75', 'SHOP.EXAMPLE,Shop,12.95']],
  ])('is a purchase with %s beside it', (_, header, rows) => {
    const text = rows.map((row, at) => `2026-11-0${at + 1},${row}`).join('\n');
    expect(read(`${header}\n${text}`)).toMatchObject({ questions: ['direction'], rows: [] });
  });

  it('has its sign the other way round, where each word that is known contradicts it', () => {
    const text = 'Day,Text,Type,Amount\n2026-11-01,SHOP,Purchase,12.00\n2026-11-02,JANE,Credit,-2256.61';
    expect(choicesOn('direction', read(text))).toEqual([
      'an amount without a sign is money that went out, a minus is money that came in',
      'the sign of the amount counts',
      'the word "CREDIT" counts',
    ]);
    for (const one of [text, text.replace('Credit', 'income')]) {
      const { rows, asked, mapping, contents } = readAnswered(one, 'CAD', { confirmed: true });
      expect(asked).toEqual(['direction']);
      expect(rows.map(({ cents }) => cents)).toEqual([-1200, 225_661]);
      const next = read(one, { remembered: () => ({ mapping: mapping!, seen: contents }) });
      expect(next).toMatchObject({ questions: [], rows });
    }
  });

  it.each([
    [
      'amount',
      'Source fee,Target fee,Amount',
      ['0.45,,120.00', ',5.00,2500.00'],
      'the amount is in "Amount"',
    ],
    ['currency', 'Amount,Original currency', ['4.25,EUR', '9.00,'], 'the amounts are in CAD'],
    [
      'account',
      'Amount,IBAN',
      ['1.00,DE1111', '2.00,DE2222', '3.00,DE3333'],
      'all rows belong to this bank account',
    ],
  ] as const)('may be of another %s: the likely one is offered first', (on, header, rows, first) => {
    const text = rows.map((row, at) => `2026-11-0${at + 1},JANE,${row}`).join('\n');
    expect(choicesOn(on, read(`Date,Text,${header}\n${text}`))[0]).toBe(first);
  });

  it('has its amount in a column with both signs before one without, of unknown names', () => {
    const rows = '2026-11-01,SHOP,20.40,-12.50\n2026-11-02,JANE,25.86,2256.61';
    expect(choicesOn('amount', read(`Day,Text,Koodi,Määrä\n${rows}`))[0]).toBe('the amount is in "Määrä"');
  });

  it('is a text of references: none of them is an account', () => {
    const rows = ['C-4829130', 'C-4829131', 'C-4829130'].map(
      (text, day) => `2026-11-0${day + 1},${text},5.00`,
    );
    expect(read(`Date,Description,Amount\n${rows.join('\n')}`).questions).toEqual(['confirm']);
  });

  it('a sign and a word contradict in: the likelier one is offered first', () => {
    const rows = ['DEBIT,2026-11-01,A,-5.00', 'DEBIT,2026-11-02,B,-6.00', 'CREDIT,2026-11-03,C,-7.00'];
    const few = openChoices('direction', read(rows.join('\n')));
    expect(few.map(({ reads }) => reads)).toEqual([
      'the sign of the amount counts',
      'the word "CREDIT" counts',
    ]);
    const turned = [
      ['CREDIT', '-5.00'],
      ['CREDIT', '-6.00'],
      ['DEBIT', '7.00'],
    ];
    const most = openChoices(
      'direction',
      read(turned.map(([word, amount]) => `${word},2026-11-01,A,${amount}`).join('\n')),
    );
    expect(most[0]?.reads).toBe('the word "CREDIT" counts');
  });
});

it('a line of a label and its value is no heading, though the value is a currency', () => {
  const text =
    'From:;2026-11-01;\nValued in:;CAD;\n\nBooking date;Currency;Amount;Text\n2026-11-05;CAD;5.00;JANE';
  expect(read(text)).toMatchObject({ questions: ['confirm'], mapping: { headerRow: 4 } });
});

describe('the days of numbers', () => {
  const of = (...days: string[]) =>
    read(`Date,Text,Amount\n${days.map((day) => `${day},A,5.00`).join('\n')}`);

  it('are in the order that the calendar has all of them in', () => {
    expect(decisionOn('dateOrder', of('20.02.26', '03.02.26'))).toMatchObject({ by: 'proof' });
    expect(choicesOn('dateOrder', of('20.02.18'))).toEqual([
      'dates are day, month, year',
      'dates are year, month, day',
    ]);
  });

  it('are asked with the order first by which they lie closer to each other', () => {
    expect(choicesOn('dateOrder', of('01/04/2026', '02/04/2026'))[0]).toBe('dates are day, month, year');
    expect(choicesOn('dateOrder', of('04/01/2026', '04/02/2026'))[0]).toBe('dates are month, day, year');
  });
});

describe('a row', () => {
  it('has the name for its payer, where the likelier column has numbers', () => {
    const text =
      'Date,Counterparty,Name,Amount\n2026-11-13,BE00111122223333,ADA JONES,2256.61\n2026-11-14,BE00111122224444,SOME SHOP,-5.30';
    expect(readAnswered(text).rows.map(({ payer }) => payer)).toEqual(['ADA JONES', 'SOME SHOP']);
  });

  it('has its category for its text, where it has no other', () => {
    const rows = ['one', 'two', '', 'four', 'five', 'six', 'seven'].map(
      (note, at) => `2026-11-1${at},Clothes,${note},${at + 1}.00`,
    );
    const texts = readAnswered(`Date,Category,Note,Amount\n${rows.join('\n')}`).rows.map(({ text }) => text);
    expect(texts.slice(0, 3)).toEqual(['one', 'two', 'Clothes']);
  });

  it('has no payer from the names of its categories', () => {
    const text =
      'Date;Libelle;Categorie;Sous categorie;Debit;Credit\n08/08/2026;CARTE SWILE;Courses;Restaurant;-0,05;\n25/08/2026;VIR SEPA PAIE;Virement recu;Salaires;;+18,00';
    expect(readAnswered(text).rows.map(({ text, payer }) => [text, payer])).toEqual([
      ['CARTE SWILE', undefined],
      ['VIR SEPA PAIE', undefined],
    ]);
  });

  it('of OFX that is commented out is none', () => {
    const text =
      '<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>20261105<!-- <TRNAMT>7.00 --><TRNAMT>5.00<NAME>JANE</STMTTRN></OFX>';
    expect(read(text).rows).toMatchObject([{ cents: 500 }]);
  });
});

describe('amounts of no currency', () => {
  const files = [
    [
      'MT940',
      ':20:1\n:25:123\n:60F:C261101XXX0,00\n:61:2611211121C5,00NTRFNONREF\n:86:JANE\n:62F:C261130XXX5,00\n-',
    ],
    ['OFX', '<OFX><CURDEF>XXX<STMTTRN><DTPOSTED>20261121<TRNAMT>5.00<NAME>JANE</STMTTRN></OFX>'],
    [
      'OFX without CURDEF',
      '<OFX><!--CURDEF>EUR--><STMTTRN><DTPOSTED>20261121<TRNAMT>5.00<NAME>JANE</STMTTRN></OFX>',
    ],
    [
      'CAMT.053',
      '<?xml version="1.0"?><Document xmlns="camt.053"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="XXX">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><AddtlNtryInf>JANE</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>',
    ],
    [
      'CAMT.053 without Ccy',
      '<?xml version="1.0"?><Document xmlns="camt.053"><BkToCstmrStmt><Stmt><Ntry><Amt>5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><AddtlNtryInf>JANE</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>',
    ],
  ] as const;

  it.each(files)('in %s are asked about once', (_, text) => {
    const open = read(text);
    expect(open).toMatchObject({ questions: ['currency'], rows: [] });
    expect(openChoices('currency', open)).toMatchObject([{ example: { text: 'JANE', amount: 5 } }]);
    const said = readAnswered(text);
    expect(said).toMatchObject({ asked: ['currency'], questions: [], rows: [{ cents: 500 }] });
    const remembered = () => ({ mapping: said.mapping!, seen: said.contents });
    expect(read(text, { remembered })).toMatchObject({ questions: [], rows: [{ cents: 500 }] });
  });
});

describe('the account that a person chose', () => {
  const qif = (...types: string[]) =>
    types.map((type, at) => `!Type:${type}\nD11/2${at}/2026\nT${at + 1}.00\nPROW ${at}\n^`).join('\n');
  const csv = (...numbers: string[]) =>
    `Account Number,Date,Description,Amount\n${numbers.map((number, at) => `${number},2026-11-2${at},ROW ${at},${at + 1}.00`).join('\n')}`;

  it.each([
    ['QIF', qif('Bank', 'CCard'), qif('Bank', 'CCard'), qif('Bank', 'CCard', 'Cash'), qif('CCard')],
    [
      'CSV',
      csv('111222', '333444'),
      csv('333444', '111222'),
      csv('111222', '333444', '555666'),
      csv('333444', '333444'),
    ],
  ])('in %s is remembered with the layout, until the file has others', (_, first, second, more, other) => {
    const said = readAnswered(first, 'CAD', { confirmed: true });
    expect(said.asked[0]).toBe('account');
    expect(said.rows.map(({ cents }) => cents)).toEqual([100]);
    const remembered = () => ({ mapping: said.mapping!, seen: said.contents });
    const next = read(second, { remembered });
    expect(next.questions).toEqual([]);
    expect(decisionOn('account', next)).toMatchObject({ by: 'remembered' });
    expect(next.rows.map(({ account }) => account)).toEqual(said.rows.map(({ account }) => account));
    expect(read(more, { remembered })).toMatchObject({ questions: ['account'], rows: [] });
    expect(read(other, { remembered })).toMatchObject({ questions: ['account'], rows: [] });
  });

  it('gives way to the last digits of the account', () => {
    const text = csv('111222', '333444');
    const said = readAnswered(text);
    const remembered = () => ({ mapping: said.mapping!, seen: said.contents });
    expect(read(text, { remembered, lastDigits: '3444' }).rows).toMatchObject([{ cents: 200 }]);
  });
});
