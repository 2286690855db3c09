import type { BankAccountWithGaps, StatementDraft } from '#domain/bank/reconciliation';
import { TestApp } from '../../testing/test-app.js';
import { createAccount, sayYes, upload } from '../../testing/reconciliation.js';
import { readStatement } from '#bank-files';

const proofOf = (text: string) => readStatement(Buffer.from(text), 'CAD').proof;

const mt940 = (opening: string, closing: string, amount = '5,00') =>
  `:20:X\n:25:4821\n:28C:1\n:60F:${opening}\n:61:261121C${amount}NTRFNONREF\n:86:JANE\n:61:261122D2,50NTRFNONREF\n:86:FEE\n:62F:${closing}`;

const camt = (balances: string, summary = '') => {
  const balance = ([code, amount, mark = 'CRDT']: string[]) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="CAD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Dt><Dt>2026-11-21</Dt></Dt></Bal>`;
  const entry = (amount: string, mark: string) =>
    `<Ntry><Amt Ccy="CAD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>`;
  const listed = balances ? balances.split(' ').map((one) => balance(one.split(':'))) : [];
  return `<?xml version="1.0"?><Document xmlns="camt.053"><BkToCstmrStmt><Stmt>${listed.join('')}${summary}${entry('5.00', 'CRDT')}${entry('2.50', 'DBIT')}</Stmt></BkToCstmrStmt></Document>`;
};

/** A file with the statements of these files of CAMT. */
const withStatements = (first: string, ...others: string[]) =>
  first.replace(
    '</BkToCstmrStmt>',
    others.map((other) => /<Stmt>.*<\/Stmt>/.exec(other)![0]).join('') + '</BkToCstmrStmt>',
  );

describe('the control sums of a file', () => {
  it.each<[string, string, object | undefined]>([
    [
      'the balances of MT940',
      mt940('C261120CAD100,00', 'C261122CAD102,50'),
      { by: 'balance', agrees: true, opening: 10_000, closing: 10_250 },
    ],
    [
      'the balances of MT940, one below nothing',
      mt940('D261120CAD1,00', 'C261122CAD1,50'),
      { by: 'balance', agrees: true, opening: -100, closing: 150 },
    ],
    [
      'balances of MT940 that its rows do not make',
      mt940('C261120CAD100,00', 'C261122CAD102,00'),
      { by: 'balance', agrees: false, difference: -50, row: 1 },
    ],
    [
      'the balances of MT940 with the newest statement first',
      `${mt940('C261122CAD102,50', 'C261123CAD105,00')}\n-\n${mt940('C261120CAD100,00', 'C261122CAD102,50')}`,
      { by: 'balance', agrees: true, opening: 10_000, closing: 10_500 },
    ],
    [
      'MT940 that lacks the statement between two',
      `${mt940('C261120CAD100,00', 'C261122CAD102,50')}\n-\n${mt940('C261124CAD110,00', 'C261125CAD112,50')}`,
      { by: 'balance', agrees: false },
    ],
    ['MT940 without an end', mt940('C261120CAD100,00', 'X'), undefined],
    [
      'MT940 with an entry that cannot be read',
      mt940('C261120CAD100,00', 'C261122CAD102,50', '1,000'),
      undefined,
    ],
    [
      'the balances of CAMT',
      camt('OPBD:1.00 CLBD:3.50'),
      { by: 'balance', agrees: true, opening: 100, closing: 350 },
    ],
    [
      'the balances of CAMT that went below nothing',
      camt('PRCD:4.00:DBIT CLBD:1.50:DBIT'),
      { agrees: true, opening: -400 },
    ],
    [
      'balances of CAMT that do not agree',
      camt('OPBD:1.00 CLBD:3.51'),
      { by: 'balance', agrees: false, difference: 1 },
    ],
    [
      'the balances of statements of CAMT that follow each other',
      withStatements(camt('OPBD:1.00 CLBD:3.50'), camt('OPBD:3.50 CLBD:6.00')),
      { by: 'balance', agrees: true, opening: 100, closing: 600 },
    ],
    [
      'CAMT that lacks the statement between two',
      withStatements(camt('OPBD:1.00 CLBD:3.50'), camt('OPBD:4.00 CLBD:6.50')),
      { by: 'balance', agrees: false },
    ],
    [
      'the balances of CAMT beside those of another currency',
      withStatements(camt('OPBD:1.00 CLBD:3.50'), camt('OPBD:4.00 CLBD:6.50').replaceAll('CAD', 'USD')),
      { by: 'balance', agrees: true, opening: 100, closing: 350 },
    ],
    [
      'the summary of CAMT',
      camt('', '<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries><Sum>7.50</Sum></TtlNtries></TxsSummry>'),
      { by: 'totals', agrees: true },
    ],
    [
      'a summary of CAMT with another sum of credits',
      camt(
        'OPBD:1.00 CLBD:3.50',
        '<TxsSummry><TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>6.00</Sum></TtlCdtNtries></TxsSummry>',
      ),
      { by: 'totals', agrees: false, difference: 100 },
    ],
    [
      'a summary of CAMT with another number of entries',
      camt('', '<TxsSummry><TtlNtries><NbOfNtries>3</NbOfNtries></TtlNtries></TxsSummry>'),
      { by: 'totals', agrees: false },
    ],
    [
      'the running balance of CSV, newest first',
      'Date,Text,Amount,Balance\n2026-11-22,B,-2.50,102.50\n2026-11-21,A,5.00,105.00\n2026-11-20,C,1.00,100.00',
      { by: 'running', agrees: true, opening: 9900, closing: 10_250 },
    ],
    [
      'a running balance of CSV that breaks',
      'Date,Text,Amount,Balance\n2026-11-20,C,1.00,100.00\n2026-11-21,A,5.00,105.00\n2026-11-22,B,-2.50,92.50\n2026-11-23,D,1.00,93.50',
      { by: 'running', agrees: false, difference: -1000, row: 4 },
    ],
    [
      'a balance of CSV at the end of each day',
      'Date,Text,Amount,Balance\n2026-11-20,C,1.00,\n2026-11-20,A,5.00,106.00\n2026-11-22,B,-2.50,\n2026-11-22,D,1.00,104.50',
      { by: 'running', agrees: true, opening: 10_000, closing: 10_450 },
    ],
    [
      'lines of balances in CSV',
      'Date,Text,Amount\n2026-11-20,Opening balance,100.00\n2026-11-21,A,5.00\n2026-11-22,Closing balance,105.00',
      { by: 'balance', agrees: true, opening: 10_000, closing: 10_500 },
    ],
    [
      'lines of totals in CSV',
      'Date,Text,Amount\n2026-11-21,A,5.00\n2026-11-22,B,-1.00\n,Total credits,5.00\n,Total debits,2.00',
      { by: 'totals', agrees: false, difference: 100 },
    ],
    ['CSV without any', 'Date,Text,Amount\n2026-11-21,A,5.00', undefined],
  ])('are compared with its rows: %s', (_, text, expected) => {
    if (expected) expect(proofOf(text)).toMatchObject(expected);
    else expect(proofOf(text)).toBeUndefined();
    if (expected && 'agrees' in expected && expected.agrees)
      expect(proofOf(text)).not.toHaveProperty('difference');
  });

  describe('over HTTP', () => {
    let app: TestApp;
    let accountId: string;
    beforeAll(async () => (app = await TestApp.start()));
    beforeEach(async () => (accountId = await createAccount(app)));
    afterAll(() => app.stop());

    const draftOf = async (file: string) =>
      (await upload(app, accountId, file).expect(201)).body as StatementDraft;
    const importOf = async (file: string) => {
      const draft = await draftOf(file);
      if (draft.preview.questions.length) await sayYes(app, draft._id);
      await app.admin.post(`/api/statements/${draft._id}/import`).expect(200);
      return draft;
    };
    const account = async () =>
      (await app.admin.get(`/api/bank-accounts/${accountId}`).expect(200)).body as BankAccountWithGaps;
    const csv = (rows: [number, number, number][]) =>
      `Date,Text,Amount,Balance\n${rows.map(([day, amount, after]) => `2026-11-${day},ROW ${day},${amount}.00,${after}.00`).join('\n')}`;

    it('are told in the preview, do not hold up an import, and stay with the statement', async () => {
      const file = mt940('C261120CAD100,00', 'C261122CAD102,00');
      const draft = await importOf(file);
      const proof = { by: 'balance', agrees: false, opening: 100, closing: 102, difference: -0.5, row: 1 };
      expect(draft.preview.proof).toEqual(proof);
      const { body } = await app.admin.get(`/api/statements/${draft._id}`).expect(200);
      expect(body.proof).toEqual(proof);
    });

    it('of two statements tell of the days that no file holds', async () => {
      await importOf(
        csv([
          [10, 5, 105],
          [11, 1, 106],
        ]),
      );
      expect((await account()).gaps).toEqual([]);
      await importOf(
        csv([
          [12, 4, 110],
          [13, 1, 111],
        ]),
      );
      expect((await account()).gaps).toEqual([]);
      await importOf(
        csv([
          [20, 2, 213],
          [21, 1, 214],
        ]),
      );
      expect(await account()).toMatchObject({
        _id: accountId,
        name: 'RBC Business',
        gaps: [{ after: '2026-11-13', before: '2026-11-20', difference: 100 }],
      });
      await importOf(
        csv([
          [14, 99, 210],
          [15, 1, 211],
        ]),
      );
      expect((await account()).gaps).toEqual([]);
      expect(await account()).not.toHaveProperty('layouts');
      await app.admin.get('/api/bank-accounts/64b000000000000000000000').expect(404);
    });

    it('of OFX are those of the statement before', async () => {
      const ofx = (day: number, amount: string, ledger: string) =>
        `<OFX><CURDEF>CAD<BANKTRANLIST><DTEND>202611${day}<STMTTRN><DTPOSTED>202611${day}<TRNAMT>${amount}<FITID>${day}<NAME>JANE</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>${ledger}<DTASOF>202611${day}</LEDGERBAL></OFX>`;
      expect((await importOf(ofx(11, '5.00', '105.00'))).preview).not.toHaveProperty('proof');
      expect((await importOf(ofx(12, '6.00', '111.00'))).preview.proof).toEqual({
        by: 'balance',
        agrees: true,
        opening: 105,
        closing: 111,
      });
      await importOf(ofx(20, '1.00', '120.00'));
      expect((await account()).gaps).toEqual([{ after: '2026-11-12', before: '2026-11-20', difference: 8 }]);
    });
  });
});
