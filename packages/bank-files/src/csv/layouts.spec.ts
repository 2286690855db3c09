import { readStatement } from '../read-statement.js';
import { knownBanks } from './layouts.js';

/** A file of each bank in the table, with made-up rows: the account's currency, the file, and its rows as read. */
const files: Record<string, [currency: string, text: string, rows: string[]]> = {
  BMO: [
    'CAD',
    `Following data is valid as of 20261121120000 (Year/Month/Day/Hour/Minute/Second)


First Bank Card,Transaction Type,Date Posted, Transaction Amount,Description
'5191230000000000',CREDIT,20261105,2256.61,[CW]INTERAC ETRNSFR AD RECVD JANE SMITH 20261105000123
'5191230000000000',DEBIT,20261106,-45.00,[SC]WIRE FEE`,
    ['2026-11-05 225661 JANE SMITH', '2026-11-06 -4500 -'],
  ],
  RBC: [
    'CAD',
    `"Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"
Chequing,01234-5678901,11/5/2026,,"E-TRANSFER - AUTODEPOSIT","JANE SMITH",2256.61,,
Chequing,01234-5678901,11/6/2026,,"WIRE IN","BOB",,100.00,`,
    ['2026-11-05 225661 JANE SMITH'],
  ],
  Scotiabank: [
    'CAD',
    `Filter,Date,Description,Sub-description,Type of Transaction,Amount,Balance
,11/5/2026,Deposit,Interac E-Transfer Jane Smith,Credit,2256.61,9000.00
,11/6/2026,Service Charge,,Debit,-4.00,8996.00`,
    ['2026-11-05 225661 Jane Smith', '2026-11-06 -400 -'],
  ],
  'Scotiabank, a card': [
    'CAD',
    `Filter,Date,Description,Sub-description,Status,Type of Transaction,Amount
,11/5/2026,CORNER SHOP,TORONTO,posted,Debit,-64.20
,11/6/2026,BOOKS,TORONTO,pending,Debit,-5.00`,
    ['2026-11-05 -6420 -'],
  ],
  Tangerine: [
    'CAD',
    `Date,Transaction,Name,Memo,Amount
11/5/2026,OTHER,INTERAC e-Transfer From: JANE SMITH,CRTS-OTN-9F3A2C-482913,2256.61
11/6/2026,DEBIT,CORNER SHOP,,-15.00`,
    ['2026-11-05 225661 JANE SMITH', '2026-11-06 -1500 CORNER SHOP'],
  ],
  Simplii: [
    'CAD',
    'Date, Transaction Details, Funds Out, Funds In\n11/05/2026, DEPOSIT JANE,, 300.00\n11/06/2026, FEE, 85.00,',
    ['2026-11-05 30000 -', '2026-11-06 -8500 -'],
  ],
  'National Bank': [
    'CAD',
    'Date;Description;Category;Debit;Credit;Balance\n2026-11-05;"DEPOSIT";Income;"0";"2256.61";"3000.00"',
    ['2026-11-05 225661 -'],
  ],
  'National Bank, in French': [
    'CAD',
    'Date;Description;Catégorie;Débit;Crédit;Solde\n2026-11-05;"DEPOT";Revenus;"0";"2256.61";"3000.00"',
    ['2026-11-05 225661 -'],
  ],
  'National Bank, with units': [
    'CAD',
    `Date;Description;Retrait ($);Dépôt ($);Solde ($)
2026-11-06;VIREMENT DE JANE SMITH;-;2 256,61;9 000,00
2026-11-05;FRAIS;15,95;;6 743,39`,
    ['2026-11-06 225661 JANE SMITH', '2026-11-05 -1595 -'],
  ],
  'EQ Bank': [
    'CAD',
    'Transfer date,Description,Amount,Balance\n2026-11-05,DEPOSIT JANE,"$2,256.61","$3,000.00"',
    ['2026-11-05 225661 -'],
  ],
  Wealthsimple: [
    'CAD',
    `"date","transaction","description","amount","balance"
"2026-11-05","E_TRFIN","Interac e-Transfer® In: JANE SMITH","2256.61","2300.61"`,
    ['2026-11-05 225661 JANE SMITH'],
  ],
  'Wealthsimple, with currencies': [
    'CAD',
    `"date","transaction","description","amount","balance","currency"
"2026-11-05","E_TRFIN","Interac e-Transfer® In: JANE SMITH","2256.61","2300.61","CAD"
"2026-11-05","LOAN","ABCD: 1.0000 Shares on loan","0.0","0.03","ABCD"`,
    ['2026-11-05 225661 JANE SMITH'],
  ],
  Vancity: [
    'CAD',
    `Account,Date,Transaction Details,Cheque Number,Withdrawn,Deposited,Account Balance
1234567-01,05-Nov-2026,E-TRANSFER JANE SMITH,,,2256.61,2300.61`,
    ['2026-11-05 225661 -'],
  ],
  Wise: [
    'USD',
    `"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees"
TRANSFER-1,05-11-2026,1997.00,USD,"Received money from Jane Smith",CRTS-OTN-9F3A2C-482913,1997.00,,,,"Jane Smith",,,,,,,,0.00
TRANSFER-2,04-11-2026,50.00,EUR,"Received money from Bob",,50.00,,,,Bob,,,,,,,,0.00`,
    ['2026-11-05 199700 Jane Smith'],
  ],
  PayPal: [
    'CAD',
    `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID"
"2026-11-05","09:00:00","EST","Jane Smith","Payment","Completed","CAD","2,256.61","-65.74","2,190.87","jane@example.com","us@example.com","1AB"
"2026-11-04","09:00:00","EST","Eve","Payment","Denied","CAD","50.00","0.00","50.00","eve@example.com","us@example.com","2AB"`,
    ['2026-11-05 219087 Jane Smith'],
  ],
  Revolut: [
    'CAD',
    `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2026-11-01 22:36:52,2026-11-03 16:33:13,Shop,-405.63,4.06,CAD,COMPLETED,3768.16
TOPUP,Current,2026-11-05 09:00:00,2026-11-05 09:01:00,JANE,2256.61,0.00,CAD,COMPLETED,6024.77
CARD_PAYMENT,Current,2026-11-06 09:00:00,,HOTEL,-99.00,0.00,CAD,PENDING,`,
    ['2026-11-03 -40563 -', '2026-11-05 225661 -'],
  ],
  'Stripe, balance': [
    'USD',
    `"id","Type","Source","Amount","Fee","Net","Currency","Created (UTC)","Available On (UTC)","Status","Description"
"txn_1","charge","ch_1","2256.61","50.00","2206.61","usd","2026-11-05 11:00","2026-11-07 11:00","available","Order"
"txn_2","charge","ch_2","120.00","1.93","118.07","usd","2026-11-06 10:00","2026-11-08 00:00","pending","Order"`,
    ['2026-11-05 220661 -'],
  ],
  Chase: [
    'USD',
    `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/05/2026,"Zelle payment from JANE SMITH 12345678901",1997.00,QUICKPAY_CREDIT,5000.00,,
DEBIT,11/04/2026,"DOMESTIC WIRE FEE",-25.00,FEE_TRANSACTION,3003.00,,`,
    ['2026-11-05 199700 JANE SMITH', '2026-11-04 -2500 -'],
  ],
  'Charles Schwab': [
    'USD',
    `"Date","Status","Type","CheckNumber","Description","Withdrawal","Deposit","RunningBalance"
"11/05/2026","Posted","WIRE","","JANE SMITH","","$1,997.00","$2,036.47"
"11/04/2026","Pending","ATM","","BANK","$103.00","",""`,
    ['2026-11-05 199700 -'],
  ],
  'Bank of America': [
    'USD',
    'Date,Description,Amount,Running Bal.\n11/05/2026,"ORIG:JANE SMITH ID:0001","1,982.00","3,282.00"\n11/06/2026,"WIRE FEE","-25.00","3,257.00"',
    ['2026-11-05 198200 JANE SMITH', '2026-11-06 -2500 -'],
  ],
  Kasikorn: [
    'THB',
    `Date,Time/Eff.Date,Descriptions,Withdrawal,Deposit,Outstanding Balance,Channel,Details
05-11-26,09:12,Transfer Deposit,,"69,900.00","80,000.00",K PLUS,From JANE SMITH`,
    ['2026-11-05 6990000 -'],
  ],
  'Siam Commercial Bank': [
    'THB',
    `Date,Time,Transaction Code,Channel,Debit,Credit,Balance,Description
05/11/2026,09:12,X1,ENET,,"69,900.00","80,000.00",From JANE SMITH`,
    ['2026-11-05 6990000 -'],
  ],
};

it('has a file of every bank in the table', () => {
  expect(Object.keys(files).sort()).toEqual([...knownBanks].sort());
});

it.each(Object.entries(files))('knows the layout of %s, and asks nothing', (_, [currency, text, rows]) => {
  const reading = readStatement(Buffer.from(text), currency);
  expect(reading.questions).toEqual([]);
  expect(reading.rows.map(({ day, cents, payer }) => `${day} ${cents} ${payer ?? '-'}`)).toEqual(rows);
  expect(reading.unreadable).toEqual([]);
  expect(reading.decisions.every(({ by }) => by && by !== 'likely')).toBe(true);
});

it('leaves a layout to the file’s own numbers where they prove another reading', () => {
  const text =
    'Transfer date,Description,Amount,Balance\n2026-11-05,A,100.00,10.50\n2026-11-06,B,110.50,10.50\n2026-11-07,C,121.00,10.50';
  expect(readStatement(Buffer.from(text), 'CAD').questions).toEqual(['amount']);
});

it('keeps to a layout where a fee stands alone in a row, and lists that row', () => {
  const rows = [
    'Top,Current,2026-11-05,2026-11-05,ADA,500.00,0.00,CAD,COMPLETED,500.00',
    'Pay,Current,2026-11-06,2026-11-06,SHOP,-500.00,0.00,CAD,COMPLETED,0.00',
    'Charge,Current,2026-11-07,2026-11-07,PLAN,0.00,104.99,CAD,COMPLETED,-104.99',
  ];
  const header = 'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance';
  const of = (names: string) => readStatement(Buffer.from(`${names}\n${rows.join('\n')}`), 'CAD');
  const fee = { row: 4, reason: 'There is a fee: what arrived is not the amount' };
  expect(of(header)).toMatchObject({ questions: [], rows: [{ row: 2 }, { row: 3 }], unreadable: [fee] });
  expect(of(`${header},Note`).mapping).toMatchObject({ amount: 5 });
});
