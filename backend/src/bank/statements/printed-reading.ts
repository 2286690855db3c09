import { type ChoiceExample, statementFormatNames, type StatementQuestion } from '#bank-files/contract';
import { asCents, plainCents, sumOfCents } from '#domain/platform/money';
import { countOfThings, formatCount } from '#domain/platform/numbers';
import type { StatementReading } from '#bank-files';

const questionTexts: Record<StatementQuestion, string> = {
  encoding: 'the encoding of the text',
  date: 'the column of the date',
  dateOrder: 'the order of day and month',
  year: 'the year of the dates',
  decimal: 'the decimal mark',
  amount: 'the column of the amount',
  direction: 'the direction of the amounts',
  currency: 'the column of the currency of the amounts',
  status: 'the words of the status column',
  text: 'the columns of the text',
  account: 'the account that the file, or its rows, belong to',
  confirm: 'whether the first reading of this layout is right',
};

/** Returns the columns with the fields of the mapping that they are read as. */
function columnLines({ columns, mapping }: StatementReading): string[] {
  if (!mapping) return [];
  const roles = (column: number) =>
    Object.entries(mapping).flatMap(([field, value]: [string, unknown]) =>
      field !== 'headerRow' && (value === column || (Array.isArray(value) && value.includes(column)))
        ? [field]
        : [],
    );
  const settings = Object.entries(mapping).flatMap(([field, value]: [string, unknown]) =>
    field === 'headerRow' || (typeof value !== 'number' && !Array.isArray(value))
      ? [`${field} ${JSON.stringify(value)}`]
      : [],
  );
  return [
    ...columns.map(({ index, name, samples }) => {
      const read = roles(index).join(', ') || '-';
      return `Column ${index}: ${JSON.stringify(name)} read as ${read}: ${samples.map((one) => JSON.stringify(one)).join(' ')}`;
    }),
    ...(settings.length ? [`Mapping: ${settings.join(', ')}`] : []),
  ];
}

/** Returns the decisions with what settles each, and the choices of those that are open. */
const decisionLines = ({ decisions }: StatementReading, why: boolean): string[] =>
  decisions.flatMap(({ on, reads, by, says, word, isOpen, choices = [] }) => [
    ...(why && !isOpen ? [`Decision (${on}): ${reads} (${[by, says].filter(Boolean).join(': ')})`] : []),
    ...(isOpen ? [`Open (${on}${word === undefined ? '' : ` of ${JSON.stringify(word)}`}): ${reads}`] : []),
    ...(isOpen ? choices : []).map(({ reads: choice, example }) => `  ${choice}${exampleText(example)}`),
  ]);

/** Returns a row as a choice reads it. */
function exampleText(example: ChoiceExample | undefined): string {
  if (!example) return '';
  const { row, day, amount, payer, text } = example;
  return `: row ${row}: ${[day, amount?.toFixed(2), payer, text].filter(Boolean).join(' | ')}`;
}

/** Returns what the file's own sums say of the rows. */
function proofLine({ proof, rows }: StatementReading): string {
  const sums = { balance: 'balance', totals: 'sums', running: 'running balance' };
  const isMany = proof?.by === 'totals';
  if (proof?.agrees === undefined) return 'The file has nothing that proves its rows';
  const name = `The bank’s own ${sums[proof.by]}`;
  if (proof.agrees)
    return `${name} ${isMany ? 'agree' : 'agrees'} with the ${countOfThings(rows.length, 'row')}`;
  const where = proof.row === undefined ? '' : ` from row ${proof.row} on`;
  const by = proof.difference === undefined ? '' : ` by ${plainCents(asCents(proof.difference))}`;
  return `${name} ${isMany ? 'differ' : 'differs'} from the rows${by}${where}`;
}

/** Writes a reading as lines: format, columns, questions, rows, what is left out, and sums. */
export function printedReading(reading: StatementReading, { why = false } = {}): string[] {
  const { format, questions, rows, skipped, unreadable } = reading;
  const sumOf = (sign: 1 | -1) =>
    plainCents(
      sumOfCents(rows.map(({ cents }) => asCents(cents)).filter((cents) => Math.sign(cents) === sign)),
    );
  return [
    `Format: ${statementFormatNames[format]}`,
    ...columnLines(reading),
    ...decisionLines(reading, why),
    ...questions.map((question) => `Question (${question}): ${questionTexts[question]}`),
    ...rows.map(({ row, day, cents, payer, text, bankId }) =>
      [
        `Row ${row}: ${day} ${plainCents(asCents(cents))}`,
        payer ?? '-',
        text || '-',
        ...(bankId ? [`#${bankId}`] : []),
      ].join(' | '),
    ),
    ...skipped.map(({ row, reason }) => `Row ${row}: left out (${reason})`),
    ...unreadable.map(({ row, reason }) => `Row ${row}: cannot be read: ${reason}`),
    proofLine(reading),
    `${countOfThings(rows.length, 'row')}, ${sumOf(1)} in, ${sumOf(-1)} out; ${formatCount(skipped.length)} left out, ${formatCount(unreadable.length)} cannot be read, ${countOfThings(questions.length, 'question')} open`,
  ];
}
