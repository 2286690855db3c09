import { readAnswered } from '../testing.js';

/** Formats rows as "day cents payer | text #id", one line each. */
const rowsOf = ({ rows }: ReturnType<typeof readAnswered>) =>
  rows.map(
    ({ day, cents, payer, text, bankId }) =>
      `${day} ${cents} ${payer ?? '-'} | ${text}${bankId ? ` #${bankId}` : ''}`,
  );

/** Layouts of banks, each with made-up rows. */
const banks: [string, string, string, string[], object?][] = [
  [
    'PC Financial',
    'CAD',
    `"Merchant Name","Card Used For Transaction","Date","Time","Amount"
"CORNER SHOP","**** 1234","11/21/2026","06:50 PM","36.33"
"BOOKS ONLINE","**** 4567","11/09/2026","05:08 PM","13.98"`,
    ['2026-11-21 3633 - | CORNER SHOP', '2026-11-09 1398 - | BOOKS ONLINE'],
  ],
  [
    'Tangerine',
    'CAD',
    `Date,Transaction,Name,Memo,Amount
11/21/2026,OTHER,INTERAC e-Transfer From: JANE SMITH,CRTS-OTN-9F3A2C-482913,2256.61
11/20/2026,DEBIT,CORNER SHOP,,-15.00`,
    ['2026-11-21 225661 JANE SMITH | CRTS-OTN-9F3A2C-482913', '2026-11-20 -1500 CORNER SHOP | '],
  ],
  [
    'Wealthsimple',
    'CAD',
    `"date","transaction","description","amount","balance"
"2026-11-20","E_TRFIN","Interac e-Transfer® In: JANE SMITH","2256.61","2300.61"
"2026-11-21","SPEND","CORNER SHOP","-44.00","2256.61"`,
    ['2026-11-20 225661 JANE SMITH | Interac e-Transfer® In: JANE SMITH', '2026-11-21 -4400 - | CORNER SHOP'],
  ],
  [
    'Vancity',
    'CAD',
    `Account,Date,Transaction Details,Cheque Number,Withdrawn,Deposited,Account Balance
1234567-01,21-Nov-2026,E-TRANSFER JANE SMITH,,,2256.61,2300.61
1234567-01,20-Nov-2026,CORNER SHOP,,12.50,,44.00`,
    ['2026-11-21 225661 - | E-TRANSFER JANE SMITH', '2026-11-20 -1250 - | CORNER SHOP'],
  ],
  [
    'Desjardins, without a header',
    'CAD',
    `"Caisse","012345","EOP","2026/11/20",00001,"Virement Interac de /JANE SMITH","","",2256.61,"","","","",9000.00
"Caisse","012345","EOP","2026/11/21",00002,"Retrait au guichet","",100.00,"","","","","",8900.00`,
    [
      '2026-11-20 225661 JANE SMITH | Caisse EOP Virement Interac de /JANE SMITH',
      '2026-11-21 -10000 - | Caisse EOP Retrait au guichet',
    ],
  ],
  [
    'ING of the Netherlands',
    'CAD',
    `"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (CAD)";"Mutatiesoort";"Mededelingen"
"20261121";"JANE SMITH";"NL01INGB0001234567";"";"GT";"Bij";"2256,61";"Online bankieren";"Omschrijving: CRTS-OTN-9F3A2C-482913"
"20261120";"CORNER SHOP";"NL01INGB0001234567";"";"BA";"Af";"12,50";"Betaalautomaat";"Pasvolgnr: 001"`,
    [
      '2026-11-21 225661 - | JANE SMITH Online bankieren Omschrijving: CRTS-OTN-9F3A2C-482913',
      '2026-11-20 -1250 - | CORNER SHOP Betaalautomaat Pasvolgnr: 001',
    ],
  ],
  [
    'Rabobank',
    'CAD',
    `"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Code","Omschrijving-1","Omschrijving-2"
"NL01RABO0301234567","CAD","RABONL2U","000000000000009565","2026-11-20","2026-11-20","-12,50","+100,00","","CORNER SHOP","ba","Kaartbetaling"," "
"NL01RABO0301234567","CAD","RABONL2U","000000000000009566","2026-11-21","2026-11-21","+2256,61","+2356,61","","JANE SMITH","cb","CRTS-OTN-9F3A2C-","482913"`,
    [
      '2026-11-20 -1250 CORNER SHOP | RABONL2U Kaartbetaling',
      '2026-11-21 225661 JANE SMITH | RABONL2U CRTS-OTN-9F3A2C- 482913',
    ],
  ],
  [
    'ABN AMRO, with the balance before and after each amount',
    'CAD',
    `123456789\tCAD\t20261120\t15,00\t10,00\t20261120\t-5,00\tCORNER SHOP
123456789\tCAD\t20261121\t10,00\t2266,61\t20261121\t2256,61\tJANE SMITH CRTS-OTN-9F3A2C-482913`,
    ['2026-11-20 -500 - | CORNER SHOP', '2026-11-21 225661 - | JANE SMITH CRTS-OTN-9F3A2C-482913'],
  ],
  [
    'GLS, with the text in fourteen columns',
    'CAD',
    `Kontonummer;Buchungstag;Wertstellung;Auftraggeber/Empfänger;Buchungstext;VWZ1;VWZ2;VWZ3;Betrag;Kontostand;Währung
123456789;21.11.2026;21.11.2026;JANE SMITH;Überweisung;Trip to Thailand;CRTS-OTN-9F3A2C-;482913;2.256,61;2.300,00;CAD`,
    ['2026-11-21 225661 JANE SMITH | Überweisung Trip to Thailand CRTS-OTN-9F3A2C- 482913'],
  ],
  [
    'Sparkasse, with bookings that are announced only',
    'CAD',
    `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Waehrung";"Info"
"1000594757";"21.11.26";"21.11.26";"GUTSCHRIFT";"CRTS-OTN-9F3A2C-482913";"JANE SMITH";"DE01";"X";"2256,61";"CAD";"Umsatz gebucht"
"1000594757";"22.11.26";"22.11.26";"LASTSCHRIFT";"RATE";"CORNER SHOP";"DE02";"X";"-36,99";"CAD";"Umsatz vorgemerkt"`,
    ['2026-11-21 225661 JANE SMITH | GUTSCHRIFT CRTS-OTN-9F3A2C-482913'],
    { skipped: [{ row: 3, reason: 'pending' }] },
  ],
  [
    'Commerzbank',
    'CAD',
    `Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;Auftraggeberkonto;Bankleitzahl Auftraggeberkonto;IBAN Auftraggeberkonto
21.11.2026;21.11.2026;Gutschrift;"JANE SMITH CRTS-OTN-9F3A2C-482913";2256,61;CAD;538917600;20040000;DE01
20.11.2026;20.11.2026;Lastschrift;"CORNER SHOP";-17,22;CAD;538917600;20040000;DE01`,
    ['2026-11-21 225661 - | JANE SMITH CRTS-OTN-9F3A2C-482913', '2026-11-20 -1722 - | CORNER SHOP'],
  ],
  [
    'N26',
    'CAD',
    `"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (CAD)","Original Amount","Original Currency","Exchange Rate"
2026-11-21,2026-11-21,"JANE SMITH",DE01,"Credit Transfer","CRTS-OTN-9F3A2C-482913","Main",2256.61,,,
2026-11-20,2026-11-20,"CORNER SHOP",,Presentment,,"Main",-9.99,-8.99,USD,0.9`,
    [
      '2026-11-21 225661 JANE SMITH | Credit Transfer CRTS-OTN-9F3A2C-482913',
      '2026-11-20 -999 CORNER SHOP | Presentment',
    ],
  ],
  [
    'Caisse d’Épargne, with libellés',
    'CAD',
    `Date de comptabilisation;Libelle simplifie;Libelle operation;Reference;Debit;Credit
21/11/2026;VIR JANE SMITH;VIR SEPA JANE SMITH CRTS-OTN-9F3A2C-482913;A1;;+2256,61
20/11/2026;CB CORNER SHOP;CB CORNER SHOP;A2;-12,50;`,
    [
      '2026-11-21 225661 - | VIR JANE SMITH VIR SEPA JANE SMITH CRTS-OTN-9F3A2C-482913 A1',
      '2026-11-20 -1250 - | CB CORNER SHOP CB CORNER SHOP A2',
    ],
  ],
  [
    'Banco do Brasil, with the balance before',
    'CAD',
    `"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",
"10/31/2026","","Saldo Anterior","","0","100.00",
"11/01/2026","0000-9","Depósito JANE SMITH","","101150","2256.61",
"11/02/2026","0000-0","Compra com Cartão","","135102","-1.00",`,
    ['2026-11-01 225661 - | Depósito JANE SMITH', '2026-11-02 -100 - | Compra com Cartão'],
    { skipped: [{ row: 2, reason: 'balance' }] },
  ],
  [
    'Swedbank of Lithuania, with letters for the direction and sums of the month',
    'CAD',
    `"Sąskaitos Nr.","","Data","Gavėjas","Paaiškinimai","Suma","Valiuta","D/K"
"LT01","10","2026-11-01","","Likutis pradžiai","100.00","CAD","K"
"LT01","20","2026-11-21","JANE SMITH","CRTS-OTN-9F3A2C-482913","2256.61","CAD","K"
"LT01","20","2026-11-20","CORNER SHOP","Pirkinys","12.50","CAD","D"
"LT01","82","2026-11-30","","Apyvarta","2256.61","CAD","K"`,
    ['2026-11-21 225661 - | JANE SMITH CRTS-OTN-9F3A2C-482913', '2026-11-20 -1250 - | CORNER SHOP Pirkinys'],
    { skipped: [2, 5].map((row) => ({ row, reason: 'balance' })) },
  ],
  [
    'Erste of Hungary, with full stops after the dates',
    'CAD',
    `Tranzakció dátuma,Partner neve,Számlaszám,Tranzakció összege,Tranzakció devizaneme,Bevétel/Kiadás,Közlemény,Egyenleg
2026.11.20.,CORNER SHOP,12345678,-350,CAD,outflow,card,1000.00
2026.11.21.,JANE SMITH,12345678,2256.61,CAD,inflow,CRTS-OTN-9F3A2C-482913,3256.61`,
    ['2026-11-20 -35000 CORNER SHOP | card', '2026-11-21 225661 JANE SMITH | CRTS-OTN-9F3A2C-482913'],
  ],
  [
    'BBVA',
    'CAD',
    `Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Observaciones
21/11/2026;Transferencia recibida;JANE SMITH;2256,61;CAD;3000,00;CRTS-OTN-9F3A2C-482913
20/11/2026;Pago con tarjeta;CORNER SHOP;-12,50;CAD;743,39;`,
    [
      '2026-11-21 225661 - | Transferencia recibida JANE SMITH CRTS-OTN-9F3A2C-482913',
      '2026-11-20 -1250 - | Pago con tarjeta CORNER SHOP',
    ],
  ],
  [
    'Kasikorn in English',
    'THB',
    `Date,Time/Eff.Date,Descriptions,Withdrawal,Deposit,Outstanding Balance,Channel,Details
21-11-26,09:12,Transfer Deposit,,"69,900.00","80,000.00",K PLUS,From JANE SMITH
20-11-26,10:00,Transfer Withdrawal,500.00,,"10,100.00",K PLUS,To CORNER SHOP`,
    [
      '2026-11-21 6990000 - | Transfer Deposit From JANE SMITH',
      '2026-11-20 -50000 - | Transfer Withdrawal To CORNER SHOP',
    ],
  ],
  [
    'Siam Commercial Bank',
    'THB',
    `Date,Time,Transaction Code,Channel,Debit,Credit,Balance,Description
21/11/2026,09:12,X1,ENET,,"69,900.00","80,000.00",From JANE SMITH
20/11/2026,10:00,X2,ENET,500.00,,"10,100.00",To CORNER SHOP`,
    ['2026-11-21 6990000 - | From JANE SMITH', '2026-11-20 -50000 - | To CORNER SHOP'],
  ],
  [
    'Bangkok Bank, with Thai words for the direction',
    'THB',
    `วันที่,รายการ,ประเภท,จำนวนเงิน,ยอดคงเหลือ
20/11/2569,JANE SMITH,ฝาก,"69,900.00","80,000.00"
21/11/2569,CORNER SHOP,ถอน,500.00,"79,500.00"`,
    ['2026-11-20 6990000 - | JANE SMITH', '2026-11-21 -50000 - | CORNER SHOP'],
  ],
  [
    'Venmo',
    'USD',
    `Account Statement - (@trip) ,,,,,,,,,,
Account Activity,,,,,,,,,,
,ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (tip),Beginning Balance
,,,,,,,,,,$0.00
,311053760,2026-11-21T23:00:04,Payment,Complete,CRTS-OTN-9F3A2C-482913,Jane Smith,Trip,+ $73.01,,
,311053761,2026-11-22T10:00:00,Payment,Complete,Lunch,Trip,Bob,- $5.00,,
,,,,,,,,,,"In case of errors, call us"`,
    [
      '2026-11-21 7301 Jane Smith | Payment CRTS-OTN-9F3A2C-482913 Trip #311053760',
      '2026-11-22 -500 Trip | Payment Lunch Bob #311053761',
    ],
    { skipped: [4, 7].map((row) => ({ row, reason: 'balance' })) },
  ],
  [
    'Charles Schwab',
    'USD',
    `"Date","Status","Type","CheckNumber","Description","Withdrawal","Deposit","RunningBalance"
"11/21/2026","Posted","WIRE","","JANE SMITH CRTS-OTN-9F3A2C-482913","","$1,997.00","$2,036.47"
"11/20/2026","Pending","ATM","","BANK","$103.00","",""`,
    ['2026-11-21 199700 - | JANE SMITH CRTS-OTN-9F3A2C-482913'],
    { skipped: [{ row: 3, reason: 'pending' }] },
  ],
  [
    'a credit card that marks credits only',
    'CAD',
    'Date,Description,Amount\n2026-11-21,CORNER SHOP,64.20\n2026-11-22,PAYMENT,"1,100.00 CR"',
    ['2026-11-21 -6420 - | CORNER SHOP', '2026-11-22 110000 - | PAYMENT'],
  ],
  [
    'a bank that writes 0.00 for no amount, without a header',
    'CAD',
    '2026-11-01,JANE,0.00,500.00,500.00\n2026-11-02,BOB,0.00,300.00,800.00\n2026-11-17,Fee,100.00,0.00,700.00',
    ['2026-11-01 50000 - | JANE', '2026-11-02 30000 - | BOB', '2026-11-17 -10000 - | Fee'],
  ],
  [
    'a bank with the column of incoming money first, without a header',
    'CAD',
    '2026-11-21,JANE,25.00,,30.00\n2026-11-20,FEE,,5.00,5.00\n2026-11-19,FEE,,6.00,10.00',
    ['2026-11-21 2500 - | JANE', '2026-11-20 -500 - | FEE', '2026-11-19 -600 - | FEE'],
  ],
];

it.each(banks)('reads the file of %s', (_, currency, text, rows, further = {}) => {
  const reading = readAnswered(text, currency);
  expect(rowsOf(reading)).toEqual(rows);
  const { skipped, unreadable } = reading;
  expect({ skipped, unreadable }).toEqual({ skipped: [], unreadable: [], ...further });
});
