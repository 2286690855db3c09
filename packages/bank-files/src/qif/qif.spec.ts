import { choicesOn, openChoices, readAnswered } from '../testing.js';
import { readStatement } from '../read-statement.js';
import type { Marks } from '../common/contract.js';

interface Said {
  mapping?: Marks;
  currency?: string;
  lastDigits?: string;
}

const read = (text: string, { mapping, currency = 'CAD', lastDigits }: Said = {}) =>
  readStatement(Buffer.from(text), currency, { mapping: mapping as never, lastDigits });

/** A list of a bank account with these entries, a line for each "|". */
const list = (...entries: string[]) =>
  `!Type:Bank\n${entries.map((entry) => `${entry.replaceAll('|', '\n')}\n^\n`).join('')}`;

const rowsOf = (text: string, said?: Said) =>
  read(text, said).rows.map(({ row, day, cents, text: own }) => `${row}: ${day} ${cents} ${own}`);

describe('a QIF file', () => {
  it('has the signed amounts, payees, memos and numbers of its entries; splits are parts of them', () => {
    expect(
      rowsOf(
        list(
          'D2026-11-21|T1,997.00|U1,997.00|PJANE SMITH|MTRIP CRTS-OTN-9F3A2C-482913|CX|LIncome',
          'D2026-11-22|T-12.50|PFEE|N1051|SBank|$-10.00|SOther|$-2.50',
          'D2026-11-23|U5.00|LDeposits',
        ),
      ),
    ).toEqual([
      '1: 2026-11-21 199700 JANE SMITH TRIP CRTS-OTN-9F3A2C-482913',
      '2: 2026-11-22 -1250 FEE 1051',
      '3: 2026-11-23 500 Deposits',
    ]);
  });

  it('reads no amount without a minus where its number says that money went out', () => {
    const { rows, unreadable } = read(
      list('D2026-11-21|T5.00|PJANE|NDeposit', 'D2026-11-22|T7.00|PSHOP|NWithdrawal'),
    );
    expect(rows).toMatchObject([{ row: 1, cents: 500 }]);
    expect(unreadable).toEqual([
      { row: 2, reason: 'The amount (T) has no minus, but its number (N) says "Withdrawal"' },
    ]);
  });

  it.each([
    ["01/15'26", '2026-01-15'],
    ["1/15'2026", '2026-01-15'],
    ["1/15' 6", '2006-01-15'],
    ['15.1.26', '2026-01-15'],
    ['1/15/94', '1994-01-15'],
    ['2026-01-15', '2026-01-15'],
    ['15 Jan 2026', '2026-01-15'],
  ])('has the date %s, which is %s', (text, day) => {
    const order = text.startsWith('15.') ? 'DMY' : 'MDY';
    expect(read(list(`D${text}|T5.00`), { mapping: { dateOrder: order } }).rows).toMatchObject([{ day }]);
  });

  it('asks for the order of day and month where no date tells, and reads nothing until it is said', () => {
    const text = list("D1/2'26|T5.00", 'D11/12/2026|T6.00');
    const open = read(text);
    expect(open).toMatchObject({ rows: [], questions: ['dateOrder'], mapping: { decimal: '.' } });
    expect(read(text, { mapping: { dateOrder: 'DMY' } })).toMatchObject({
      questions: [],
      mapping: { dateOrder: 'DMY' },
      rows: [{ day: '2026-02-01' }, { day: '2026-12-11' }],
    });
    expect(read(list('D11/12/2026|T6.00', 'D11/13/2026|T6.00')).questions).toEqual([]);
    expect(read(`!Option:DMY\n${text}`).rows).toMatchObject([{ day: '2026-02-01' }, { day: '2026-12-11' }]);
  });

  it('asks for the decimal mark where no amount tells', () => {
    const text = list('D2026-11-21|T1,250');
    expect(read(text)).toMatchObject({ rows: [], questions: ['decimal'] });
    expect(read(text, { mapping: { decimal: '.' } }).rows).toMatchObject([{ cents: 125_000 }]);
    expect(rowsOf(list('D2026-11-21|T-1.250,00|PA'))).toEqual(['1: 2026-11-21 -125000 A']);
  });

  it('leaves out opening balances and zero amounts, and lists what cannot be read', () => {
    const reading = read(
      `${list(
        'D2026-11-01|T900.00|POpening Balance|L[Checking]',
        'D2026-11-01|T900.00|POpening Balance',
        'D2026-11-02|T0.00|PA',
        'D2026-11-31|T5.00|PB',
        'D2026-11-03|Tx|PC',
        'D2026-11-03|T5.00|U6.00|PD',
        'D2026-11-03|PE',
      )}D2026-11-04\nT1`,
    );
    expect(reading.rows).toEqual([]);
    expect(reading.skipped).toEqual([
      { row: 1, reason: 'balance' },
      { row: 3, reason: 'zero' },
    ]);
    expect(reading.unreadable.map(({ row, reason }) => `${row}: ${reason}`)).toEqual([
      '2: This may be a balance, no transaction',
      '4: The date (D) cannot be read',
      '5: The amount (T) cannot be read',
      '6: The amounts (T and U) differ',
      '7: The amount (T) cannot be read',
      // The file may be cut off within its amount.
      '8: The entry has no end (^)',
    ]);
  });

  it('has the lists of bank accounts only, whatever else stands in it', () => {
    const text = `!Option:AutoSwitch\n!Account\nNChecking\nTBank\n^\nNSavings\nTBank\n^\n!Clear:AutoSwitch\n!Type:Cat\nNTravel\nT1.00\n^\n!Account\nNChecking\nTBank\n^\n${list('D2026-11-21|T5.00|PA')}!Type:Prices\n"X",1,"11/21/26"\n^\n!Type:Invst\nD2026-11-21\nNBuy\nT5.00\n^\n`;
    const reading = read(text, { lastDigits: '4821' });
    expect(reading.rows).toMatchObject([{ row: 1, text: 'A' }]);
    // A name is no number, by which the account could be another one.
    expect(reading.skipped).toEqual([{ row: 2, reason: 'account' }]);
    expect(() => read('!Type:Invst\nD2026-11-21\nT5.00\n^\n')).toThrow('investments only');
  });

  it('with lines of a program before its header is read', () => {
    const text = "### exported by a program\n!Type:Bank\nD2/14'2026\nT67.50\nPJANE SMITH\n^\n";
    expect(rowsOf(text)).toEqual(['1: 2026-02-14 6750 JANE SMITH']);
  });

  it('with two lists and no name of an account asks which is meant', () => {
    const text = list('D2026-02-14|T5.00|PMINE') + list('D2026-02-15|T6.00|POTHER');
    expect(read(text)).toMatchObject({
      questions: ['account'],
    });
    expect(choicesOn('account', read(text))).toEqual([
      'Bank (list 1): 1 rows, 2026-02-14 to 2026-02-14',
      'Bank (list 2): 1 rows, 2026-02-15 to 2026-02-15',
      'all rows belong to this bank account',
    ]);
    expect(choicesOn('account', read(list('D2026-02-14|T5.00|PMINE')))).toEqual([]);
  });

  it('of several accounts is read where the last digits tell one, before anything else is asked', () => {
    const of = (name: string, payee: string) =>
      `!Account\nN${name}\nTBank\n^\n${list(`D1/2/2026|T5.00|P${payee}`)}`;
    const text = of('Business 4821', 'MINE') + of('Savings 1111', 'OTHER');
    expect(read(text)).toMatchObject({
      questions: ['dateOrder', 'account'],
      rows: [],
    });
    expect(rowsOf(text, { lastDigits: '4821', mapping: { dateOrder: 'MDY' } })).toEqual([
      '1: 2026-01-02 500 MINE',
    ]);
    expect(read(list('D1/2/2026|T5.00') + of('Checking', 'A')).questions).toContain('account');
  });

  describe('of a card, whose direction nothing in it shows,', () => {
    const entries = (coffee: string, payment: string) =>
      `D25/06/2026\nT${coffee}\nPCOFFEE\n^\nD26/06/2026\nT${payment}\nPPAYMENT - THANK YOU\n^\n`;
    const card = (coffee: string, payment: string) => `!Type:CCard\n${entries(coffee, payment)}`;
    const choices = (text: string) =>
      openChoices('direction', read(text)).map(({ reads, example }) => [reads, example?.amount]);
    const [isIn, isOut] = ['in', 'out'].map((way) => `an amount without a minus is money that came ${way}`);
    const left = isOut!.replace('came', 'went');

    it.each([
      [card('-12.34', '5.00'), [isIn, -12.34], [left, 12.34]],
      [card('12.34', '-5.00'), [left, -12.34], [isIn, 12.34]],
      [card('12.34', '5.00'), [left, -12.34], [isIn, 12.34]],
    ])('asks for it with a row each way, the likelier one first', (text, first, second) => {
      expect(read(text)).toMatchObject({ rows: [], questions: ['direction'] });
      expect(choices(text)).toEqual([first, second]);
    });

    it('is asked once, and again where no amount has a minus', () => {
      const text = card('12.34', '-5.00');
      const said = readAnswered(text);
      expect(said).toMatchObject({ asked: ['direction'], rows: [{ cents: -1234 }, { cents: 500 }] });
      const of = (answered: typeof said) => () => ({ mapping: answered.mapping!, seen: answered.contents });
      const next = readStatement(Buffer.from(card('7.00', '8.00')), 'CAD', { remembered: of(said) });
      expect(next).toMatchObject({ questions: [], rows: [{ cents: -700 }, { cents: -800 }] });
      const usual = readAnswered(card('-12.34', '5.00'));
      expect(usual.rows).toMatchObject([{ cents: -1234 }, { cents: 500 }]);
      const remembered = of(usual);
      expect(readStatement(Buffer.from(card('-7.00', '8.00')), 'CAD', { remembered }).questions).toEqual([]);
      expect(readStatement(Buffer.from(card('7.00', '8.00')), 'CAD', { remembered }).questions).toEqual([
        'direction',
      ]);
    });

    it('is of no matter where the list of a bank account beside it is the own one', () => {
      const both = `!Type:Bank\n${entries('-12.34', '5.00')}${card('12.34', '-5.00')}`;
      expect(readAnswered(both)).toMatchObject({
        asked: ['account'],
        rows: [{ cents: -1234 }, { cents: 500 }],
      });
    });
  });

  it('has an ampersand where a bank writes it as in web pages', () => {
    expect(rowsOf(list('D25/06/2026|T-10.00|PSmith &amp; Sons'))).toEqual([
      '1: 2026-06-25 -1000 Smith & Sons',
    ]);
  });
});
