import type { Currency } from '#domain/money';
import { type BankAccountInput, bankAccountRules } from '#domain/reconciliation';
import { ValidateWith } from '../../http/validate-with.decorator.js';

export class BankAccountDto implements BankAccountInput {
  @ValidateWith(bankAccountRules.name)
  name!: string;

  @ValidateWith(bankAccountRules.currency)
  currency!: Currency;

  @ValidateWith(bankAccountRules.lastDigits)
  lastDigits?: string;
}
