import type { CsvMapping, DecidedBy, MoneyDirection, ReadingDecision } from '../../common/contract.js';
import type { Answers } from '../mapping.js';
import { amountSign, looksLikeAmount } from '../../common/amounts.js';
import { columnNamed, openDecision, type Option, partOption } from '../../common/decide.js';
import { creditsOf, wayNames } from '../../common/own-direction.js';
import type { ComparedBalance } from './balance.js';
import { directionsOf, signMark, turned } from './direction.js';
import { isNamedAs } from '../column-names.js';
import { nameKey } from '../../common/name-key.js';
import type { DirectionOf, ReadRow } from '../rows.js';

/** The direction that each word, or each mark of amounts, stands for. */
type Ways = Record<string, MoneyDirection>;

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
  compare: (directionOf: DirectionOf) => ComparedBalance;
}

const maximumAsked = 50;

/**
 * Returns the direction of rows with one column of amounts, and the rows of which it is open. A minus says that money went
 * out, unless a word beside it says the contrary: one such row leaves open which of the two the whole column goes by.
 */
function readDirections(rows: readonly ReadRow[], mapping: CsvMapping) {
  const { direction, directions: told = {}, contradictions, reversed } = mapping;
  const isSigned = rows.some(({ amountText }) => amountSign(amountText) < 0);
  // Without a column of directions, the words are the marks of the amounts.
  const areMarksTold = direction === undefined && mapping.directions !== undefined;
  const known = directionsOf(areMarksTold ? [] : rows.map(({ word }) => word));
  const ofWord = (word: string): MoneyDirection | undefined =>
    Object.hasOwn(told, word) ? told[word] : known.get(word);
  const ofSign = (text: string): MoneyDirection | undefined => {
    const sign = amountSign(text);
    if (sign < 0) return 'out';
    return sign > 0 || isSigned || direction === undefined ? 'in' : undefined;
  };
  const written: DirectionOf = ({ word, amountText }) => {
    const [byWord, bySign] = [ofWord(word), ofSign(amountText)];
    if (areMarksTold || contradictions === 'word') return byWord;
    if (contradictions === 'sign') return bySign ?? byWord;
    return byWord && bySign && byWord !== bySign ? undefined : (byWord ?? bySign);
  };
  /** A mark on credits alone says what it says. */
  const isTurned = ({ amountText, word }: ReadRow) =>
    reversed === true &&
    !areMarksTold &&
    !(direction === undefined && word === 'CR') &&
    (isSigned || amountSign(amountText) <= 0);
  const directionOf: DirectionOf = (row) => {
    const way = written(row);
    return way && isTurned(row) ? turned(way) : way;
  };
  const isContradicted = (word: string) => !areMarksTold && ofWord(word) !== undefined;
  return { directionOf, isContradicted, open: rows.filter((row) => !written(row)) };
}

/** Returns the likely direction of each mark, where only credits to a card have a minus, or CR stands beside no mark. */
function likelyMarks(rows: readonly ReadRow[]): Ways | undefined {
  const credits = creditsOf(rows.map(({ row: { cents }, cells }) => ({ cents, cells })));
  const marks = [...new Set(rows.map(({ word }) => word))];
  const areMixed = marks.includes('CR') && marks.includes('');
  if (!credits && !areMixed) return undefined;
  const likely = (mark: string): MoneyDirection => {
    if (areMixed && mark === '') return 'out';
    const ofSign = ['-', '()', 'DR'].includes(mark) ? 'out' : 'in';
    return credits === 'payments' ? turned(ofSign) : ofSign;
  };
  return Object.fromEntries(marks.map((mark) => [mark, likely(mark)]));
}

/** Words for what goes back the way that it came. */
const turnedBack = /REVERS|RETURN|RETOUR|STORN|CHARGEBACK|NSF/;

/** Names of columns of a card's statement, on which a purchase has no sign. */
const ofCards = /^card(?:member|holder)|^merchant$|^purchasedby/;

const wordNamed = (word: string) => (word ? `"${word.slice(0, 30)}"` : 'an empty cell');
const markNamed = (mark: string): string =>
  mark === '' ? 'an amount without a sign' : mark === '-' ? 'a minus' : `an amount with "${mark}"`;

function openWord(word: string, likely: MoneyDirection, { direction, amount }: CsvMapping): ReadingDecision {
  const name = direction === undefined ? markNamed(word) : wordNamed(word);
  const options = [likely, turned(likely)].map((way) =>
    partOption('directions', { [word]: way }, `${name} is ${wayNames[way]}`, [direction ?? amount!]),
  );
  return { ...openDecision('direction', options), word };
}

/** Asks which of the two counts where the sign beside a word that is known says the contrary, the likely one first. */
function openContradiction(
  word: string,
  order: readonly ('word' | 'sign')[],
  { direction, amount }: CsvMapping,
  likelier: readonly Option<unknown>[],
): ReadingDecision {
  const reads = { word: `the word ${wordNamed(word)} counts`, sign: 'the sign of the amount counts' };
  const options = order.map((one) => partOption('contradictions', one, reads[one], [direction ?? amount!]));
  return { ...openDecision<unknown>('direction', [...likelier, ...options]), word };
}

const marksOption = (ways: Ways, columns: number[]): Option<Ways> =>
  partOption(
    'directions',
    ways,
    Object.entries(ways)
      .map(([mark, way]) => `${markNamed(mark)} is ${wayNames[way]}`)
      .join(', '),
    columns,
  );

/** Returns the signs of all amounts, the other way round and without the words beside them, as an option. */
function turnedSigns(rows: readonly ReadRow[], amount: number): Option<unknown> {
  const ways: Ways = Object.fromEntries(
    rows.map(({ amountText }) => [signMark(amountText), amountSign(amountText) < 0 ? 'in' : 'out']),
  );
  return { ...marksOption(ways, [amount]), answer: { answers: { direction: null, directions: ways } } };
}

/** Decides on the direction of rows: columns, words and signs say it, a running balance proves it, else a person says it. */
export function decideSigns(
  rows: readonly ReadRow[],
  sources: SignSources,
): { directionOf: DirectionOf; decisions: ReadingDecision[] } {
  const { mapping, said, before, possible, names, compare } = sources;
  const { amount, direction, reversed } = mapping;
  if (amount === undefined)
    return { directionOf: ({ row }) => (row.cents > 0 ? 'in' : 'out'), decisions: [] };
  const { directionOf, isContradicted: isWordContradicted, open } = readDirections(rows, mapping);
  if (open.length) {
    // A sign is of its row. Where most of them contradict the words, the column has them the other way round.
    const isMostly = 2 * open.filter(({ word }) => isWordContradicted(word)).length > rows.length;
    const order = isMostly ? (['word', 'sign'] as const) : (['sign', 'word'] as const);
    const words = [...new Set(open.map(({ word }) => word))].slice(0, maximumAsked);
    // The signs beside other words may be turned as well, where each word that is known contradicts its own.
    const isTurned =
      open.length < rows.length && !rows.some((row) => isWordContradicted(row.word) && directionOf(row));
    const likelier = isTurned ? [turnedSigns(rows, amount)] : [];
    // Beside words for one direction, another one is likely for the other.
    const known = new Set(rows.map(directionOf));
    const likely = known.has('in') && !known.has('out') ? 'out' : 'in';
    // "Deposit reversal" is the other way than "Deposit".
    const likelyOf = (word: string) =>
      turnedBack.test(word) ? turned([...directionsOf(word.split(' ')).values()][0] ?? 'in') : likely;
    return {
      directionOf,
      decisions: words.map((word) =>
        isWordContradicted(word)
          ? openContradiction(word, order, mapping, likelier)
          : openWord(word, likelyOf(word), mapping),
      ),
    };
  }
  const { agreeing, contradicting } = compare(directionOf);
  const isContradicted = contradicting > agreeing;
  const isSaid = [said.direction, said.directions, said.reversed, said.contradictions].some(
    (one) => one !== undefined && one !== null,
  );
  const reads =
    direction === undefined
      ? mapping.directions
        ? marksOption(mapping.directions, []).reads
        : `a minus is ${wayNames[reversed ? 'in' : 'out']}`
      : `${columnNamed(direction, names)} says the direction`;
  const settle = (by: DecidedBy, says?: string) => {
    const decision: ReadingDecision = { on: 'direction', reads, by, ...(says && { says }), isOpen: false };
    return { directionOf, decisions: [decision] };
  };
  if (isSaid) return settle('said');
  // Of amounts without any sign, a row that no balance stands before may go the other way.
  const isUnsigned = direction === undefined && rows.every(({ amountText }) => amountSign(amountText) === 0);
  if (agreeing > 0 && contradicting === 0 && !reversed && !(isUnsigned && possible.length))
    return settle('proof', `the balance changes so in ${agreeing} rows`);
  if (before && !isContradicted) return settle(before);
  if (direction !== undefined && !isContradicted) return settle('only');
  const words = [...new Set(rows.map(({ word }) => word))];
  const wayOf = (word: string) => directionOf(rows.find((row) => row.word === word)!)!;
  const ways: Ways = Object.fromEntries(words.map((word) => [word, wayOf(word)]));
  /** Asks which of two readings is right: the likely one, or the other way round. */
  const askBoth = (likely: Ways, column: number, further: readonly Option<number>[] = []) => {
    const options = [likely, turnedAll(likely)].map((one) => marksOption(one, [column]));
    return { directionOf, decisions: [openDecision<Ways | number>('direction', [...options, ...further])] };
  };
  if (direction !== undefined) return askBoth(turnedAll(ways), direction);
  const marked = likelyMarks(rows);
  // A column named after money that went out may be of that alone, and one without a sign of either: of an unknown name, or
  // without names beside an empty column.
  const name = names?.[amount] ?? '';
  const isNamed = isNamedAs(name, 'amount', 'in');
  const isOut = !isNamed && isNamedAs(name, 'out');
  const isNothing = (cell = '') => !/[1-9]/.test(cell) && (!/\p{L}/u.test(cell) || looksLikeAmount(cell));
  const isOfCard = names?.some((one) => ofCards.test(nameKey(one))) && !words.includes('CR');
  const isUnknown =
    isUnsigned &&
    rows.length > 0 &&
    (isOfCard ||
      (!isNamed &&
        (name !== '' || rows[0]?.cells.some((_, at) => rows.every(({ cells }) => isNothing(cells[at]))))));
  if (!marked && !isContradicted && !possible.length && !isOut && !isUnknown) {
    const signs = new Set(rows.map(({ row }) => Math.sign(row.cents)));
    if (signs.size < 2) return settle('only');
    return settle('proof', 'amounts with a sign, and without one or with the other, stand beside each other');
  }
  // A balance that changes the other way makes that the likelier one.
  const likely = isContradicted || isOut || isOfCard ? turnedAll(ways) : (marked ?? ways);
  if (Object.keys(likely).length > 2) {
    const decisions = Object.entries(likely).map(([mark, way]) => openWord(mark, way, mapping));
    return { directionOf, decisions };
  }
  const ofColumns = possible.map((column) =>
    partOption('direction', column, `${columnNamed(column, names)} says the direction`, [column]),
  );
  return askBoth(likely, amount, ofColumns);
}

const turnedAll = (ways: Ways): Ways =>
  Object.fromEntries(Object.entries(ways).map(([word, way]) => [word, turned(way)]));
