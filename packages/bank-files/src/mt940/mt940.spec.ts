import { choicesOn } from '../testing.js';
import { readStatement } from '../read-statement.js';

const read = (text: string, currency: string = 'CAD', lastDigits?: string) =>
  readStatement(Buffer.from(text), currency, { lastDigits });

/** A statement with these lines between its balances. */
const statement = (lines: string[], { account = '12345678/0000004821', currency = 'CAD' } = {}) =>
  [':20:STARTUMS', `:25:${account}`, ':28C:1/1', `:60F:C261120${currency}10,00`, ...lines]
    .concat(`:62F:C261121${currency}10,00`, ':86:ABOUT THE WHOLE STATEMENT', '-')
    .join('\r\n');

const rowsOf = (lines: string[]) =>
  read(statement(lines)).rows.map(
    ({ day, cents, payer = '-', text, bankId }) =>
      `${day} ${cents} ${payer} | ${text}${bankId ? ` #${bankId}` : ''}`,
  );

describe('an MT940 file', () => {
  it.each<[string, string, number]>([
    ['a credit', 'C5,00', 500],
    ['a debit', 'D5,', -500],
    ['a reversed credit', 'RC5,00', -500],
    ['a reversed debit', 'RD5,00', 500],
    ['a credit with the last letter of its currency', 'CD5,00', 500],
    ['a reversed debit with the last letter of its currency', 'RDD5,00', 500],
    ['zeros before the amount', 'C000000000005,25', 525],
    ['a decimal point', 'D5.25', -525],
    ['a blank behind the amount', 'D5,25 ', -525],
  ])('has the direction and amount of %s', (_, text, cents) => {
    const { rows, unreadable } = read(statement([`:61:2611211121${text}NTRFNONREF`]));
    expect(unreadable).toEqual([]);
    expect(rows).toMatchObject([{ row: 1, day: '2026-11-21', cents, account: '12345678/0000004821' }]);
  });

  it.each([
    ['2611211122C5,00NTRFNONREF', '2026-11-22'],
    ['261121C5,00NTRFNONREF', '2026-11-21'],
    ['2612310102C5,00NTRFNONREF', '2027-01-02'],
    ['2701021231C5,00NTRFNONREF', '2026-12-31'],
    ['2602300227C5,00NTRFNONREF', '2026-02-27'],
    ['2602300302C5,00NTRFNONREF', '2026-03-02'],
    ['260230C5,00NTRFNONREF', '2026-02-28'],
  ])('%s was entered on %s', (line, day) => {
    expect(read(statement([`:61:${line}`])).rows).toMatchObject([{ day }]);
  });

  it.each(['BANKCAXX/12345678ABCDEF002/CAD', 'BANKCAXX 12345678ABCDEF'])(
    'is of its account: %s',
    (account) => {
      const other = statement([':61:261121C7,00NTRFNONREF']);
      const file = `${statement([':61:261121C5,00NTRFNONREF'], { account })}\r\n${other}`;
      const names = choicesOn('account', read(file)).map((reads) => reads.replace(/:.*/, ''));
      expect(names.slice(0, 2)).toEqual([account.replace('/CAD', ''), '12345678/0000004821']);
    },
  );

  it('leaves out what is expected or zero, and lists what cannot be read', () => {
    const texts = ['EC5,00', 'C0,00', 'C-5,00', 'C1,000', 'C1.000'];
    const lines = texts.map((text) => `:61:261121${text}NTRF`);
    const reading = read(statement([...lines, ':61:261340C5,00NTRF']));
    expect(reading.rows).toEqual([]);
    expect(reading.skipped).toEqual([
      { row: 1, reason: 'pending' },
      { row: 2, reason: 'zero' },
    ]);
    expect(reading.unreadable.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'The entry (:61:) cannot be read'],
      [4, 'The amount (:61:) cannot be read'],
      [5, 'The amount (:61:) cannot be read'],
      [6, 'The date (:61:) cannot be read'],
    ]);
  });

  it('with the German structure has the remittance text, which goes on where a part is full, and the payer', () => {
    expect(
      rowsOf([
        ':61:2611211121CR5,00N051NONREF//B4711',
        ':86:166?00GUTSCHRIFT UEBERWEISUNG?109245?20EREF+NOTPROVIDED?21SVWZ+TRIP CRTS-OTN-9F3A2C-4?2282913 THANKS?30TES',
        'TDEFFXXX?31DE02100100109307118603?32JANE?33SMITH?34000',
      ]),
    ).toEqual([
      '2026-11-21 500 JANE SMITH | TRIP CRTS-OTN-9F3A2C-482913 THANKS GUTSCHRIFT UEBERWEISUNG #B4711',
    ]);
  });

  it('with the German structure and without labels has all parts of the remittance text', () => {
    expect(
      rowsOf([':61:261121C5,00NTRFNONREF', ':86:020~00DEPOSIT~20CRTS-OTN-9F3A2C-482913~21TRIP~32BOB']),
    ).toEqual(['2026-11-21 500 BOB | CRTS-OTN-9F3A2C-482913 TRIP DEPOSIT']);
  });

  it('with words between slashes has the remittance text, the payer and its own reference', () => {
    expect(
      rowsOf([
        ':61:2611211121C5,00NTRFEREF//0042',
        '/TRCD/00100/',
        ':86:/EREF/E-1//CNTP/NL00TEST0000000000/TESTNL2A/JANE SMI',
        'TH/TOWN//REMI/USTD//CRTS-OTN-9F3A2C-482913/',
        ':61:2611211121D6,00N541NONREF',
        'NL00TEST0000000001',
        ':86:/BENM//NAME/BOB BROWN/ADDR/1 Main Street/REMI/Rent of No',
        'vember/ISDT/2026-11-21',
        ':61:2611211121C7,00NTRFNONREF',
        ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL00TEST0000000002/BIC/TESTNL2A/NAME/ANN LEE/EREF/NOTPROVIDED',
        ':61:2611211121C8,00NTRFNONREF',
        ':86:/REMI/STRD/CUR/9001/',
      ]),
    ).toEqual([
      '2026-11-21 500 JANE SMITH | CRTS-OTN-9F3A2C-482913 E-1 #0042',
      '2026-11-21 -600 BOB BROWN | Rent of November NL00TEST0000000001',
      expect.stringMatching(/^2026-11-21 700 ANN LEE \| .*SEPA OVERBOEKING/),
      '2026-11-21 800 - | 9001',
    ]);
  });

  it('without a structure has the lines as one text: a full line goes on in the next', () => {
    const full = 'WIRE IN FROM JANE SMITH FOR CRTS-OTN-9F3A'.padStart(65, 'X');
    expect(
      rowsOf([
        ':61:2611211121C5,00NMSC1051//0042',
        'WIRE DEPOSIT',
        `:86:${full}`,
        '2C-482913',
        'THANK YOU',
        '-',
        ':12:IS NO FIELD',
        ':61:2611211121C6,00NTRFNONREF',
        ':86:IBAN: NL00TEST0000000000   NAAM: BOB BROWN   OMSCHRIJVING: TRIP',
        ':61:2611211121C7,00NTRFINV-77',
      ]),
    ).toEqual([
      `2026-11-21 500 - | ${full}2C-482913 THANK YOU - :12:IS NO FIELD WIRE DEPOSIT 1051 #0042`,
      '2026-11-21 600 BOB BROWN | IBAN: NL00TEST0000000000 NAAM: BOB BROWN OMSCHRIJVING: TRIP',
      '2026-11-21 700 - | INV-77',
    ]);
  });

  it('is recognised by its content, with and without blocks, and behind lines of the bank', () => {
    const text = statement([':61:261121C5,00NTRFNONREF', ':86:TRIP']);
    const blocks = `{1:F01TESTCAT2AXXX0000000000}{2:O940TESTCAT2AXXXN}{3:}{4:\r\n${text}}{5:}`;
    for (const file of [text, blocks, blocks + blocks, `TESTBANK\n940\n${text}`, `:940:\n${text}`]) {
      const { format, rows } = read(file);
      expect(format).toBe('mt940');
      expect(new Set(rows.map((row) => row.text))).toEqual(new Set(['TRIP']));
    }
  });

  it('of another currency is refused, naming both', () => {
    expect(() => read(statement([], { currency: 'EUR' }))).toThrow('The file is in EUR, the account in CAD');
  });

  it('with a blank day of the entry is read by its value date', () => {
    const text =
      ':20:X\n:25:4821\n:60F:C240312CAD1000,00\n:61:240312    CD212,39NMSCNONREF//\n:86:JANE SMITH';
    expect(read(text, 'CAD').rows).toMatchObject([{ day: '2024-03-12', cents: 21_239, text: 'JANE SMITH' }]);
  });

  it('of several accounts gives the rows of the one with these last digits', () => {
    const text = ['CA4821', 'CA1111USD']
      .map((account) => statement([':61:261121C5,00NTRFNONREF', `:86:${account}`], { account }))
      .join('\n');
    expect(read(text, 'CAD', '1111').rows).toMatchObject([{ account: 'CA1111', text: 'CA1111USD' }]);
    expect(read(text)).toMatchObject({ questions: ['account'], rows: [] });
    expect(choicesOn('account', read(text)).slice(0, 2)).toEqual([
      expect.stringMatching(/^CA4821: /),
      'CA1111: 1 rows, 2026-11-21 to 2026-11-21',
    ]);
  });

  it('with the day that runs behind its statement has what is not booked yet as pending', () => {
    const running =
      ':20:Y\n:25:4821\n:28C:1\n:34F:CADC5,\n:13D:2611221200+0000\n:61:2611221122C5,00NTRFNONREF\n-';
    const text = statement([':61:261121C5,00NTRFNONREF', ':86:JANE']);
    for (const one of [`${text}\n${running}`, `${running}\n${text}`])
      expect(read(one)).toMatchObject({
        questions: [],
        rows: [{ text: 'JANE' }],
        skipped: [{ reason: 'pending' }],
      });
  });

  it('of the day that runs is refused by its name', () => {
    expect(() =>
      read(':20:X\n:25:4821\n:28C:1\n:34F:CAD0,\n:13D:2611211200+0000\n:61:261121C5,00NTRF'),
    ).toThrow('MT942');
  });
});
