import { asCents, toAmount } from '#domain/platform/money';
import type { StatementProof } from '#domain/bank/statement-reading';
import type { ProofCents } from '#bank-files';

/**
 * Returns a proof with decimal amounts. Balances that the file has nothing to compare with are proven by the end of the
 * statement before, where that is their beginning; they prove nothing where it is not.
 */
export function presentProof(
  { by, agrees, opening, closing, difference, row }: ProofCents,
  before?: Pick<ProofCents, 'closing'>,
): StatementProof | undefined {
  const isContinued = opening !== undefined && opening === before?.closing;
  const proven = agrees ?? (isContinued ? true : undefined);
  if (proven === undefined) return undefined;
  return {
    by,
    agrees: proven,
    ...(opening !== undefined && { opening: toAmount(asCents(opening)) }),
    ...(closing !== undefined && { closing: toAmount(asCents(closing)) }),
    ...(difference !== undefined && { difference: toAmount(asCents(difference)) }),
    ...(row !== undefined && { row }),
  };
}
