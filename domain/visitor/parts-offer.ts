import { splitByShares } from '../payments/plan.js';
import type { PlannedPart } from '../payments/plan-parts.js';
import { daysAfter } from '../platform/dates.js';

/** A part as the operator offers it: a share of the total; a later one has a day, or days after the purchase. */
export interface PartTerms {
  share: number;
  days?: number;
  /** YYYY-MM-DD. */
  on?: string;
}

/** A part in the response of GET /checkout/options. */
export interface OfferedPart extends PartTerms {
  /** The day of a later part that is bought today, YYYY-MM-DD. */
  due?: string;
}

/** The most days after a purchase until which a part may be asked for. */
export const mostPartDays = 3650;

/** Days between the last day on which parts with fixed days are offered and the first of those. */
const offerEndsBefore = 14;

/** Returns the parts as they are offered on a day, YYYY-MM-DD; undefined once that is too late. */
export function partsOn(day: string, parts: readonly PartTerms[]): OfferedPart[] | undefined {
  const firstDay = parts[1]?.on;
  if (firstDay !== undefined && day > daysAfter(firstDay, -offerEndsBefore)) return undefined;
  return parts.map((part) => {
    const due = part.on ?? (part.days && daysAfter(day, part.days));
    return { ...part, ...(due && { due }) };
  });
}

/** Returns the parts without the days that follow from the day of the purchase. */
export const termsOf = (parts: readonly OfferedPart[]): PartTerms[] =>
  parts.map(({ share, days, on }) => ({ share, ...(days && { days }), ...(on && { on }) }));

/** Returns the last day on which the first part can be expected: the one before the second part is due. */
export const lastFirstDay = ([, second]: readonly OfferedPart[]): string | undefined =>
  second?.due && daysAfter(second.due, -1);

/** Returns whether a value is the list of the parts that are offered; the days that follow from it do not count. */
export const areOffered = (value: unknown, offered: readonly PartTerms[] = []): boolean =>
  Array.isArray(value) &&
  offered.length > 0 &&
  value.length === offered.length &&
  offered.every(({ share, days, on }, index) => {
    const part = value[index] as Partial<PartTerms> | null;
    return part?.share === share && part.days === days && part.on === on;
  });

/** A part of a total; the day of the first one is the visitor's to say. */
export type PartOfTotal = Pick<PlannedPart, 'amount'> & Partial<PlannedPart>;

/** Returns a total in parts. */
export function partsOfTotal(total: number, parts: readonly OfferedPart[]): PartOfTotal[] {
  const shares = parts.map(({ share }) => share);
  return splitByShares(total, shares).map((amount, index) => {
    const { due } = parts[index]!;
    return { amount, ...(due && { due }) };
  });
}

/** Returns the plan of a purchase of today, whose first part is expected on a day, YYYY-MM-DD. */
export const planOf = (total: number, parts: readonly OfferedPart[], firstDay: string): PlannedPart[] =>
  partsOfTotal(total, parts).map(({ amount, due = firstDay }) => ({ amount, due }));
