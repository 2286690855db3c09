/** The rules by which earlier versions set a payment's status beside its sums; amounts in cents. */

/** A line of the history. */
export interface HistoryLine {
  date?: Date;
  status: string;
  note?: string;
  by?: string;
}

/** A payment as those rules saw it. */
export interface EarlierState {
  amount: number;
  status: string;
  /** The status that a person, or the card provider, had set last. */
  statusByHand?: string | undefined;
  received: number;
  refunded: number;
  shortfall: number;
  /** The part of the refunded amount that was owed again. */
  owedAgain: number;
}

const isSettled = (status: string | undefined): boolean => status === 'paid' || status === 'confirmed';

/** The amount that was still due. */
export const dueBefore = ({ status, amount, owedAgain, received, shortfall }: EarlierState): number =>
  isSettled(status) ? 0 : amount + owedAgain - received - shortfall;

/** The amount that a settled payment counted. */
export const countedBefore = ({ status, amount, refunded, owedAgain }: EarlierState): number =>
  isSettled(status) ? amount - Math.max(0, refunded - owedAgain) : 0;

/** Returns the state after money was allocated, given back, or taken back by the bank. */
export function afterMoney(
  state: EarlierState,
  act: 'match' | 'refund' | 'undo',
  change: Partial<Pick<EarlierState, 'received' | 'refunded' | 'shortfall'>>,
): EarlierState {
  const received = state.received + (change.received ?? 0);
  const refunded = state.refunded + (change.refunded ?? 0);
  const shortfall = state.shortfall + (change.shortfall ?? 0);
  // A refund that is taken back is not owed again.
  const owedAgain = Math.min(state.owedAgain, refunded);
  const after = { ...state, received, refunded, shortfall, owedAgain };
  const { amount, status, statusByHand } = after;
  const isOpen = amount + owedAgain - received - shortfall !== 0;
  const made =
    refunded > owedAgain && refunded === received ? 'refunded' : received > 0 && !isOpen ? 'paid' : 'pending';
  const isEnded = (act === 'match' && made === 'paid') || (act === 'refund' && made === 'refunded');
  if (status === statusByHand && !isEnded) return after;
  if (made === 'paid') return { ...after, status: isSettled(statusByHand) ? statusByHand! : made };
  return { ...after, status: made === 'refunded' ? made : (statusByHand ?? made) };
}

/** Returns the state after a person, or the card provider, set a status. */
export function afterStatus(state: EarlierState, status: string): EarlierState {
  if (status === state.status) return state;
  const { amount, received, shortfall, refunded, owedAgain } = state;
  const isOpened = !isSettled(status) && (state.status === 'refunded' || isSettled(state.status));
  const again =
    status === 'refunded'
      ? Math.max(0, received + shortfall - amount)
      : isOpened
        ? Math.min(refunded, received)
        : owedAgain;
  return { ...state, status, statusByHand: status, owedAgain: again };
}

const bankNote =
  /^(?:Received|Refunded|Match undone:|Reversed by the bank:|Reversal undone:|Surplus returned:|Return of the surplus undone:) .+ on [A-Z][a-z]{2} \d{1,2}, \d{4}(?: · |$)/;
const partNote = /^\D{1,4}[\d,]+\.\d\d of \D{1,4}[\d,]+\.\d\d (?:received|refunded)(?: · |$)/;
const cardNote =
  /^(?:Paid by card · |Card payment is being processed · |Card payment failed · |\D{1,4}[\d,]+\.\d\d refunded by card$|Card refund of .+ taken back$|Dispute )/;
const undoneNote = /^Change to (\w+) undone$/;

/** Tells who has written a line of the history: the bank's transactions, the card provider, or a person. */
export const writerOf = ({ note = '' }: HistoryLine): 'bank' | 'card' | 'person' =>
  bankNote.test(note) || partNote.test(note) ? 'bank' : cardNote.test(note) ? 'card' : 'person';

/** Returns the lines without the statuses that a person has set and taken back, and without their taking back. */
export function withoutUndone(lines: readonly HistoryLine[]): HistoryLine[] {
  const kept: HistoryLine[] = [];
  for (const line of lines) {
    const [, undone] = undoneNote.exec(line.note ?? '') ?? [];
    const [before, last] = [kept.at(-2), kept.at(-1)];
    const isUndoing =
      undone !== undefined &&
      before?.status === line.status &&
      last?.status === undone.toLowerCase() &&
      writerOf(last) === 'person';
    if (isUndoing) kept.pop();
    else kept.push(line);
  }
  return kept;
}
