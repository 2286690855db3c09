import { planLength } from '#domain/payments/plan';
import { isCalendarDay } from '#domain/platform/dates';
import { mostPartDays, type PartTerms } from '#domain/visitor/parts-offer';
import { refuseUnknownKeys } from './option-fields.js';

/** Shares are counted in these: of at most four decimals. */
const whole = 10_000;

function share(value: unknown, at: string): number {
  const counted = typeof value === 'number' ? Math.round(value * whole) : 0;
  if (counted <= 0 || counted / whole !== value)
    throw new Error(`${at}.share takes a number above 0, of at most four decimals`);
  return counted;
}

/** Checks the day of a later part, or its days after the purchase; returns what rises from part to part. */
function rising({ days, on }: PartTerms, at: string, by: 'days' | 'on'): number | string {
  if (by === 'on') {
    if (typeof on !== 'string' || !isCalendarDay(on)) throw new Error(`${at}.on takes a day (YYYY-MM-DD)`);
    return on;
  }
  if (!Number.isInteger(days) || days! < 1 || days! > mostPartDays)
    throw new Error(`${at}.days takes a whole number from 1 to ${mostPartDays}`);
  return days!;
}

/**
 * Checks the parts that are offered: [{ share }, { share, days }, …], where all later ones may have `on` instead. Throws an
 * Error that names the field.
 */
export function readParts(value: unknown, path: string): readonly PartTerms[] {
  const { least, most } = planLength;
  if (!Array.isArray(value) || value.length < least || value.length > most)
    throw new Error(`${path} takes a list of ${least} to ${most} parts`);
  const places = value.map((_, index) => `${path}[${index}]`);
  for (const [index, part] of value.entries())
    refuseUnknownKeys(part, places[index]!, ['share', 'days', 'on']);
  const parts = value as PartTerms[];
  const shares = parts.map((part, index) => share(part.share, places[index]!));
  if (shares.reduce((sum, one) => sum + one) !== whole)
    throw new Error(`${path} takes shares that add up to 1`);
  const [first, second] = parts;
  if (first!.days !== undefined || first!.on !== undefined)
    throw new Error(`${places[0]} takes share alone: its day is the expected transfer date`);
  const [by, other] = second!.on === undefined ? (['days', 'on'] as const) : (['on', 'days'] as const);
  let before: number | string | undefined;
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue;
    const at = places[index]!;
    if (part[other] !== undefined) throw new Error(`${at} takes ${by} alone, as ${places[1]} does`);
    const day = rising(part, at, by);
    if (before !== undefined && day <= before)
      throw new Error(`${at}.${by} comes after that of the part before`);
    before = day;
  }
  return parts;
}
