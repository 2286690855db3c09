import type { Currency } from '#domain/platform/money';
import { type BankAccountInput, bankAccountRules } from '#domain/bank/reconciliation';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

export class BankAccountDto implements BankAccountInput {
  @ValidateWith(bankAccountRules.name) name!: string;
  @ValidateWith(bankAccountRules.currency) currency!: Currency;
  @ValidateWith(bankAccountRules.lastDigits) lastDigits?: string;
}
