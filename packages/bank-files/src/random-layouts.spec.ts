import { mergeAnswers } from './csv/mapping.js';
import type { DecisionChoice } from './common/contract.js';
import { readStatement, type ReadOptions } from './read-statement.js';

interface Truth {
  day: string;
  cents: number;
}

/** Returns numbers from 0 to 1, the same ones for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const columnNames = {
  date: ['Date', 'Buchungstag', 'Date comptable', 'Fecha', 'Posting Date', 'Boekdatum', 'When'],
  value: ['Value Date', 'Valuta', 'Date de valeur', 'Effective'],
  text: ['Description', 'Verwendungszweck', 'Libellé', 'Omschrijving', 'Memo'],
  payer: ['Name', 'Payee', 'Auftraggeber', 'Bénéficiaire'],
  amount: ['Amount', 'Betrag', 'Montant', 'Importe', 'Value', 'Belopp'],
  in: ['Credit', 'Deposits', 'Haben', 'Credit Amount', 'Paid in'],
  out: ['Debit', 'Withdrawals', 'Soll', 'Debit Amount', 'Paid out'],
  balance: ['Balance', 'Saldo', 'Solde', 'Kontostand', 'Ledger'],
  direction: ['D/C', 'Debit/Credit', 'Sens', 'Soll/Haben'],
  id: ['Reference', 'Transaction ID', 'Numéro'],
  other: ['Foreign Amount', 'Tax', 'Fee'],
} as const;

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayForms: ((year: string, month: string, day: string) => string)[] = [
  (...parts) => parts.join('-'),
  (...parts) => parts.join(''),
  (...parts) => parts.toReversed().join('/'),
  (...parts) => parts.toReversed().join('.'),
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${Number(month)}/${Number(day)}/${year.slice(2)}`,
  (year, month, day) => `${day}-${monthNames[Number(month) - 1]}-${year}`,
  (year, month, day) => `${monthNames[Number(month) - 1]} ${Number(day)}, ${year}`,
  (...parts) => `${parts.join('-')} 13:45:10`,
  (_, month, day) => `${Number(day)} ${monthNames[Number(month) - 1]}`,
];
const directionWords = ['D C', 'Debit Credit', 'Af Bij', 'S H', 'DBIT CRDT', 'Out In', '- +'];
const texts = ['JANE SMITH', 'RENT NOV', 'ACME Inc. 2026', 'GROCER', 'Fee', 'Müller GmbH'];

/** Writes a file of random rows in a random layout; returns it with its rows by their line. */
function fileOf(seed: number): { text: string; rows: Map<number, Truth> } {
  const random = randomOf(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)]!;
  const isChance = (share: number) => random() < share;
  let [time, balance] = [Date.UTC(2026, between(5, 8), between(1, 28)), between(0, 900_000)];
  const waysOut = pick([0, 0.5, 0.5, 0.5, 1]);
  const all = Array.from({ length: between(1, 10) }, () => {
    time += between(0, 6) * 86_400_000;
    const cents = between(1, 300_000) * (isChance(waysOut) ? -1 : 1);
    balance += cents;
    const iso = (at: number) => new Date(at).toISOString().slice(0, 10);
    return {
      day: iso(time),
      value: iso(time + between(0, 3) * 86_400_000),
      cents,
      balance,
      text: pick(texts),
      payer: pick(texts),
    };
  });
  if (isChance(0.3)) all.reverse();
  type Row = (typeof all)[number];
  const decimal = pick(['.', ',']);
  const thousands = pick(['', '', decimal === '.' ? ',' : '.', ' ', "'"]);
  const mark = pick(['', '', '$', 'CA$']);
  const plain = (cents: number) => {
    const [whole = '', fraction] = (Math.abs(cents) / 100).toFixed(2).split('.');
    return `${mark}${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)}${decimal}${fraction}`;
  };
  const sign = pick<(text: string) => string>([
    (text) => `-${text}`,
    (text) => `(${text})`,
    (text) => `${text}-`,
    (text) => `${text} CAD-`,
  ]);
  const signed = (cents: number) => (cents < 0 ? sign(plain(cents)) : plain(cents));
  const dayForm = pick(dayForms);
  const dayText = (iso: string) => dayForm(...(iso.split('-') as [string, string, string]));
  const columns: { name: string; cell: (row: Row, at: number) => string }[] = [];
  const add = (role: keyof typeof columnNames, cell: (row: Row, at: number) => string) =>
    columns.push({ name: pick(columnNames[role]), cell });
  add('date', ({ day }) => dayText(day));
  if (isChance(0.3)) add('value', ({ value }) => dayText(value));
  add('text', ({ text }) => text);
  if (isChance(0.4)) add('payer', ({ payer }) => payer);
  const style = pick(['signed', 'signed', 'columns', 'columns', 'words']);
  if (style === 'columns') {
    const none = pick(['', plain(0)]);
    add('in', ({ cents }) => (cents > 0 ? plain(cents) : none));
    add('out', ({ cents }) => (cents < 0 ? plain(cents) : none));
  } else add('amount', ({ cents }) => (style === 'signed' ? signed(cents) : plain(cents)));
  const words = pick(directionWords).split(' ');
  if (style === 'words') add('direction', ({ cents }) => words[Number(cents > 0)]!);
  if (isChance(0.5)) add('balance', (row) => (row.balance < 0 ? '-' : '') + plain(row.balance));
  if (isChance(0.2)) add('id', (_, at) => String(10_383_360 + 7 * at));
  if (isChance(0.2)) add('other', ({ cents }) => plain(Math.round(cents * 0.13)));
  if (isChance(0.3)) columns.sort(() => random() - 0.5);
  const delimiter = pick([',', ';', '\t']);
  const lineOf = (cells: readonly string[]) =>
    cells.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter);
  const lines = isChance(0.85) ? [lineOf(columns.map(({ name }) => name))] : [];
  const rows = all.map((row, at): [number, Truth] => [
    lines.push(lineOf(columns.map(({ cell }) => cell(row, at)))),
    row,
  ]);
  return { text: lines.join('\n'), rows: new Map(rows) };
}

type Reading = ReturnType<typeof readStatement>;

/** Returns how far a reading is from the right rows: wrong ones, and those that are missing. */
function distance({ rows }: Reading, right: ReadonlyMap<number, Truth>): number {
  const isRight = ({ row, day, cents }: Truth & { row: number }) =>
    right.get(row)?.day === day && right.get(row)?.cents === cents;
  return rows.filter((row) => !isRight(row)).length * 10 + right.size - rows.length;
}

/** Reads a file as a person would who knows its rows: by the choice that leads nearest to them, else whose example is right. */
function readKnowing(text: string, right: ReadonlyMap<number, Truth>): Reading {
  const said: ReadOptions = {};
  const withChoice = ({ value: { answers, ...others } }: DecisionChoice): ReadOptions => ({
    ...said,
    ...others,
    ...(answers && { answers: mergeAnswers(said.answers ?? {}, answers) }),
  });
  const read = (options: ReadOptions) => readStatement(Buffer.from(text), 'CAD', options);
  const isTold = ({ example }: DecisionChoice) => {
    const row = example && right.get(example.row);
    const cents = example?.amount === undefined ? undefined : Math.round(example.amount * 100);
    return [
      Number(!row || (example?.day?.slice(5) ?? row.day.slice(5)) === row.day.slice(5)),
      Number(!row || Math.abs(cents ?? row.cents) === Math.abs(row.cents)),
      Number(!row || (cents ?? row.cents) === row.cents),
    ].reduce((sum, one) => sum * 2 + one, 0);
  };
  for (let asked = 0; asked < 20; asked++) {
    const reading = read(said);
    const open = reading.decisions.find(({ isOpen, choices }) => isOpen && choices?.length);
    if (!open) return reading;
    const judged = open.choices!.map((choice) => {
      const next = read(withChoice(choice));
      return { choice, told: isTold(choice), far: next.rows.length ? distance(next, right) : 0 };
    });
    const [best] = judged.sort((one, other) => one.far - other.far || other.told - one.told);
    Object.assign(said, withChoice(best!.choice));
  }
  return read(said);
}

describe('files in random layouts', () => {
  beforeAll(
    () => void jest.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z'), doNotFake: ['nextTick'] }),
  );
  afterAll(() => void jest.useRealTimers());

  it('are read as they were written, or asked about, or say what does not fit', () => {
    const wrong: object[] = [];
    for (let seed = 1; seed <= 200; seed++) {
      const { text, rows } = fileOf(seed);
      const reading = readKnowing(text, rows);
      const isSaid = reading.unreadable.length > 0 || reading.proof?.agrees === false;
      if (!isSaid && distance(reading, rows))
        wrong.push({ seed, text, decisions: reading.decisions.map(({ reads }) => reads) });
    }
    expect(wrong).toEqual([]);
  });
});
