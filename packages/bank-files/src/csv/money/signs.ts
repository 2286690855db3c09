import type { CsvMapping, DecidedBy, MoneyDirection, ReadingDecision } from '../../common/contract.js';
import type { Answers } from '../answers.js';
import { amountSign } from '../../common/amounts.js';
import { columnNamed, openDecision, type Option } from '../../common/decide.js';
import type { compareBalance } from './balance.js';
import { decideDirections, type Directions, type OpenWord } from './direction.js';
import { openMarks, turned } from './marks.js';
import { rankOf } from '../column-names.js';
import type { ReadRow } from '../rows.js';

type DirectionOf = Directions['directionOf'];

/** All that the direction of amounts is decided by. */
export interface SignSources {
  mapping: CsvMapping;
  said: Answers;
  /** The other means that settles the columns: an earlier file of the layout, or a known layout. */
  before: Extract<DecidedBy, 'remembered' | 'known'> | undefined;
  /** Columns that may say the direction by words that are not known. */
  possible: readonly number[];
  names: readonly string[] | undefined;
  /** Compares the rows in a direction with the running balance. */
  compare: (directionOf: DirectionOf) => ReturnType<typeof compareBalance>;
}

/** The direction of each row, and the decisions on it: there are rows only where none is open. */
export interface Signs {
  directionOf: DirectionOf;
  decisions: ReadingDecision[];
}

const wayOf = { in: 'money that came in', out: 'money that went out' } as const;
const named = (word: string) => (word ? `"${word.slice(0, 30)}"` : 'an empty cell');

/** Returns the decision on a word, or a mark, whose direction is open. */
function openWord(
  { word, isContradicted }: OpenWord,
  { direction, amount }: CsvMapping,
  likely: MoneyDirection = 'in',
  isMostly = false,
): ReadingDecision {
  const columns = [direction ?? amount ?? []].flat();
  const options: Option<string>[] = isContradicted
    ? // A sign is of its row. Where most of them contradict the words, the column has them the other way round.
      (isMostly ? (['word', 'sign'] as const) : (['sign', 'word'] as const)).map((value) => ({
        ...{
          value,
          columns,
          reads: value === 'word' ? `the word ${named(word)} counts` : 'the sign of the amount counts',
        },
        answer: { answers: { contradictions: value } },
      }))
    : [likely, turned(likely)].map((value) => ({
        ...{
          value,
          columns,
          reads: `${direction === undefined ? markNamed(word) : named(word)} is ${wayOf[value]}`,
        },
        answer: { answers: { directions: { [word]: value } } },
      }));
  return { ...openDecision('direction', options), word };
}

const markNamed = (mark: string): string =>
  mark === '' ? 'an amount without a sign' : mark === '-' ? 'a minus' : `an amount with "${mark}"`;

/** Returns the reading of all marks as an option. */
function marksOption(directions: Record<string, MoneyDirection>, columns: number[]): Option<string> {
  const reads = Object.entries(directions).map(([mark, way]) => `${markNamed(mark)} is ${wayOf[way]}`);
  return { value: '', reads: reads.join(', '), columns, answer: { answers: { directions } } };
}

/**
 * Decides on the direction of rows. Two columns, words beside the amounts, and both signs in one column say it themselves; a
 * running balance proves it, or contradicts it. Else nothing shows it, and a person says it.
 */
export function decideSigns(directed: readonly ReadRow[], sources: SignSources): Signs {
  const { mapping, said, before, possible, names, compare } = sources;
  const { amount, direction, reversed } = mapping;
  if (amount === undefined) {
    const directionOf: DirectionOf = ({ cents }) => (cents > 0 ? 1 : -1);
    return { directionOf, decisions: [] };
  }
  const { directionOf, open } = decideDirections(directed, mapping);
  const contradicted = open.reduce((sum, one) => sum + (one.isContradicted ? one.rows : 0), 0);
  const isMostly = 2 * contradicted > directed.length;
  if (open.length)
    return { directionOf, decisions: open.map((word) => openWord(word, mapping, 'in', isMostly)) };
  const compared = compare(directionOf);
  const { agreeing } = compared;
  const isContradicted = compared.contradicting > agreeing;
  const isSaid = [said.direction, said.directions, said.reversed, said.contradictions].some(
    (one) => one !== undefined && one !== null,
  );
  const reads =
    direction === undefined
      ? mapping.directions
        ? marksOption(mapping.directions, []).reads
        : `a minus is ${wayOf[reversed ? 'in' : 'out']}`
      : `${columnNamed(direction, names)} says the direction`;
  const settle = (by: DecidedBy, says?: string): Signs => ({
    directionOf,
    decisions: [{ on: 'direction', reads, by, ...(says && { says }), isOpen: false }],
  });
  if (isSaid) return settle('said');
  const isProven = agreeing > 0 && compared.contradicting === 0;
  if (isProven && !reversed) return settle('proof', `the balance changes so in ${agreeing} rows`);
  if (before && !isContradicted) return settle(before);
  const columns = [amount];
  if (direction !== undefined) {
    if (!isContradicted) return settle('only');
    const words = [...new Set(directed.map(({ word }) => word))];
    const wayOfWord = (word: string): MoneyDirection =>
      directionOf(directed.find((row) => row.word === word)!) === 1 ? 'in' : 'out';
    const ways = Object.fromEntries(words.map((word) => [word, wayOfWord(word)] as const));
    return openBoth(directionOf, turnedAll(ways), [direction]);
  }
  const marked = openMarks(directed);
  // A column named after money that went out may be of that alone, and one of an unknown name and no sign of either.
  const name = names?.[amount] ?? '';
  const isNamed = (['amount', 'in'] as const).some((role) => rankOf(role, name) !== undefined);
  const isOut = !isNamed && rankOf('out', name) !== undefined;
  const isUnknown =
    name !== '' && !isNamed && !directed.some(({ amountText }) => amountSign(amountText) !== 0);
  if (!marked && !isContradicted && !possible.length && !isOut && !isUnknown) {
    const signs = new Set(directed.map(({ cents }) => Math.sign(cents)));
    if (signs.size < 2) return settle('only');
    return settle('proof', 'amounts with a sign, and without one or with the other, stand beside each other');
  }
  const bySign = Object.fromEntries(
    directed.map((row) => [row.word, directionOf(row) === 1 ? ('in' as const) : ('out' as const)]),
  );
  // A balance that changes the other way makes that the likelier one.
  const likely = isContradicted || isOut ? turnedAll(bySign) : (marked?.likely ?? bySign);
  if (Object.keys(likely).length > 2)
    return {
      directionOf,
      decisions: Object.entries(likely).map(([word, way]) =>
        openWord({ word, rows: 1, isContradicted: false, example: directed[0]! }, mapping, way),
      ),
    };
  const ofColumns = possible.map((column): Option<string> => ({
    ...{ value: '', reads: `${columnNamed(column, names)} says the direction`, columns: [column] },
    answer: { answers: { direction: column } },
  }));
  return openBoth(directionOf, likely, columns, ofColumns);
}

const turnedAll = (ways: Record<string, MoneyDirection>) =>
  Object.fromEntries(Object.entries(ways).map(([word, way]) => [word, turned(way)] as const));

/** Asks which of two readings is right: the likely one, or the other way round. */
function openBoth(
  directionOf: DirectionOf,
  likely: Record<string, MoneyDirection>,
  columns: number[],
  further: readonly Option<string>[] = [],
): Signs {
  const options = [marksOption(likely, columns), marksOption(turnedAll(likely), columns), ...further];
  return { directionOf, decisions: [openDecision('direction', options)] };
}
