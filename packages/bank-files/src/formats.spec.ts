import { choicesOn, openChoices, readAnswered } from './testing.js';
import type { CsvMapping, DateOrder } from './common/contract.js';
import { decimalOf, parseCents } from './common/amounts.js';
import { dateOrderOf, parseDay } from './common/days.js';
import { extractPayer } from './common/payer.js';
import { readStatement } from './read-statement.js';

const read = (text: string | Buffer, currency: string = 'CAD', mapping?: CsvMapping) =>
  readStatement(typeof text === 'string' ? Buffer.from(text) : text, currency, { mapping });

/** Formats rows as "day cents payer | text #id", one line each. */
const rowsOf = (reading: ReturnType<typeof read>) =>
  reading.rows.map(
    ({ row, day, cents, payer, text, bankId }) =>
      `${row}: ${day} ${cents} ${payer ?? '-'} | ${text}${bankId ? ` #${bankId}` : ''}`,
  );

describe('a CSV file', () => {
  it.each<[string, string, string, string[], object?]>([
    [
      'of RBC, with a column a currency',
      'CAD',
      `"Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"
Chequing,01234-5678901,11/21/2026,,"E-TRANSFER - AUTODEPOSIT","JANE SMITH",2256.61,,
Chequing,01234-5678901,11/9/2026,,"MONTHLY FEE",,-16.95,,
Savings,09876-1234567,11/10/2026,,"WIRE IN","BOB",,100.00,`,
      [
        '2: 2026-11-21 225661 JANE SMITH | E-TRANSFER - AUTODEPOSIT JANE SMITH',
        '3: 2026-11-09 -1695 - | MONTHLY FEE',
      ],
      { skipped: [{ row: 4, reason: 'currency' }] },
    ],
    [
      'of TD, without a header and with money that went out first',
      'CAD',
      `11/21/2026,E-TRANSFER ***ab3 SMITH J,,2256.61,10000.00
11/20/2026,SERVICE CHARGE,5.00,,7743.39
`,
      ['1: 2026-11-21 225661 SMITH J | E-TRANSFER ***ab3 SMITH J', '2: 2026-11-20 -500 - | SERVICE CHARGE'],
    ],
    [
      'of BMO, with preamble lines and compact dates',
      'CAD',
      `Following data is valid as of 20261121120000 (Year/Month/Day/Hour/Minute/Second)


First Bank Card,Transaction Type,Date Posted, Transaction Amount,Description
'5191230000000000',CREDIT,20261121,2256.61,[CW]INTERAC ETRNSFR AD RECVD JANE SMITH 20261121000123
'5191230000000000',DEBIT,20261120,-45.00,[SC]WIRE FEE
`,
      [
        '5: 2026-11-21 225661 JANE SMITH | [CW]INTERAC ETRNSFR AD RECVD JANE SMITH 20261121000123',
        '6: 2026-11-20 -4500 - | [SC]WIRE FEE',
      ],
    ],
    [
      'of Scotiabank, with a sub-description',
      'CAD',
      `"Filter","Date","Description","Sub-description","Type of Transaction","Amount","Balance"
"","2026-11-21","Deposit","Interac E-Transfer Jane Smith","Credit","2256.61","9000.00"
"","2026-11-20","Service Charge","","Debit","-4.00","6743.39"`,
      [
        '2: 2026-11-21 225661 Jane Smith | Deposit Interac E-Transfer Jane Smith',
        '3: 2026-11-20 -400 - | Service Charge',
      ],
    ],
    [
      'of Chase',
      'USD',
      `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/21/2026,"Zelle payment from JANE SMITH 12345678901",1997.00,QUICKPAY_CREDIT,5000.00,,
DEBIT,11/20/2026,"DOMESTIC WIRE FEE",-25.00,FEE_TRANSACTION,3003.00,,`,
      [
        '2: 2026-11-21 199700 JANE SMITH | Zelle payment from JANE SMITH 12345678901',
        '3: 2026-11-20 -2500 - | DOMESTIC WIRE FEE',
      ],
    ],
    [
      'of Bank of America, with a summary before the header',
      'USD',
      `Description,,Summary Amt.
Beginning balance as of 11/01/2026,,"1,300.00"
Total credits,,"1,982.00"
Total debits,,"-25.00"
Ending balance as of 11/30/2026,,"3,257.00"

Date,Description,Amount,Running Bal.
11/01/2026,"Beginning balance as of 11/01/2026",,"1,300.00"
11/21/2026,"WIRE TYPE:WIRE IN DATE: 261121 TRN:2026112100 ORIG:JANE SMITH ID:0001 PMT DET:CRTS-OTN-9F3A2C-482913","1,982.00","3,282.00"
11/22/2026,"WIRE FEE","-25.00","3,257.00"`,
      [
        '9: 2026-11-21 198200 JANE SMITH | WIRE TYPE:WIRE IN DATE: 261121 TRN:2026112100 ORIG:JANE SMITH ID:0001 PMT DET:CRTS-OTN-9F3A2C-482913',
        '10: 2026-11-22 -2500 - | WIRE FEE',
      ],
      { skipped: [{ row: 8, reason: 'balance' }] },
    ],
    [
      'of Wise, with rows of several currencies',
      'USD',
      `"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Payer Name"
TRANSFER-1,21-11-2026,1997.00,USD,"Received money from Jane Smith with reference CRTS-OTN-9F3A2C-482913","CRTS-OTN-9F3A2C-482913",1997.00,"Jane Smith"
TRANSFER-2,20-11-2026,50.00,EUR,"Received money from Bob",,50.00,Bob
BALANCE-3,20-11-2026,-4.10,USD,"Wise Charges",,0.00,`,
      [
        '2: 2026-11-21 199700 Jane Smith | Received money from Jane Smith with reference CRTS-OTN-9F3A2C-482913 CRTS-OTN-9F3A2C-482913 #TRANSFER-1',
        '4: 2026-11-20 -410 - | Wise Charges #BALANCE-3',
      ],
      { skipped: [{ row: 3, reason: 'currency' }] },
    ],
    [
      'with semicolons, decimal commas and thousands points',
      'THB',
      `Buchungstag;Auftraggeber;Verwendungszweck;Betrag
21.11.2026;JANE SMITH;CRTS-OTN-9F3A2C-482913;1.997,00
20.11.2026;BANK;Entgelt;-5,90`,
      ['2: 2026-11-21 199700 JANE SMITH | CRTS-OTN-9F3A2C-482913', '3: 2026-11-20 -590 BANK | Entgelt'],
    ],
    [
      'with tabs, a direction, brackets, a pending row, a repeated header and an empty amount of nothing',
      'CAD',
      `Date\tDetails\tDescription\tAmount\tStatus
2026-11-21\tCredit\tJANE SMITH\t$2,256.61\tPosted
Date\tDetails\tDescription\tAmount\tStatus
2026-11-20\tDebit\tFEE\t$5.00\tPosted
2026-11-22\tCredit\tBOB\t$10.00\tPending
2026-11-22\tCredit\tNIL\t$0.00\tPosted`,
      ['2: 2026-11-21 225661 - | JANE SMITH', '4: 2026-11-20 -500 - | FEE'],
      {
        skipped: [
          { row: 5, reason: 'pending' },
          { row: 6, reason: 'zero' },
        ],
      },
    ],
    [
      'with a trailing minus and brackets for what went out',
      'CAD',
      `Date,Description,Amount\n2026-11-21,FEE,5.00-\n2026-11-21,FEE,(6.00)\n2026-11-21,FEE,−7.00`,
      ['2: 2026-11-21 -500 - | FEE', '3: 2026-11-21 -600 - | FEE', '4: 2026-11-21 -700 - | FEE'],
    ],
    [
      'with ragged rows and a text over two lines',
      'CAD',
      `Date,Description,Amount\n2026-11-21,"CRTS-OTN-9F3A2C-\n482913",5.00,more,and more\n2026-11-22,SHORT\n\n2026-11-23,OK,6.00`,
      ['2: 2026-11-21 500 - | CRTS-OTN-9F3A2C- 482913', '6: 2026-11-23 600 - | OK'],
      { unreadable: [{ row: 4, reason: 'The amount is missing' }] },
    ],
    [
      'of National Bank, with semicolons, commas in texts, and units in the names of its columns',
      'CAD',
      `Date;Description;Retrait ($);Dépôt ($);Solde ($)
2026-11-21;VIREMENT DE JANE, JEAN, LUC;-;2\u202F256,61;9\u00A0000,00
2026-11-20;FRAIS, MENSUELS;15,95;;6 743,39`,
      [
        '2: 2026-11-21 225661 JANE, JEAN, LUC | VIREMENT DE JANE, JEAN, LUC',
        '3: 2026-11-20 -1595 - | FRAIS, MENSUELS',
      ],
    ],
    [
      'of Kasikorn, with Thai names and Buddhist years',
      'THB',
      `รายการเดินบัญชี
เลขที่บัญชี,123-4-56789-0
วันที่,เวลา,รายการ,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ
21/11/2569,09:12,JANE SMITH,,"69,900.00","80,000.00"
20/11/2569,10:00,FEE,500.00,,"10,100.00"`,
      ['4: 2026-11-21 6990000 - | JANE SMITH', '5: 2026-11-20 -50000 - | FEE'],
    ],
    [
      'of Revolut, with rows that are not booked',
      'CAD',
      `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
TOPUP,Current,2026-11-20 23:00:00,2026-11-21 09:01:00,JANE,2256.61,0.00,CAD,COMPLETED,2256.61
CARD_PAYMENT,Current,2026-11-19 09:00:00,,HOTEL,-99.00,0.00,CAD,PENDING,
CARD_PAYMENT,Current,2026-11-18 09:00:00,2026-11-18 09:00:00,HOTEL,-98.00,0.00,CAD,REVERTED,
TOPUP,Current,2026-11-17 09:00:00,2026-11-17 09:01:00,EVE,500.00,0.00,EUR,COMPLETED,500.00`,
      ['2: 2026-11-21 225661 - | JANE'],
      {
        skipped: [
          { row: 3, reason: 'pending' },
          { row: 4, reason: 'pending' },
          { row: 5, reason: 'currency' },
        ],
      },
    ],
    [
      'of Stripe, of which the column of the day has an unknown name',
      'CAD',
      `id,Amount,Created (UTC),Currency,Payout Day,Status,Description
po_1,1234.56,2026-11-19 10:00,cad,2026-11-21,paid,PAYOUT
po_2,99.00,2026-11-19 10:00,usd,2026-11-21,paid,PAYOUT
po_3,66.00,2026-11-19 10:00,cad,2026-11-21,failed,PAYOUT`,
      ['2: 2026-11-19 123456 - | PAYOUT #po_1'],
      {
        skipped: [
          { row: 3, reason: 'currency' },
          { row: 4, reason: 'pending' },
        ],
      },
    ],
    [
      'of PayPal, whose net amount arrives',
      'CAD',
      `Date,Name,Status,Currency,Gross,Amount,Fee,Net,Transaction ID
11/21/2026,Jane,Completed,CAD,"2,256.61","2,256.61",-65.74,"2,190.87",1AB
11/20/2026,Eve,Denied,CAD,50.00,50.00,0.00,50.00,2AB`,
      ['2: 2026-11-21 219087 Jane |  #1AB'],
      { skipped: [{ row: 3, reason: 'pending' }] },
    ],
    [
      'without a header and with the balance before the amount',
      'CAD',
      `2026-11-21,JANE SMITH,3000.00,2256.61\n2026-11-20,SERVICE,743.39,-5.00`,
      ['1: 2026-11-21 225661 - | JANE SMITH', '2: 2026-11-20 -500 - | SERVICE'],
    ],
    [
      'with amounts marked as of another currency',
      'CAD',
      `Date,Description,Amount\n2026-11-21,A,"CA$2,256.61"\n2026-11-21,B,"US$1,997.00"\n2026-11-21,C,€50.00\n2026-11-21,D,50.00 USD`,
      ['2: 2026-11-21 225661 - | A'],
      { skipped: [3, 4, 5].map((row) => ({ row, reason: 'currency' })) },
    ],
    [
      'with a repeated header in capitals, texts of Excel, and days of the week',
      'CAD',
      `Date,Description,Amount\n"Sat, Nov 21, 2026",="A",="1.00"\nDATE,DESCRIPTION,AMOUNT\nvendredi 20 novembre 2026,B,2.00`,
      ['2: 2026-11-21 100 - | A', '4: 2026-11-20 200 - | B'],
    ],
  ])('%s is read', (_, currency, text, rows, further = {}) => {
    const reading = readAnswered(text, currency);
    expect(rowsOf(reading)).toEqual(rows);
    expect({ skipped: reading.skipped, unreadable: reading.unreadable }).toEqual({
      skipped: [],
      unreadable: [],
      ...further,
    });
  });

  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from('Date,Description,Amount\n2026-11-21,ZOË É,5.00')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFDate,Description,Amount\n2026-11-21,ZOË É,5.00')],
    ['UTF-16 LE', Buffer.from('\uFEFFDate,Description,Amount\n2026-11-21,ZOË É,5.00', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\uFEFFDate,Description,Amount\n2026-11-21,ZOË É,5.00', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Date,Description,Amount\n2026-11-21,ZOË É,5.00', 'latin1')],
  ])('in %s is read', (_, bytes) => {
    expect(rowsOf(read(bytes))).toEqual(['2: 2026-11-21 500 - | ZOË É']);
  });

  it('with each row in one quoted cell, as a spreadsheet saved it again, is unwrapped', () => {
    const rows = ['"2026-11-21;""JANE; SMITH"";5.00"', '"2026-11-22;FEE;""-6.00"""'];
    for (const header of ['Date;Description;Amount', '"Date;Description;Amount"'])
      expect(rowsOf(read([header, ...rows].join('\n')))).toEqual([
        '2: 2026-11-21 500 - | JANE; SMITH',
        '3: 2026-11-22 -600 - | FEE',
      ]);
  });

  it('with apostrophes before its numbers, as a spreadsheet has them, is read', () => {
    const { rows } = read("Date,Text,Amount,Card\n'2026-11-05,JANE'S,'5.00,'4500123'");
    expect(rows).toMatchObject([{ day: '2026-11-05', cents: 500, text: "JANE'S" }]);
  });

  it('with nothing but categories has them as its text', () => {
    const reading = read(
      'date,account,category,amount,description\n2026-11-21,Cash,Food,-5.00,\n2026-11-22,Cash,Food,-6.00,\n2026-11-23,Cash,Food,-7.00,',
    );
    expect(reading.rows.map(({ text }) => text)).toEqual(['Food', 'Food', 'Food']);
  });

  it('with a single credit that has a minus in its own column is read, and asked about again later', () => {
    const header = 'Date,Description,Debit,Credit\n';
    const first = readAnswered(`${header}2026-11-21,SHOP,14.00,\n2026-11-22,PAYMENT,,-42.50`);
    expect(rowsOf(first)).toEqual(['2: 2026-11-21 -1400 - | SHOP', '3: 2026-11-22 4250 - | PAYMENT']);
    const plain = readAnswered(`${header}2026-11-21,SHOP,14.00,\n2026-11-22,PAYMENT,,42.50`);
    const later = readStatement(
      Buffer.from(`${header}2026-11-21,SHOP,14.00,\n2026-11-22,BACK,,-5.00`),
      'CAD',
      {
        remembered: () => ({ mapping: plain.mapping!, ...(plain.contents && { seen: plain.contents }) }),
      },
    );
    expect(later.questions).toEqual(['confirm']);
  });

  it('with a row of nothing is not blocked by what else is in it', () => {
    expect(read('Date,Description,Amount,Fee\nsoon,A,0.00,\n2026-11-22,B,5.00,')).toMatchObject({
      rows: [{ row: 3 }],
      unreadable: [],
      skipped: [{ row: 2, reason: 'zero' }],
    });
  });

  it('has the day first with years of the Buddhist calendar', () => {
    const reading = read('Date,Description,Amount\n05/10/2569,A,1.00', 'THB');
    expect(reading.rows).toMatchObject([{ day: '2026-10-05' }]);
  });

  it.each([
    ['2026 November 21'],
    ['2026-Nov-21'],
    ['2026年11月21日'],
    ['2026.11.21., szombat'],
    ['21 พ.ย. 2569'],
    ['21 พฤศจิกายน 2569'],
    ['21 พ.ค. 69', '2026-05-21'],
    ['21 mrt. 2026', '2026-03-21'],
    ['21-ago-2026', '2026-08-21'],
    ['21 Mrz 2026', '2026-03-21'],
    ['21 juill. 2026', '2026-07-21'],
    ['21 juin 2026', '2026-06-21'],
    ['21/out/2026', '2026-10-21'],
    ['21 Maret 2026', '2026-03-21'],
  ])('reads the date "%s"', (date, day = '2026-11-21') => {
    expect(read(`Date;Description;Amount\n${date};A;1.00`).rows).toMatchObject([{ day }]);
  });

  it('asks for the order of day and month, and for the decimal mark, where no row tells', () => {
    const text = 'Date;Description;Amount\n05/06/2026;A;1,234\n07/08/2026;B;2,500';
    const open = read(text);
    expect(open.questions).toEqual(['dateOrder', 'decimal']);
    expect(open.rows).toEqual([]);
    const told = read(text, 'CAD', { ...open.mapping, dateOrder: 'DMY', decimal: '.' } as CsvMapping);
    expect(told.questions).toEqual(['confirm']);
    expect(rowsOf(told)).toEqual(['2: 2026-06-05 123400 - | A', '3: 2026-08-07 250000 - | B']);
  });

  it('reads dates that are the same either way, and asks for no order', () => {
    const reading = read('Date,Description,Amount\n11/11/2026,A,1.00\n05/05/2026,B,2.00');
    expect(reading.questions).toEqual(['confirm']);
    expect(rowsOf(reading)).toEqual(['2: 2026-11-11 100 - | A', '3: 2026-05-05 200 - | B']);
  });

  it('uses the mapping that its layout is remembered by, but believes its own dates', () => {
    const first = read('Date,Description,Amount\n05/06/2026,A,1.00');
    const remembered = { ...first.mapping, dateOrder: 'DMY' } as CsvMapping;
    const again = (text: string) =>
      readStatement(Buffer.from(text), 'CAD', {
        remembered: (fingerprint) =>
          fingerprint === first.fingerprint ? { mapping: remembered } : undefined,
      });
    expect(again('Date,Description,Amount\n07/08/2026,B,1.00').rows[0]?.day).toBe('2026-08-07');
    expect(again('Date,Description,Amount\n07/28/2026,B,1.00').rows[0]?.day).toBe('2026-07-28');
  });

  it('asks for the order of day and month where the remembered one reads none of its dates', () => {
    const first = read('Date,Description,Amount\n2026-06-05,A,1.00');
    const again = readStatement(Buffer.from('Date,Description,Amount\n03/04/2026,B,1.00'), 'CAD', {
      remembered: () => ({ mapping: first.mapping as CsvMapping }),
    });
    expect(again).toMatchObject({ questions: ['dateOrder'], unreadable: [] });
  });

  it.each<[string, string, [word: string, cents: number | null][]]>([
    [
      '"Dr / Cr"',
      'Dr / Cr',
      [
        ['Cr.', 500],
        ['Dr.', -500],
      ],
    ],
    [
      '"Direction"',
      'Direction',
      [
        ['IN', 500],
        ['OUT', -500],
      ],
    ],
    [
      '"Type"',
      'Type',
      [
        ['Deposit', 500],
        ['Withdrawal', -500],
      ],
    ],
    [
      'a name that says nothing',
      'Transaction',
      [
        ['CREDIT', 500],
        ['DEBIT', -500],
      ],
    ],
    [
      'signs',
      '+/-',
      [
        ['+', 500],
        ['-', -500],
      ],
    ],
    ['letters, where nothing came in', 'D/C', [['D', -500]]],
  ])('reads amounts without a sign by a direction column of %s', (_, name, words) => {
    const lines = words.map(([word]) => `2026-11-21,X,5.00,${word}`);
    const { rows, unreadable } = read([`Date,Description,Amount,${name}`, ...lines].join('\n'));
    expect(words.map((__, index) => rows.find(({ row }) => row === index + 2)?.cents ?? null)).toEqual(
      words.map(([, cents]) => cents),
    );
    expect(rows.length + unreadable.length).toBe(words.length);
  });

  it('reads the direction that a remembered layout did not need yet', () => {
    const header = 'Date,Description,Amount,Type\n';
    const first = read(`${header}2026-11-20,A,1.00,Interest`);
    expect(first.mapping?.direction).toBeUndefined();
    const again = readStatement(Buffer.from(`${header}2026-11-21,B,2.00,Debit`), 'CAD', {
      remembered: () => ({ mapping: first.mapping as CsvMapping }),
    });
    expect(again.rows).toMatchObject([{ cents: -200 }]);
  });

  it.each<[string, string, string]>([
    ['a currency that is no code', 'Currency', '2026-11-21,JANE,5.00,Dollars of another country'],
    ['a fee besides what arrived', 'Fee', '2026-11-21,JANE,5.00,0.50'],
    ['what may be a balance', 'Note', '2026-11-01,Balance,5.00,'],
    ['what may be a total', 'Note', '2026-11-30,TOTAL 4521,5.00,'],
    ['digits beyond the header, where a comma was not quoted', 'Note', '2026-11-21,JANE,2,256.61,x,9'],
  ])('does not read a row with %s', (_, column, row) => {
    const { rows, unreadable } = readAnswered(`Date,Description,Amount,${column}\n${row}`);
    expect(rows).toEqual([]);
    expect(unreadable).toMatchObject([{ row: 2 }]);
  });

  it.each<[string, string]>([
    ['a negative amount among positive outgoing ones', 'Date,Out,In\n2026-11-21,5.00,\n2026-11-20,-6.00,'],
    ['two numbers as an amount', 'Date,Amount\n2026-11-21,5.00\n2026-11-20,12 34'],
    [
      'outgoing money in the column of what the recipient gets',
      'Date,Direction,Target amount (after fees)\n2026-11-21,IN,5.00\n2026-11-20,OUT,6.00',
    ],
  ])('does not read a row with %s', (_, text) => {
    const { rows, unreadable } = readAnswered(text);
    expect([...rows, ...unreadable].map(({ row }) => row)).toEqual([2, 3]);
    expect(unreadable).toMatchObject([{ row: 3 }]);
  });

  it.each<[string, string]>([
    ['amounts without signs', 'Date,Text,Amount,Balance\n2026-11-20,A,5.00,95.00\n2026-11-21,B,7.00,88.00'],
    ['two columns of one name', 'Date,Text,Amount,Amount\n2026-11-20,A,5.00,95.00'],
  ])('asks for the column of the amount where the file has %s', (_, text) => {
    const { questions, rows, mapping } = read(text);
    expect({ questions, rows }).toEqual({ questions: ['amount'], rows: [] });
    expect(mapping?.decimal).toBeUndefined();
  });

  it('takes texts that name one direction only for texts', () => {
    const { mapping, rows } = read('Date,Description,Amount\n2026-11-20,DEPOSIT,5.00');
    expect(mapping).not.toHaveProperty('direction');
    expect(rows).toMatchObject([{ cents: 500, text: 'DEPOSIT' }]);
  });

  it('asks which of two columns is the amount’s whose names are not known, with the first filled in', () => {
    const { questions, rows, mapping } = read('Date,Text,Paid amount,Card amount\n2026-11-20,A,5.00,95.00');
    expect({ questions, rows }).toEqual({ questions: ['amount'], rows: [] });
    expect(mapping).not.toHaveProperty('amount');
    expect(choicesOn('amount', read('Date,Text,Paid amount,Card amount\n2026-11-20,A,5.00,95.00'))).toEqual([
      'the amount is in "Paid amount"',
      'the amount is in "Card amount"',
    ]);
  });

  it('reads equal amounts, newest and oldest first, beside their balances', () => {
    const rows = ['2026-11-19,A,5.00,5.00', '2026-11-20,B,5.00,15.00', '2026-11-21,C,5.00,20.00'];
    for (const lines of [rows, rows.toReversed()])
      expect(read(['Date,Text,Amount,Balance', ...lines].join('\n'))).toMatchObject({
        questions: ['confirm'],
        rows: [{ cents: 500 }, { cents: 500 }, { cents: 500 }],
      });
  });

  it('asks for the order of dates that may begin with a year of two digits', () => {
    const year = new Date().getFullYear() - 2000;
    const text = `Date,Description,Amount\n${year}-11-21,A,1.00\n${year}-11-20,B,2.00`;
    const open = read(text);
    expect(open).toMatchObject({ questions: ['dateOrder'], rows: [] });
    const told = read(text, 'CAD', { ...open.mapping, dateOrder: 'YMD' } as CsvMapping);
    expect(told.rows.map(({ day }) => day)).toEqual([`20${year}-11-21`, `20${year}-11-20`]);
    expect(read(text.replace(/(\d+)-(\d+)-(\d+)/g, '$3/$2/$1')).rows).toEqual(
      told.rows.map((row) => expect.objectContaining({ day: row.day })),
    );
  });

  it.each<[string, string, string]>([
    [
      'with a second list of other columns',
      'Date,Text,Amount,Balance\n2026-11-21,A,1.00,9.00\nDate,Text,Balance,Amount\n2026-11-20,B,9.00,2.00',
      'Line 3 begins a list with other columns than line 1: import one list per file',
    ],
    [
      'whose open quotation mark contains rows',
      'Date,Text,Amount\n2026-11-21,"A,1.00\n2026-11-22,"B",2.00\n2026-11-23,C,3.00',
      'A quotation mark on line 2 contains further rows',
    ],
    [
      'whose amounts are of another currency by their name',
      'Date,Text,Amount (US$),Ending\n2026-11-20,A,5.00,105.00\n2026-11-21,B,-1.00,104.00',
      'The file is in USD, the account in CAD',
    ],
    [
      'that names another currency above its header',
      'Account,1234\nCurrency:,USD\nDate,Text,Amount\n2026-11-21,A,1.00',
      'The file is in USD, the account in CAD',
    ],
  ])('%s is refused', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it.each<[string, string | Buffer, string]>([
    ['a PDF', '%PDF-1.7 x', 'This is a PDF.'],
    ['a workbook', Buffer.from('PK\u0003\u0004'), 'This is an Excel workbook'],
    ['a picture in PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'This is a picture.'],
    ['a picture in JPEG', Buffer.from('ffd8ffe000104a46', 'hex'), 'This is a picture.'],
    [
      'a web page',
      '<!DOCTYPE html>\n<html><table><tr><td>1.00</td></tr></table></html>',
      'This is a web page.',
    ],
    ['a web page without its type', '\n<HTML lang="en"><body>1.00</body></HTML>', 'This is a web page.'],
    [
      'JSON',
      '[{"date": "2026-11-21", "amount": 1.00},\n {"date": "2026-11-22", "amount": 2.00}]',
      'This is JSON.',
    ],
  ])('%s is refused by the name of its format', (_, file, message) => {
    expect(() => read(file)).toThrow(message);
  });

  it('takes a list whose first cell begins as JSON does', () => {
    const text = '[Date],Text,Amount\n2026-11-21,[CW] A,1.00\n2026-11-22,B,-2.00';
    expect(read(text).format).toBe('csv');
  });

  it('lists rows that cannot be read, and takes no amount as zero', () => {
    const { rows, unreadable } = read(
      'Date,Description,Debit,Credit\n2026-11-21,A,,\n2026-13-41,B,1.00,\n2026-11-21,C,x,\n2026-11-21,D,1.00,1.00\n2026-11-21,E,,1.005',
      'CAD',
      { delimiter: ',', headerRow: 1, date: 0, text: [1], out: 2, in: 3, dateOrder: 'YMD', decimal: '.' },
    );
    expect(rows).toEqual([]);
    expect(unreadable).toEqual([
      { row: 2, reason: 'The amount is missing' },
      { row: 3, reason: 'The date cannot be read' },
      { row: 4, reason: 'The amount cannot be read' },
      { row: 5, reason: 'There is an amount in both columns' },
      { row: 6, reason: 'The amount cannot be read' },
    ]);
  });
});

describe('a row of nothing', () => {
  it.each([
    ['OFX', '<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>soon<TRNAMT>0.00<FITID>1</STMTTRN></OFX>'],
    ['QIF', '!Type:Bank\nDsoon\nT0.00\n^\nD2026-11-21\nT1.00\nPJANE\n^\n'],
    ['MT940', ':20:X\n:25:4821\n:60F:C261120CAD0,00\n:61:269921C0,00NTRFNONREF\n:86:X'],
  ])('blocks no import of %s, whatever its day', (_, text) => {
    expect(read(text)).toMatchObject({ unreadable: [], skipped: [{ row: 1, reason: 'zero' }] });
  });
});

describe('an OFX file', () => {
  const transactions = (open: string, close: string) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>CAD<BANKTRANLIST><DTSTART>20261101
${open}<TRNTYPE>CREDIT<DTPOSTED>20261121120000[-5:EST]<TRNAMT>2256.61<FITID>A1<NAME>E-TRANSFER - AUTODEPOSIT<MEMO>JANE SMITH &amp; SON${close}
${open}<TRNTYPE>DEBIT
<DTPOSTED>20261120
<TRNAMT>-25,00
<FITID>A2
<NAME>FEE
${close}
</BANKTRANLIST><LEDGERBAL><BALAMT>99.00<DTASOF>20261121</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const expected = [
    '1: 2026-11-21 225661 JANE SMITH & SON | E-TRANSFER - AUTODEPOSIT JANE SMITH & SON #A1',
    '2: 2026-11-20 -2500 - | FEE #A2',
  ];

  it.each([
    ['with closed entries', transactions('<STMTTRN>', '</STMTTRN>')],
    ['with unclosed entries', transactions('<STMTTRN>', '')],
    ['on one line', transactions('<STMTTRN>', '</STMTTRN>').replaceAll('\n', '')],
    [
      'as XML',
      `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?>${transactions('<STMTTRN>', '</STMTTRN>')
        .slice(transactions('', '').indexOf('<OFX>'))
        .replace(/<(CURDEF|DTSTART|TRNTYPE|DTPOSTED|TRNAMT|FITID|NAME|MEMO)>([^<\n]*)/g, '<$1>$2</$1>')}`,
    ],
  ])('%s is read', (_, text) => {
    expect(rowsOf(read(text))).toEqual(expected);
  });

  it('with texts in CDATA sections is read, and one that never ends hides nothing', () => {
    const entry = (name: string) =>
      `<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>20261121<TRNAMT>5.00<FITID><![CDATA[A1]]></FITID><NAME>${name}</NAME></STMTTRN></OFX>`;
    expect(rowsOf(read(entry('<![CDATA[SMITH & <CO>]]>')))).toEqual([
      '1: 2026-11-21 500 - | SMITH & <CO> #A1',
    ]);
    expect(read(entry('<![CDATA[SMITH')).rows).toMatchObject([{ cents: 500, text: 'SMITH' }]);
  });

  it('of another currency is refused, naming both', () => {
    expect(() => read(transactions('<STMTTRN>', ''), 'USD')).toThrow(
      'The file is in CAD, the account in USD',
    );
  });

  it('with an amount that may be of thousands, or against its type, lists it', () => {
    const entry = (type: string, amount: string) =>
      `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261121<TRNAMT>${amount}<NAME>X</STMTTRN>`;
    const text = `<OFX><CURDEF>CAD${entry('OTHER', '1,000')}${entry('DEBIT', '5.00')}${entry('CREDIT', '-5.00')}${entry('DEBIT', '-1,000.00')}</OFX>`;
    const { rows, unreadable } = read(text);
    expect(rows).toMatchObject([{ row: 4, cents: -100_000 }]);
    expect(unreadable.map(({ row }) => row)).toEqual([1, 2, 3]);
  });

  it('with purchases of an account that has no minus lists them; beside one, such an amount is a refund', () => {
    const entry = (type: string, amount: string) =>
      `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261121<TRNAMT>${amount}<NAME>X</STMTTRN>`;
    const text = `<OFX><CURDEF>CAD<ACCTID>1${entry('POS', '98.44')}${entry('DEP', '5.00')}`;
    const unclear = 'It is not clear whether this (TRNTYPE) went out: no amount of the account has a minus';
    expect(read(text)).toMatchObject({ rows: [{ row: 2 }], unreadable: [{ row: 1, reason: unclear }] });
    const other = Buffer.from(`${text}</BANKTRANLIST><ACCTID>2${entry('OTHER', '-7.00')}`);
    expect(readStatement(other, 'CAD', { account: '1' }).unreadable).toHaveLength(1);
    expect(read(text + entry('OTHER', '-7.00')).rows).toHaveLength(3);
  });

  describe('of a card', () => {
    const entry = (type: string, amount: string) =>
      `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261121<TRNAMT>${amount}<NAME>X</STMTTRN>`;
    const card = (...entries: string[]) =>
      `<OFX><CURDEF>CAD<CCSTMTRS><CCACCTFROM><ACCTID>1</CCACCTFROM>${entries.join('')}<LEDGERBAL><BALAMT>-7.00<DTASOF>20261121</LEDGERBAL></CCSTMTRS>`;
    const centsOf = ({ rows }: { rows: { cents: number }[] }) => rows.map(({ cents }) => cents);

    it('with a type that agrees with its sign is read as it is written', () => {
      const usual = card(entry('POS', '-12.00'), entry('OTHER', '5.00'));
      expect(read(usual)).toMatchObject({ questions: [], proof: { closing: -700 } });
      expect(centsOf(read(usual))).toEqual([-1200, 500]);
      const bank = read(
        card()
          .replaceAll('CC', '')
          .replace('<LEDGER', `${entry('OTHER', '5.00')}$&`),
      );
      expect(bank).toMatchObject({ questions: [], rows: [{ cents: 500 }] });
    });

    it.each([
      ['without any type that says it', [entry('OTHER', '-12.00'), entry('PAYMENT', '5.00')], [-1200, 500]],
      ['of types against their signs', [entry('DEBIT', '12.00'), entry('CREDIT', '-5.00')], [-1200, 500]],
      ['without a minus', [entry('POS', '12.00'), entry('OTHER', '5.00')], [-1200, -500]],
    ])('%s asks once which way its amounts go', (_, entries, cents) => {
      const text = card(...entries);
      expect(read(text)).toMatchObject({ questions: ['direction'], rows: [], unreadable: [] });
      const said = readAnswered(text);
      expect(said).toMatchObject({ asked: ['direction'], questions: [] });
      // A balance is that of the signs as they are written.
      expect(said.proof === undefined).toBe(!text.includes('-12.00'));
      expect(centsOf(said)).toEqual(cents);
      const remembered = () => ({ mapping: said.mapping!, seen: said.contents });
      const next = readStatement(Buffer.from(text), 'CAD', { remembered });
      expect(next).toMatchObject({ questions: [], unreadable: [] });
      expect(centsOf(next)).toEqual(cents);
    });
  });

  it('with an entry that cannot be read lists it', () => {
    const text = transactions('<STMTTRN>', '')
      .replace('<TRNAMT>2256.61', '<TRNAMT>')
      .replace('20261120', 'today');
    expect(read(text)).toMatchObject({
      rows: [],
      unreadable: [
        { row: 1, reason: 'The amount (TRNAMT) cannot be read' },
        { row: 2, reason: 'The date (DTPOSTED) cannot be read' },
      ],
    });
  });
});

describe('a file of several accounts', () => {
  const entry = (text: string) => `<STMTTRN><DTPOSTED>20261121<TRNAMT>5.00<NAME>${text}</STMTTRN>`;
  const note = (id: string, text: string) =>
    `<Stmt><Acct><Id><Othr><Id>${id}</Id></Othr></Id></Acct><Ntry><Amt Ccy="CAD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry></Stmt>`;
  const files: [string, string][] = [
    [
      'CSV',
      `Account Number,Transaction Date,Description 1,CAD$\n01234-5678901,11/21/2026,MINE,5.00\n01234-1112223,11/21/2026,OTHER,5.00\n01234-1112223,11/21/2026,OTHER,x`,
    ],
    [
      'OFX',
      `<OFX><CURDEF>CAD<BANKACCTFROM><ACCTID>012345678901</BANKACCTFROM>${entry('MINE<BANKACCTTO><ACCTID>777')}<BANKACCTFROM><ACCTID>012341112223</BANKACCTFROM>${entry('OTHER')}</OFX>`,
    ],
    [
      'CAMT.053',
      `<?xml version="1.0"?><Document xmlns="camt.053"><BkToCstmrStmt>${note('012345678901', 'MINE')}${note('012341112223', 'OTHER')}</BkToCstmrStmt></Document>`,
    ],
  ];

  it.each(files)('in %s gives only the rows of the account with these last digits', (_, text) => {
    const reading = readStatement(Buffer.from(text), 'CAD', { lastDigits: '8901' });
    expect(reading.rows.map((row) => row.text)).toEqual(['MINE']);
    expect(reading.unreadable).toEqual([]);
    expect(new Set(reading.skipped.map(({ reason }) => reason))).toEqual(new Set(['account']));
  });

  it.each([
    ['whole', ['01234-5678901', '01234-1118901'], ['01234-5678901', '01234-1118901']],
    ['by the last digits', ['4500000000004821', '4500000000001111'], ['•••• 4821', '•••• 1111']],
    ['by as many digits as differ', ['4500000000004821', '4500000001234821'], ['•••• 04821', '•••• 34821']],
    ['beside shorter ones', ['4500000000004821', '1234821'], ['•••• 04821', '1234821']],
    ['whole where no part differs', ['4500000000004821', '4500 0000 0000 4821'], undefined],
  ])(
    'names them %s, and is answered by these names or by the whole numbers',
    (_, numbers, names = numbers) => {
      const rows = numbers.map((number, index) => `${number},2026-11-2${index},ROW ${index},5.00`);
      const text = `Account Number,Date,Description,Amount\n${rows.join('\n')}`;
      const answer = (options: object) => readStatement(Buffer.from(text), 'CAD', options);
      expect(openChoices('account', answer({})).map(({ value }) => value.account)).toEqual([...names, true]);
      for (const [index, account] of [...names, ...numbers].entries())
        expect(answer({ account })).toMatchObject({ account, rows: [{ text: `ROW ${index % 2}` }] });
    },
  );

  it.each(files)('in %s is asked about where the last digits do not tell one', (_, text) => {
    const answer = (options: object) => readStatement(Buffer.from(text), 'CAD', options);
    for (const lastDigits of [undefined, '0000']) {
      const open = answer({ lastDigits });
      expect(open).toMatchObject({ questions: ['account'], rows: [] });
      const [one, other, every] = openChoices('account', open).map(({ value }) => value.account);
      expect([one, other].map((account) => String(account).slice(-4))).toEqual(['8901', '2223']);
      expect(every).toBe(true);
      const account = one;
      const chosen = answer({ lastDigits, account });
      expect(chosen.rows.map((row) => row.text)).toEqual(['MINE']);
      expect(chosen).not.toHaveProperty('fileAccounts');
      const all = answer({ lastDigits, account: true });
      expect(all.rows.map((row) => row.text)).toEqual(expect.arrayContaining(['MINE', 'OTHER']));
    }
  });
});

it.each<[string, '.' | ',', number | undefined]>([
  ['1,997.00', '.', 199_700],
  ['1.997,00', ',', 199_700],
  ['1997', '.', 199_700],
  ['1997.5', '.', 199_750],
  ['.50', '.', 50],
  ["1'997.00", '.', 199_700],
  ['1 997,00', ',', 199_700],
  ['1\u00A0997,00', ',', 199_700],
  ['CA$1,997.00', '.', 199_700],
  ['$ 1,997.00', '.', 199_700],
  ['1,997.00 CAD', '.', 199_700],
  ['(1,997.00)', '.', -199_700],
  ['1,997.00-', '.', -199_700],
  ['-$5.00', '.', -500],
  ['$-5.00', '.', -500],
  ['▲5,000', '.', -500_000],
  ['5.00 DR', '.', -500],
  ['5.00 CR', '.', 500],
  ['+5.00', '.', 500],
  // No cents, no minus.
  ['1.234,-', ',', 123_400],
  ['50.–', '.', 5_000],
  ['$ (16.95)', '.', -1_695],
  ['CAD (4821)', '.', undefined],
  ['-R 30000.00', '.', -3_000_000],
  ['R12345', '.', undefined],
  ['Rp 100.000', ',', 10_000_000],
  ['S/. 100.00', '.', 10_000],
  ['1 000,00 kr.', ',', 100_000],
  ['1,000.00 บาท', '.', 100_000],
  ['1,000円', '.', 100_000],
  ['－５.００', '.', -500],
  ['5.000', '.', 500],
  ['0.00', '.', 0],
  ['-0.00', '.', 0],
  ['5.005', '.', undefined],
  ['1,99.00', '.', undefined],
  ['1.2.3', '.', undefined],
  ['--5', '.', undefined],
  ['(-5)', '.', undefined],
  ['12 34', '.', undefined],
  ['', '.', undefined],
  ['-', '.', undefined],
  ['1e5', '.', undefined],
  ['0x10', '.', undefined],
  ['99999999999999', '.', undefined],
])('the amount %j with a decimal %j is %j cents', (text, decimal, cents) => {
  expect(parseCents(text, decimal)).toBe(cents);
});

it.each<[string[], '.' | ',' | undefined]>([
  [['1,997.00', '5'], '.'],
  [['1.997,00'], ','],
  [['1997,5'], ','],
  [['1,234', '12.50'], '.'],
  [['1,234', '12,50'], ','],
  [['1,234,567'], '.'],
  [['1,234'], undefined],
  [['1.234'], undefined],
  [['12.50', '12,50'], undefined],
  [['5', '1234'], '.'],
])('the decimal mark of %j is %j', (texts, decimal) => {
  expect(decimalOf(texts)).toBe(decimal);
});

it.each<[string, DateOrder | undefined, string | undefined]>([
  ['2026-11-21', undefined, '2026-11-21'],
  ['2026/1/2', undefined, '2026-01-02'],
  ['2026-11-21T10:00:00Z', undefined, '2026-11-21'],
  ['20261121', undefined, '2026-11-21'],
  ['11/21/2026', 'MDY', '2026-11-21'],
  ['21/11/2026', 'DMY', '2026-11-21'],
  ['21.11.26', 'DMY', '2026-11-21'],
  ['21-Nov-2026', undefined, '2026-11-21'],
  ['Nov 21, 2026', undefined, '2026-11-21'],
  ['21 novembre 2026', undefined, '2026-11-21'],
  ['3 août 2026', undefined, '2026-08-03'],
  ['3. Dez 2026', undefined, '2026-12-03'],
  ['11/21/2026', undefined, undefined],
  ['21/11/2026', 'MDY', undefined],
  ['11/11/2026', undefined, '2026-11-11'],
  ['13/13/2026', undefined, undefined],
  ['2026-02-30', undefined, undefined],
  ['1.5.2', 'DMY', undefined],
  ['21/11/2569', 'DMY', '2026-11-21'],
  ['21/11/69', 'DMY', '2026-11-21'],
  ['29 Feb 2567', undefined, '2024-02-29'],
  ['31/12/99', 'DMY', undefined],
  ['26-11-21', 'YMD', '2026-11-21'],
  ['Saturday, 21 Nov 2026', undefined, '2026-11-21'],
  ['Mar 3, 2026', undefined, '2026-03-03'],
  ['Foo 3, 2026', undefined, undefined],
])('the date %j, %s, is %j', (text, order, day) => {
  expect(parseDay(text, order)).toBe(day);
});

it.each<[string[], string | undefined]>([
  [['05/06/2026', '21/06/2026'], 'DMY'],
  [['05/06/2026', '06/21/2026'], 'MDY'],
  [['05/06/2026'], undefined],
  [['05/05/2026'], 'YMD'],
  [['21/06/2026', '06/21/2026'], undefined],
  [['2026-05-06'], 'YMD'],
  [['6 May 2026'], 'DMY'],
])('the order of %j is %j', (texts, order) => {
  expect(dateOrderOf(texts)).toBe(order);
});

it.each<[string, string | undefined]>([
  ['E-TRANSFER - AUTODEPOSIT JANE SMITH', 'JANE SMITH'],
  ['e-Transfer received Jean-Luc O’Brien C1A2b3C4', 'Jean-Luc O’Brien'],
  ['[CW]INTERAC ETRNSFR AD RECVD JANE SMITH 202611210001', 'JANE SMITH'],
  ['Zelle payment from JANE SMITH Conf# abc123', 'JANE SMITH'],
  ['Received money from Jane Smith with reference X', 'Jane Smith'],
  ['MONTHLY FEE', undefined],
  ['INTERAC e-Transfer Received', undefined],
  ['Interac e-Transfer® Received from JANE SMITH', 'JANE SMITH'],
  ['INTERAC e-Transfer Received JANE SMITH', 'JANE SMITH'],
  ['INTERAC e-Transfer Sent JOHN DOE', undefined],
  ['INTERAC E-TRANSFER RECLAIMED JOHN DOE', undefined],
  ['Interac e-Transfer cancelled', undefined],
  ['E-TRANSFER REVERSAL', undefined],
  ['Virement Interac de /JANE SMITH /', 'JANE SMITH'],
  ['VIR INTERAC REÇU JANE SMITH', 'JANE SMITH'],
  ['VIREMENT INTERAC REÇU DE JANE SMITH', 'JANE SMITH'],
  ['VIREMENT INTERAC ENVOYÉ JOHN DOE', undefined],
  ['VIR RECU VIR RECU DE: JANE SMITH MOTIF: RENT', 'JANE SMITH'],
  ['ZELLE FROM JANE SMITH 11/21', 'JANE SMITH'],
  ['Payment from JANE SMITH', 'JANE SMITH'],
  ['PAYMENT FROM CHEQUING 1234', undefined],
  ['From: JANE SMITH', 'JANE SMITH'],
])('the payer in %j is %j', (text, payer) => {
  expect(extractPayer(text)).toBe(payer);
});
