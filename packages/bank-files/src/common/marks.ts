import type { CsvMapping, ReadingDecision } from './contract.js';
import { weighDecimals } from './amounts.js';
import { parseDay, weighDateOrders } from './days.js';
import { choose, type Evidence, saidBefore, withSaid } from './evidence.js';

/** The order of dates and the decimal mark. */
export type Marks = Pick<CsvMapping, 'dateOrder' | 'decimal'>;

/**
 * Decides on the order of dates and the decimal mark by all of a file's dates and amounts, and by what is said of them.
 * Returns those that are certain.
 */
export function decideMarks(
  { dateOrder, decimal }: Marks,
  { days, amounts }: { days: readonly string[]; amounts: readonly string[] },
  saying: readonly Evidence[] = [],
): { marks: Marks; order: ReadingDecision; mark: ReadingDecision } {
  // A layout's earlier order says nothing of dates that it does not fit.
  const isFitting =
    !saying.includes(saidBefore) || (dateOrder !== 'YMD' && days.some((day) => parseDay(day, dateOrder)));
  // Without any, there is nothing to decide by.
  const [orders, decimals] = [
    days.length ? weighDateOrders(days) : [],
    amounts.length ? weighDecimals(amounts) : [],
  ];
  const order = choose('dateOrder', withSaid(orders, isFitting ? dateOrder : undefined, saying));
  const mark = choose('decimal', withSaid(decimals, decimal, saying));
  return {
    marks: {
      ...(!order.record.isOpen && { dateOrder: order.value! }),
      ...(!mark.record.isOpen && { decimal: mark.value! }),
    },
    ...{ order: order.record, mark: mark.record },
  };
}
