import { applyDecorators } from '@nestjs/common';
import { ApiHideProperty, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { maximumSelected } from '#domain/platform/selection';
import type { Language } from '#domain/platform/languages';
import type { Currency } from '#domain/platform/money';
import { cancellationRules } from '#domain/payments/cancellation';
import type { PaymentMethod } from '#domain/places/payment-methods';
import {
  noteRule,
  type PaymentInput,
  paymentRules,
  type PaymentStatus,
  type StatusInput,
  statusRule,
} from '#domain/payments/payments';
import { maximumStatusBatch, type StatusBatchInput } from '#domain/payments/status-batch';
import { type HandWay, statusWordRules } from '#domain/ledger/ways';
import {
  described,
  givenVersion,
  idPattern,
  isId,
  isVersion,
  optionalById,
  type Rule,
  text,
} from '#domain/platform/rules';
import { ValidateWith, withoutNull } from '../platform/http/validate-with.decorator.js';

const detailText = text('Payment details', 1000, { multiline: true });
const detailKey = /^[A-Za-z][\w -]{0,63}$/;

/** Accepts a flat map of at most 50 short values; keys are words: none is an operator, a path or a prototype. */
const detailsRule: Rule = (value) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return 'Payment details must be keys and values';
  const entries = Object.entries(value as Record<string, unknown>);
  const good = ([key, entry]: [string, unknown]) =>
    detailKey.test(key) &&
    !(key in Object.prototype) &&
    (entry === null || typeof entry === 'boolean' || Number.isFinite(entry) || typeof entry === 'string') &&
    (typeof entry !== 'string' || detailText(entry, undefined) === undefined);
  return entries.length <= 50 && entries.every(good)
    ? undefined
    : 'Payment details must be at most 50 short values';
};

const idsRule =
  (maximum: number): Rule =>
  (value) => {
    if (!Array.isArray(value) || !value.length || value.length > maximum)
      return `Ids must be from 1 to ${maximum} payments`;
    return value.every(isId) ? undefined : 'An id has 24 hex digits';
  };

/** Validates and describes the ids of several payments. */
const Ids = (maxItems: number): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', pattern: idPattern },
      minItems: 1,
      maxItems,
    }),
    ValidateWith(idsRule(maxItems), { trim: false }),
  );

const batchRule = described((value) => (isId(value) ? undefined : 'Batch has 24 hex digits'), {
  pattern: idPattern,
});

const versionsRule = optionalById(isVersion, 'Versions must be whole numbers by id');

/** The body of POST and PUT /payments: the rules and messages are the domain's. */
export class PaymentDto implements PaymentInput {
  @ValidateWith(paymentRules.customerId) customerId!: string;
  @ValidateWith(paymentRules.paymentMethod) paymentMethod!: PaymentMethod;
  @ValidateWith(paymentRules.amount) amount!: number;
  @ValidateWith(paymentRules.currency) currency!: Currency;
  @ValidateWith(paymentRules.status) status!: PaymentStatus;
  @ValidateWith(paymentRules.transferDate) transferDate?: string | null;
  @ValidateWith(paymentRules.referenceNumber) referenceNumber?: string;
  @ValidateWith(paymentRules.transferReference) transferReference?: string;
  @ValidateWith(paymentRules.notes) notes?: string;
  @ValidateWith(paymentRules.paymentType) paymentType?: string;
  @ValidateWith(paymentRules.transactionId) transactionId?: string | null;
  @ValidateWith(detailsRule) paymentDetails?: Record<string, unknown>;
  @ValidateWith(withoutNull(statusWordRules.receivedOn)) receivedOn?: string;
  @ValidateWith(withoutNull(statusWordRules.way)) way?: HandWay;
  @ValidateWith(withoutNull(cancellationRules.fee)) fee?: number;
  @ValidateWith(withoutNull(cancellationRules.notify)) notify?: boolean;
  @ValidateWith(withoutNull(paymentRules.language)) language?: Language;
  /** The version that the change was made on; left out, the change is made on any version. */
  @ValidateWith(givenVersion) version?: number;
}

export class StatusDto implements StatusInput {
  @ValidateWith(statusRule) status!: PaymentStatus;
  @ValidateWith(noteRule) note?: string;
  @ValidateWith(withoutNull(statusWordRules.receivedOn)) receivedOn?: string;
  @ValidateWith(withoutNull(statusWordRules.way)) way?: HandWay;
  @ValidateWith(withoutNull(cancellationRules.fee)) fee?: number;
  @ValidateWith(withoutNull(cancellationRules.notify)) notify?: boolean;
  /** The version that the change is made on; left out, the change is made on any version. */
  @ValidateWith(givenVersion) version?: number;
}

const ofOnePayment: Rule = (value) =>
  value === undefined ? undefined : 'This belongs to one payment that becomes cancelled';

/** The body of POST /payments/status. */
export class StatusBatchDto implements StatusBatchInput {
  @Ids(maximumStatusBatch) ids!: string[];
  @ValidateWith(statusRule) status!: PaymentStatus;
  @ValidateWith(noteRule) note?: string;
  @ValidateWith(withoutNull(statusWordRules.receivedOn)) receivedOn?: string;
  @ValidateWith(withoutNull(statusWordRules.way)) way?: HandWay;

  @ApiHideProperty()
  @ValidateWith(ofOnePayment)
  fee?: never;

  @ApiHideProperty()
  @ValidateWith(ofOnePayment)
  notify?: never;

  /** The version that the change of a payment is made on, by id; left out, it is made on any version. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'integer', minimum: 0 } })
  @ValidateWith(versionsRule, { trim: false })
  versions?: Record<string, number>;

  /** The batch that these changes are a further part of. */
  @ValidateWith(
    described(
      (value) => (value === undefined ? undefined : batchRule(value, undefined)),
      batchRule.schema ?? {},
    ),
  )
  batch?: string;
}

/** The body of POST /payments/export. */
export class ChosenDto {
  @Ids(maximumSelected) ids!: string[];
}

/** The body of POST /payments/status/undo. */
export class UndoBatchDto {
  @ValidateWith(batchRule) batch!: string;
}
