import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type {
  AllocationInput,
  ConfirmInput,
  MatchInput,
  SeenProposal,
  UndoInput,
} from '#domain/bank/matches';
import { isWholeCents } from '#domain/platform/money';
import { type MatchKind, matchKinds, type OutgoingMatchInput } from '#domain/bank/outgoing';
import { maximumAmount, statusRule } from '#domain/payments/payments';
import { isPayoutId, payoutIdPattern } from '#domain/payouts/payouts';
import { ignoreReasonRule, matchNoteRule, reconciliationLimits } from '#domain/bank/reconciliation';
import { described, idPattern, isId, optionalById, requiredVersion, type Rule } from '#domain/platform/rules';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && value > 0 && value <= 1000 * maximumAmount && isWholeCents(value);

const isAllocation = (part: unknown): boolean =>
  part !== null &&
  typeof part === 'object' &&
  'paymentId' in part &&
  'amount' in part &&
  isId(part.paymentId) &&
  isAmount(part.amount);
const wrongSettles = 'Settles must be positive, of at most two decimals';
const isInstead = (value: unknown): boolean => value === undefined || value === null || isId(value);
const wrongInstead = 'Instead must be the id of an entry, of 24 hex digits, or null';

/** A body with a kind says what an outgoing transaction is; any other one has allocations. */
const isOutgoing = (form: Partial<MatchDto> | undefined): boolean => form?.kind !== undefined;

const allocationsRule: Rule<Partial<MatchDto>> = (value, form) => {
  if (isOutgoing(form))
    return value === undefined ? undefined : 'Allocations and a kind exclude each other: send one of them';
  const most = reconciliationLimits.allocations;
  if (!Array.isArray(value) || !value.length || value.length > most)
    return `Allocations must be from 1 to ${most} payments`;
  if (!value.every(isAllocation))
    return 'An allocation takes the id of a payment and a positive amount of at most two decimals';
  if (!value.every(({ settles }: AllocationInput) => settles === undefined || isAmount(settles)))
    return wrongSettles;
  if (!value.every(({ instead }: AllocationInput) => isInstead(instead))) return wrongInstead;
  const ids = value.map(({ paymentId }: AllocationInput) => paymentId.toLowerCase());
  if (new Set(ids).size < ids.length) return 'A payment can be named once';
  const given = value.flatMap(({ status }: AllocationInput) => (status === undefined ? [] : [status]));
  return given.map((status) => statusRule(status, undefined)).find(Boolean);
};

const kindRule: Rule = (value) =>
  value === undefined || matchKinds.some((kind) => kind === value)
    ? undefined
    : `Kind must be one of ${matchKinds.join(', ')}`;

/** The rule of an id that some kinds require and the other forms do not take. */
const idOf =
  (name: string, kinds: readonly MatchKind[]): Rule<Partial<MatchDto>> =>
  (value, { kind }) => {
    if (!kind || !kinds.includes(kind))
      return value === undefined ? undefined : `${name} does not belong here`;
    return isId(value) ? undefined : `${name} has 24 hex digits`;
  };

const outgoingAmountRule: Rule<Partial<MatchDto>> = (value, form) => {
  if (!isOutgoing(form) || form?.kind === 'payout')
    return value === undefined ? undefined : 'Amount does not belong here';
  return isAmount(value) ? undefined : 'Amount must be positive, of at most two decimals';
};

const isPayout = ({ kind }: Partial<MatchDto>): boolean => kind === 'payout';

/** The rule of the payout's id, which its kind requires and the other forms do not take. */
const payoutRule = described<Partial<MatchDto>>(
  (value, form) => {
    if (!isPayout(form)) return value === undefined ? undefined : 'Payout id does not belong here';
    return isPayoutId(value) ? undefined : 'Payout id is that of the provider';
  },
  { pattern: payoutIdPattern },
);

const settlesRule: Rule<Partial<MatchDto>> = (value, { kind }) => {
  if (value === undefined) return undefined;
  if (kind !== 'refund') return 'Settles does not belong here';
  return isAmount(value) ? undefined : wrongSettles;
};

const insteadRule: Rule<Partial<MatchDto>> = (value, { kind }) => {
  if (value !== undefined && kind !== 'refund') return 'Instead does not belong here';
  return isInstead(value) ? undefined : wrongInstead;
};

const partIdsRule: Rule<Partial<UndoDto>> = (value, { rest }) => {
  if (value === undefined) return undefined;
  if (rest !== undefined) return 'Allocation ids and rest exclude each other: send one of them';
  const isList = Array.isArray(value) && value.length > 0 && value.length <= 1000 && value.every(isId);
  return isList ? undefined : 'Allocation ids must be from 1 to 1000 ids of 24 hex digits';
};

const idsRule: Rule = (value) => {
  const most = reconciliationLimits.confirmations;
  if (!Array.isArray(value) || !value.length || value.length > most)
    return `Ids must be from 1 to ${most} transactions`;
  return value.every(isId) ? undefined : 'An id has 24 hex digits';
};

const isProposal = (proposal: unknown): boolean =>
  proposal !== null &&
  typeof proposal === 'object' &&
  'paymentId' in proposal &&
  'due' in proposal &&
  isId(proposal.paymentId) &&
  // Of a payment that was settled meanwhile nothing is due.
  (proposal.due === 0 || isAmount(proposal.due));

const proposalsRule = optionalById(
  isProposal,
  'Proposals must name the payment and what is due of it, by id',
);

export class ConfirmDto implements ConfirmInput {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', pattern: idPattern },
    minItems: 1,
    maxItems: reconciliationLimits.confirmations,
  })
  @ValidateWith(idsRule, { trim: false })
  ids!: string[];

  /** The proposals that were seen, by transaction: one with another is not confirmed. Left out, it may be any. */
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['paymentId', 'due'],
      properties: {
        paymentId: { type: 'string', pattern: idPattern },
        due: { type: 'number', minimum: 0, maximum: 1000 * maximumAmount },
      },
    },
  })
  @ValidateWith(proposalsRule, { trim: false })
  proposals?: Record<string, SeenProposal>;
}

/** The body of a match: allocations, or what an outgoing transaction is. */
export class MatchDto implements Partial<MatchInput>, Partial<Omit<OutgoingMatchInput, 'kind'>> {
  /** {paymentId, amount, settles?, instead?, status?}: amounts in the transaction's currency, `settles` in the payment's. */
  @ApiPropertyOptional({ type: [Object] })
  @ValidateWith(allocationsRule, { trim: false })
  allocations?: AllocationInput[];

  @ValidateWith((value) =>
    value === undefined || typeof value === 'boolean' ? undefined : 'Accept shortfall must be true or false',
  )
  acceptShortfall?: boolean;

  /** In place of allocations: what an outgoing transaction is, that a refund came back, or that it is a payout. */
  @ApiPropertyOptional({ enum: matchKinds })
  @ValidateWith(kindRule)
  kind?: MatchKind;

  /** The refunded payment. */
  @ValidateWith(idOf('Payment id', ['refund'])) paymentId?: string;
  /** The incoming transaction that is reversed, or whose surplus is returned; or the refund that came back. */
  @ValidateWith(idOf('Transaction id', ['reversal', 'return', 'refundReturned'])) transactionId?: string;
  /** The payout of the card provider, by the provider's id. */
  @ValidateWith(payoutRule) payoutId?: string;

  /** True to match a transaction of another amount than the payout's net. */
  @ValidateWith((value, form) =>
    value === undefined || (typeof value === 'boolean' && isPayout(form as Partial<MatchDto>))
      ? undefined
      : 'Accept difference must be true or false, for a payout',
  )
  acceptDifference?: boolean;

  @ValidateWith(outgoingAmountRule) amount?: number;
  /** The refunded amount in the payment's currency, where that is another one. */
  @ValidateWith(settlesRule) settles?: number;

  /** The entry of the refund by hand that the transaction takes the place of; null where it is another refund. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @ValidateWith(insteadRule)
  instead?: string | null;

  @ValidateWith(matchNoteRule) note?: string;
  /** The version that the change was made on. */
  @ValidateWith(requiredVersion) version!: number;
}

export class IgnoreDto {
  @ValidateWith(ignoreReasonRule) reason!: string;
  @ValidateWith(requiredVersion) version!: number;
}

export class UndoDto implements UndoInput {
  /** Takes back exactly these allocations and offsets. */
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', pattern: idPattern },
    minItems: 1,
    maxItems: 1000,
  })
  @ValidateWith(partIdsRule, { trim: false })
  allocationIds?: string[];

  /** One part, as a page sends it that was opened before an update of the server. Ignored, it would undo everything. */
  @ValidateWith(
    described(
      (value) => (value === undefined || isId(value) ? undefined : 'Allocation id has 24 hex digits'),
      {
        pattern: idPattern,
      },
    ),
  )
  allocationId?: string;

  /** Opens only the ignored rest again. */
  @ApiPropertyOptional({ enum: [true] })
  @ValidateWith((value) => (value === undefined || value === true ? undefined : 'Rest must be true'))
  rest?: true;

  @ValidateWith(requiredVersion) version!: number;
}
