import { IsInt, IsOptional, Min } from 'class-validator';
import type { Currency } from '../../../domain/money.js';
import {
  noteRule,
  type PaymentInput,
  type PaymentMethod,
  paymentRules,
  type PaymentStatus,
  type StatusInput,
  statusRule,
} from '../../../domain/payments.js';
import { asText, type Rule, text } from '../../../domain/rules.js';
import { Obeys } from '../http/obeys.decorator.js';

/** The API takes numbers as numbers, where a form has the text that was typed. */
const amountRule: Rule = (value) =>
  typeof value === 'string' && asText(value) !== ''
    ? 'Amount must be a positive number'
    : paymentRules.amount(value);

const detailText = text('Payment details', 1000, { multiline: true });
const detailKey = /^[A-Za-z][\w -]{0,63}$/;

/** A flat map of at most 50 short values; keys are words, so none of them is an operator, a path or a prototype. */
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

/** The body of POST and PUT /payments: the rules and messages are the domain's. */
export class PaymentDto implements PaymentInput {
  @Obeys(paymentRules.customerId)
  customerId!: string;

  @Obeys(paymentRules.paymentMethod)
  paymentMethod!: PaymentMethod;

  @Obeys(amountRule)
  amount!: number;

  @Obeys(paymentRules.currency)
  currency!: Currency;

  @Obeys(paymentRules.status)
  status!: PaymentStatus;

  @Obeys(paymentRules.transferDate)
  transferDate?: string | null;

  @Obeys(paymentRules.referenceNumber)
  referenceNumber?: string;

  @Obeys(paymentRules.transferReference)
  transferReference?: string;

  @Obeys(paymentRules.notes)
  notes?: string;

  @Obeys(paymentRules.paymentType)
  paymentType?: string;

  @Obeys(paymentRules.transactionId)
  transactionId?: string;

  @Obeys(detailsRule)
  paymentDetails?: Record<string, unknown>;

  /** The version that the change was made on; left out, the change is made whatever the version is. */
  @IsOptional()
  @Min(0, { message: 'Version must be a whole number' })
  @IsInt({ message: 'Version must be a whole number' })
  version?: number;
}

export class StatusDto implements StatusInput {
  @Obeys(statusRule)
  status!: PaymentStatus;

  @Obeys(noteRule)
  note?: string;
}
