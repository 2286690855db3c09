import type { Currency } from '#domain/platform/money';
import { type BankAccountInput, bankAccountRules } from '#domain/bank/reconciliation';
import { givenVersion } from '#domain/platform/rules';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

export class BankAccountDto implements BankAccountInput {
  @ValidateWith(bankAccountRules.name) name!: string;
  @ValidateWith(bankAccountRules.currency) currency!: Currency;
  @ValidateWith(bankAccountRules.lastDigits) lastDigits?: string;
  /** The version that the change is made on, 0 before any; left out, the change is made on any version. */
  @ValidateWith(givenVersion) version?: number;
}
