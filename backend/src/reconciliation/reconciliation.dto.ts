import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type Currency, isWholeCents } from '../../../domain/money.js';
import { type OutgoingKind, outgoingKinds, type OutgoingMatchInput } from '../../../domain/outgoing.js';
import { maximumAmount } from '../../../domain/payments.js';
import type { AllocationInput, MatchInput, UndoInput } from '../../../domain/matches.js';
import {
  type BankAccountInput,
  bankAccountRules,
  csvDelimiters,
  type CsvMapping,
  dateOrders,
  ignoreReasonRule,
  type MappingInput,
  matchNoteRule,
  reconciliationLimits,
  statementLimits,
} from '../../../domain/reconciliation.js';
import { described, idPattern, isId, type Rule } from '../../../domain/rules.js';
import { ValidateWith } from '../http/validate-with.decorator.js';

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && value > 0 && value <= 1000 * maximumAmount && isWholeCents(value);

const versionRule = described(
  (value) => {
    if (value === undefined || value === null) return 'Version is required';
    return Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'Version must be a whole number';
  },
  { type: 'integer', minimum: 0 },
);

const isAllocation = (part: unknown): boolean =>
  isPlain(part) && isId(part.paymentId) && isAmount(part.amount);
const wrongSettles = 'Settles must be positive, of at most two decimals';

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
  const ids = value.map(({ paymentId }: AllocationInput) => paymentId.toLowerCase());
  return new Set(ids).size === ids.length ? undefined : 'A payment can be named once';
};

const kindRule: Rule = (value) =>
  value === undefined || outgoingKinds.some((kind) => kind === value)
    ? undefined
    : `Kind must be one of ${outgoingKinds.join(', ')}`;

/** The rule of an id that some kinds require and the other forms do not take. */
const idOf =
  (name: string, kinds: readonly OutgoingKind[]): Rule<Partial<MatchDto>> =>
  (value, { kind }) => {
    if (!kind || !kinds.includes(kind))
      return value === undefined ? undefined : `${name} does not belong here`;
    return isId(value) ? undefined : `${name} has 24 hex digits`;
  };

const outgoingAmountRule: Rule<Partial<MatchDto>> = (value, form) => {
  if (!isOutgoing(form)) return value === undefined ? undefined : 'Amount does not belong here';
  return isAmount(value) ? undefined : 'Amount must be positive, of at most two decimals';
};

const settlesRule: Rule<Partial<MatchDto>> = (value, { kind }) => {
  if (value === undefined) return undefined;
  if (kind !== 'refund') return 'Settles does not belong here';
  return isAmount(value) ? undefined : wrongSettles;
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

const isColumn = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < statementLimits.columns;
const isOptionalColumn = (value: unknown): boolean =>
  value === undefined || value === null || isColumn(value);
const columnFields = ['amount', 'in', 'out', 'direction', 'currency', 'payer', 'bankId', 'status'] as const;

const orderRule: Rule = (value) =>
  value === undefined || dateOrders.some((order) => order === value)
    ? undefined
    : `Date order must be one of ${dateOrders.join(', ')}`;

const decimalRule: Rule = (value) =>
  value === undefined || value === '.' || value === ',' ? undefined : 'Decimal must be a point or a comma';

/** True for the mapping of a QIF file. */
export const isWithoutColumns = (mapping: object): boolean =>
  Object.keys(mapping).every((field) => field === 'dateOrder' || field === 'decimal');

const mappingRule: Rule = (value) => {
  if (value === undefined) return undefined;
  if (!isPlain(value)) return 'Mapping must name the columns';
  const { delimiter, headerRow, date, dateOrder, decimal, text } = value;
  const order = orderRule(dateOrder, {}) ?? decimalRule(decimal, {});
  if (order || isWithoutColumns(value)) return order;
  if (!csvDelimiters.some((mark) => mark === delimiter)) return 'Delimiter must be a comma, semicolon or tab';
  if (
    headerRow !== undefined &&
    headerRow !== null &&
    !(Number.isInteger(headerRow) && Number(headerRow) > 0)
  )
    return 'Header row must be a line of the file, from 1';
  if (!isColumn(date)) return 'Choose the column of the date';
  if (!columnFields.every((field) => isOptionalColumn(value[field]))) return 'Columns count from 0';
  if (!Array.isArray(text) || text.length > 20 || !text.every(isColumn))
    return 'Text must be a list of columns';
  if (value.reversed !== undefined && typeof value.reversed !== 'boolean')
    return 'Reversed must be true or false';
  if (value.contradictions !== undefined && !['sign', 'word'].some((one) => one === value.contradictions))
    return 'Contradictions must be sign or word';
  const directions = directionsRule(value.directions, {});
  if (directions) return directions;
  const has = (field: string) => value[field] !== undefined && value[field] !== null;
  if (!has('amount') && !has('in') && !has('out')) return 'Choose the column of the amount';
  return has('amount') && (has('in') || has('out'))
    ? 'Choose one column of amounts, or one for money in and one for money out'
    : undefined;
};

/** Maximum number of direction words of a mapping. */
const maximumWords = 100;

const directionsRule: Rule = (value) =>
  value === undefined ||
  (isPlain(value) &&
    Object.keys(value).length <= maximumWords &&
    Object.entries(value).every(
      ([word, direction]) =>
        word.length <= 60 && word !== '__proto__' && (direction === 'in' || direction === 'out'),
    ))
    ? undefined
    : 'Directions must name words as in or out';

const yesRule =
  (name: string): Rule =>
  (value) =>
    value === undefined || value === true ? undefined : `${name} must be true where it is sent`;

const rowsRule: Rule = (value) =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length <= 2 * statementLimits.rows &&
    value.every((row) => Number.isSafeInteger(row) && row > 0))
    ? undefined
    : 'Rows must be a list of row numbers';

/** Copies the known fields of a mapping. */
export function plainMapping(mapping: CsvMapping | undefined): CsvMapping | undefined {
  if (!mapping || isWithoutColumns(mapping)) return mapping;
  const { delimiter, date, text, headerRow, dateOrder, decimal, reversed, directions, contradictions } =
    mapping;
  const columns = columnFields.flatMap((field) =>
    mapping[field] === undefined || mapping[field] === null ? [] : [[field, mapping[field]]],
  );
  return {
    ...{ delimiter, date, text: [...new Set(text)] },
    ...(headerRow && { headerRow }),
    ...(dateOrder && { dateOrder }),
    ...(decimal && { decimal }),
    ...(Object.fromEntries(columns) as Partial<CsvMapping>),
    ...(reversed && { reversed }),
    ...(directions && Object.keys(directions).length > 0 && { directions }),
    ...(contradictions && { contradictions }),
  };
}

export class BankAccountDto implements BankAccountInput {
  @ValidateWith(bankAccountRules.name)
  name!: string;

  @ValidateWith(bankAccountRules.currency)
  currency!: Currency;

  @ValidateWith(bankAccountRules.lastDigits)
  lastDigits?: string;
}

export class MappingDto implements MappingInput {
  /**
   * {delimiter, headerRow?, date, dateOrder, decimal, amount? | in? and out?, reversed?, direction?, directions?,
   * contradictions?, currency?, payer?, text, bankId?, status?}
   */
  @ApiPropertyOptional({ type: Object })
  @ValidateWith(mappingRule, { trim: false })
  mapping?: CsvMapping;

  /** Numbers of rows to leave out. */
  @ApiPropertyOptional({ type: [Number] })
  @ValidateWith(rowsRule, { trim: false })
  excluded?: number[];

  /** Numbers of suspected rows to import nevertheless. */
  @ApiPropertyOptional({ type: [Number] })
  @ValidateWith(rowsRule, { trim: false })
  included?: number[];

  /** Says that the reading by this mapping, or by the one that stands, is right. */
  @ValidateWith(yesRule('Confirmed'))
  confirmed?: true;

  /** Says that the file belongs to the account although its own number differs. */
  @ValidateWith(yesRule('Account'))
  account?: true;
}

export class ConfirmDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'string', pattern: idPattern },
    minItems: 1,
    maxItems: reconciliationLimits.confirmations,
  })
  @ValidateWith(idsRule, { trim: false })
  ids!: string[];
}

/** The body of a match: allocations, or what an outgoing transaction is. */
export class MatchDto implements Partial<MatchInput>, Partial<OutgoingMatchInput> {
  /** {paymentId, amount, settles?}: amounts in the transaction's currency, `settles` in the payment's. */
  @ApiPropertyOptional({ type: [Object] })
  @ValidateWith(allocationsRule, { trim: false })
  allocations?: AllocationInput[];

  @ValidateWith((value) =>
    value === undefined || typeof value === 'boolean' ? undefined : 'Accept shortfall must be true or false',
  )
  acceptShortfall?: boolean;

  /** In place of allocations: what an outgoing transaction is. */
  @ApiPropertyOptional({ enum: outgoingKinds })
  @ValidateWith(kindRule)
  kind?: OutgoingKind;

  /** The refunded payment. */
  @ValidateWith(idOf('Payment id', ['refund']))
  paymentId?: string;

  /** The incoming transaction that is reversed, or whose surplus is returned. */
  @ValidateWith(idOf('Transaction id', ['reversal', 'return']))
  transactionId?: string;

  @ValidateWith(outgoingAmountRule)
  amount?: number;

  /** The refunded amount in the payment's currency, where that is another one. */
  @ValidateWith(settlesRule)
  settles?: number;

  @ValidateWith(matchNoteRule)
  note?: string;

  /** The version that the change was made on. */
  @ValidateWith(versionRule)
  version!: number;
}

export class IgnoreDto {
  @ValidateWith(ignoreReasonRule)
  reason!: string;

  @ValidateWith(versionRule)
  version!: number;
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

  @ValidateWith(versionRule)
  version!: number;
}

/** The allowed text of a pasted notification. */
export const noticeTextRule = described(
  (value) => {
    if (typeof value !== 'string' || !value.trim()) return 'Text is required';
    return value.length <= 50_000 ? undefined : 'Text must be at most 50000 characters';
  },
  { minLength: 1, maxLength: 50_000 },
);

export class NoticeDto {
  @ValidateWith(noticeTextRule)
  text!: string;
}
