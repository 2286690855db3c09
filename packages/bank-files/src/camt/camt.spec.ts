import { readStatement } from '../read-statement.js';

const read = (text: string, currency: string = 'USD') => readStatement(Buffer.from(text), currency);
const rowsOf = ({ rows }: ReturnType<typeof read>) =>
  rows.map(
    ({ row, day, cents, payer = '-', text, bankId }) =>
      `${row}: ${day} ${cents} ${payer} | ${text}${bankId ? ` #${bankId}` : ''}`,
  );

describe('a CAMT.053 file', () => {
  const entry = (fields: string, details = '') =>
    `<Ntry>${fields}<BookgDt><Dt>2026-11-21</Dt></BookgDt>${details && `<NtryDtls>${details}</NtryDtls>`}</Ntry>`;
  const amount = (text: string, direction = 'CRDT', currency = 'USD') =>
    `<Amt Ccy="${currency}">${text}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>BOOK</Sts>`;
  const camt = (entries: string, version = '02', currency = 'USD') =>
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>DE02100100109307118603</IBAN></Id><Ccy>${currency}</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

  it('of the Bundesbank is read: texts joined, the payer and the bank id', () => {
    const details = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>JANE SMITH</Nm></Dbtr></RltdPties><RmtInf><Ustrd>CRTS-OTN-9F3A2C-48</Ustrd><Ustrd>2913 TRIP</Ustrd></RmtInf></TxDtls>`;
    const text = camt(entry(`${amount('1997.00')}<AcctSvcrRef>B1</AcctSvcrRef>`, details));
    expect(rowsOf(read(text, 'USD'))).toEqual([
      '1: 2026-11-21 199700 JANE SMITH | CRTS-OTN-9F3A2C-48 2913 TRIP #B1',
    ]);
  });

  it('of SEPA, version 8, is read: bundles split, signs, pending and zero entries', () => {
    const part = (number: number, text: string) =>
      `<TxDtls><Refs><AcctSvcrRef>P${number}</AcctSvcrRef><EndToEndId>E${number}</EndToEndId></Refs><Amt Ccy="USD">${text}</Amt><RltdPties><Dbtr><Pty><Nm>PAYER ${number}</Nm></Pty></Dbtr></RltdPties></TxDtls>`;
    const pending = amount('5.00').replace('<Sts>BOOK</Sts>', '<Sts><Cd>PDNG</Cd></Sts>');
    const text = camt(
      entry(amount('30.00'), part(1, '10.00') + part(2, '20.00')) +
        entry(amount('25.00', 'DBIT'), '<TxDtls><RmtInf><Ustrd>FEE</Ustrd></RmtInf></TxDtls>') +
        entry(pending) +
        entry(amount('0.00')) +
        entry(amount('7.00', 'CRDT', 'EUR')) +
        entry(amount('x')),
      '08',
    );
    const reading = read(text, 'USD');
    expect(rowsOf(reading)).toEqual([
      '1: 2026-11-21 1000 PAYER 1 | E1 #P1',
      '2: 2026-11-21 2000 PAYER 2 | E2 #P2',
      '3: 2026-11-21 -2500 - | FEE',
    ]);
    expect(reading.skipped.map(({ reason }) => reason)).toEqual(['pending', 'zero', 'currency']);
    expect(reading.unreadable).toEqual([{ row: 7, reason: 'The amount (Amt) cannot be read' }]);
  });

  it('with a bundle whose parts do not add up stays one row of the whole amount', () => {
    const part = (text: string) => `<TxDtls><Amt Ccy="USD">${text}</Amt></TxDtls>`;
    const { rows } = read(camt(entry(amount('30.00'), part('10.00') + part('19.00'))), 'USD');
    expect(rows).toMatchObject([{ row: 1, cents: 3000 }]);
  });

  it('with a bundle of both directions stays one row, and an amount with a comma is not read', () => {
    const part = (text: string, direction: string) =>
      `<TxDtls><Amt Ccy="USD">${text}</Amt><CdtDbtInd>${direction}</CdtDbtInd></TxDtls>`;
    const text = camt(
      entry(amount('30.00'), part('10.00', 'CRDT') + part('20.00', 'DBIT')) + entry(amount('1,000')),
    );
    const { rows, unreadable } = read(text, 'USD');
    expect(rows).toMatchObject([{ row: 1, cents: 3000 }]);
    expect(unreadable).toMatchObject([{ row: 2 }]);
  });

  it('of another currency is refused, naming both', () => {
    expect(() => read(camt(entry(amount('1.00', 'CRDT', 'EUR')), '02', 'EUR'), 'CAD')).toThrow(
      'The file is in EUR, the account in CAD',
    );
  });

  it.each<[string, string, string, number | undefined]>([
    ['of version 2', '<Chrgs><Amt Ccy="USD">15.00</Amt></Chrgs>', '', 1500],
    [
      'in several records',
      '',
      '<Chrgs><Rcrd><Amt Ccy="USD">10.00</Amt></Rcrd><Rcrd><Amt Ccy="USD">5.00</Amt></Rcrd></Chrgs>',
      1500,
    ],
    [
      'in all',
      '',
      '<Chrgs><TtlChrgsAndTaxAmt Ccy="USD">15.00</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy="USD">9.00</Amt></Rcrd></Chrgs>',
      1500,
    ],
    [
      'as what is missing of what was sent',
      '',
      '<AmtDtls><InstdAmt><Amt Ccy="USD">1997.00</Amt></InstdAmt></AmtDtls>',
      1500,
    ],
    ['in another currency', '', '<Chrgs><Amt Ccy="EUR">15.00</Amt></Chrgs>', undefined],
    [
      'given back',
      '',
      '<Chrgs><Rcrd><Amt Ccy="USD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Rcrd></Chrgs>',
      undefined,
    ],
    ['of none', '', '<AmtDtls><InstdAmt><Amt Ccy="USD">1982.00</Amt></InstdAmt></AmtDtls>', undefined],
  ])('tells the charges that were taken out of what was sent, %s', (_, ofEntry, ofPart, charges) => {
    const text = camt(
      entry(amount('1982.00') + ofEntry, `<TxDtls>${ofPart}<AddtlTxInf>WIRE</AddtlTxInf></TxDtls>`),
    );
    expect(read(text).rows.map(({ cents, chargesCents }) => [cents, chargesCents])).toEqual([
      [198_200, charges],
    ]);
  });

  it('reads dates with a zone', () => {
    const text = camt(entry(amount('1.00')).replace('2026-11-21', '2026-11-21+02:00'));
    expect(read(text).rows).toMatchObject([{ day: '2026-11-21' }]);
    expect(read(text.replace('+02:00', 'Z')).rows).toMatchObject([{ day: '2026-11-21' }]);
  });

  it('takes the direction of a reversal as it stands: the entry that takes a credit back is a debit', () => {
    const reversal = (direction: string) => entry(`${amount('5.00', direction)}<RvslInd>true</RvslInd>`);
    expect(read(camt(reversal('DBIT') + reversal('CRDT'))).rows).toMatchObject([
      { cents: -500 },
      { cents: 500 },
    ]);
  });

  it('gives an entry without a date the day of its statement, where that is of one day', () => {
    const undated = `<Ntry>${amount('5.00')}</Ntry>`;
    const balances = (opening: string) =>
      ['OPBD', 'CLBD']
        .map(
          (code) =>
            `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Dt><Dt>${code === 'OPBD' ? opening : '2026-11-21'}</Dt></Dt></Bal>`,
        )
        .join('');
    expect(read(camt(balances('2026-11-21') + undated)).rows).toMatchObject([{ day: '2026-11-21' }]);
    expect(read(camt(balances('2026-11-20') + undated)).unreadable).toMatchObject([
      { row: 1, reason: 'The date (BookgDt) cannot be read' },
    ]);
  });

  it('that stays one row has the texts of all of its transactions', () => {
    const part = (id: string) => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`;
    expect(read(camt(entry(amount('5.00'), part('E1') + part('E2')))).rows[0]?.text).toBe('E1 E2');
  });
});

describe('a CAMT.052 or CAMT.054 file', () => {
  const entry = (status: string, cents: string, more = '') =>
    `<Ntry><Amt Ccy="CAD">${cents}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}<BookgDt><Dt>2026-11-21</Dt></BookgDt>${more}</Ntry>`;
  const booked = '<Sts>BOOK</Sts>';
  const files = {
    camt052: (entries: string) =>
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"><BkToCstmrAcctRpt><Rpt><Acct><Id><IBAN>DE02100100109307118603</IBAN></Id><Ccy>CAD</Ccy></Acct>${entries}</Rpt></BkToCstmrAcctRpt></Document>`,
    camt054: (entries: string) =>
      `<x:Document xmlns:x="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><x:BkToCstmrDbtCdtNtfctn><Ntfctn><Acct><Id><Othr><Id>4821</Id></Othr></Id></Acct>${entries}</Ntfctn></x:BkToCstmrDbtCdtNtfctn></x:Document>`,
  };

  it.each(Object.entries(files))('is read by its content: %s has its booked entries', (format, file) => {
    const reading = read(
      file(
        entry(booked, '10.00', '<AddtlNtryInf>WIRE JANE</AddtlNtryInf>') +
          entry('<Sts>PDNG</Sts>', '11.00') +
          entry('<Sts><Cd>INFO</Cd></Sts>', '12.00') +
          entry('<Sts><Prtry>HELD</Prtry></Sts>', '13.00') +
          entry('', '14.00'),
      ),
      'CAD',
    );
    expect(reading.format).toBe(format);
    expect(rowsOf(reading)).toEqual(['1: 2026-11-21 1000 - | WIRE JANE']);
    expect(reading.skipped.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'pending'],
      [3, 'pending'],
    ]);
    // No bank said that these two are booked.
    expect(reading.unreadable.map(({ row, reason }) => [row, reason])).toEqual([
      [4, 'The status (Sts) cannot be read'],
      [5, 'The status (Sts) cannot be read'],
    ]);
  });

  it('of version 1 is read', () => {
    const text = files
      .camt052(entry(booked, '10.00'))
      .replaceAll('BkToCstmrAcctRpt', 'BkToCstmrAcctRptV01')
      .replace(
        '<IBAN>DE02100100109307118603</IBAN>',
        '<PrtryAcct><Id>DE02100100109307118603</Id></PrtryAcct>',
      );
    expect(() => readStatement(Buffer.from(text), 'CAD')).not.toThrow();
    expect(readStatement(Buffer.from(text), 'CAD').format).toBe('camt052');
  });

  it('keeps the amount of the whole batch beside its transactions', () => {
    const part = (text: string) => `<TxDtls><Amt Ccy="CAD">${text}</Amt></TxDtls>`;
    const details = `<NtryDtls>${part('10.00')}${part('20.00')}</NtryDtls>`;
    expect(read(files.camt054(entry(booked, '30.00', details)), 'CAD').rows).toMatchObject([
      { cents: 1000, bundleCents: 3000 },
      { cents: 2000, bundleCents: 3000 },
    ]);
  });

  it('of another currency is refused, naming both', () => {
    expect(() => read(files.camt054(entry(booked, '1.00')), 'USD')).toThrow(
      'The file is in CAD, the account in USD',
    );
  });
});
