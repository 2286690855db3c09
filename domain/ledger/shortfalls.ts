import type { LedgerFigures } from './ledger.js';
import { asCents, type Cents, type Currency, formatCents } from '../platform/money.js';

/** The largest shortfall that may be let go with a receipt, in the payment's currency: usually, and by SHORTFALL_LIMIT. */
export const shortfallLimits = { usual: 50, most: 10_000 } as const;

/** Returns what a receipt leaves missing of what a payment asks for, in cents: what is let go, such as a bank's fees. */
export const missingAfter = (
  { due, unproven }: Pick<LedgerFigures, 'due' | 'unproven'>,
  receipt: Cents,
): Cents => asCents(Math.max(0, due + unproven - receipt));

/** Returns whether as much as is missing may be let go. */
export const mayLetGo = (missing: Cents, limit: Cents): boolean => missing <= limit;

/** Returns why nothing is let go with a receipt after which this is missing; undefined where it is. */
export function shortfallFault(
  { refunded }: Pick<LedgerFigures, 'refunded'>,
  missing: Cents,
  { limit, currency, referenceNumber }: { limit: Cents; currency: Currency; referenceNumber: string },
): string | undefined {
  if (missing && refunded > 0) return `A part of ${referenceNumber} was refunded: nothing is let go`;
  if (mayLetGo(missing, limit)) return undefined;
  return `At most ${formatCents(limit, currency)} may be missing: ${formatCents(missing, currency)} are`;
}
