import {
  type AccountKey,
  accountKeys,
  type AccountOptions,
  defaultAccounts,
  type JournalAccount,
  taxLabels,
} from '#domain/ledger/journal';
import { currencies, type Currency } from '#domain/platform/money';
import type { AccountRef } from './entries.js';

/** A bank account, whose money has an account of that name. */
export interface NamedBank {
  id: string;
  name: string;
  currency: Currency;
}

/** The name of a bank account of which no record tells any more. */
const unknownBank = 'Bank';

/** Names the accounts of the journal as the operator has set them. */
export class AccountNames {
  private readonly banksById: ReadonlyMap<string, NamedBank>;

  /** `banks` in the order in which they were added. */
  constructor(
    private readonly options: AccountOptions,
    private readonly banks: readonly NamedBank[],
  ) {
    this.banksById = new Map(banks.map((bank) => [bank.id, bank]));
  }

  /** The name of an account in a currency. */
  nameOf({ key, of }: AccountRef, currency: string): string {
    const bank = key === 'bank' ? (this.banksById.get(of ?? '')?.name ?? unknownBank) : undefined;
    const name = this.setting(key, bank ?? of).name.replaceAll('{currency}', () => currency);
    return bank === undefined ? name : name.replaceAll('{name}', () => bank);
  }

  /** The name of the rate of tax that Xero asks for. */
  get xeroTaxRate(): string {
    return this.setting('xeroTaxRate').name.replaceAll('{currency}', '');
  }

  /** All accounts: those that divide by bank account or label, one by one. */
  list(): JournalAccount[] {
    return accountKeys.flatMap((key): JournalAccount[] => {
      if (key === 'bank' && this.banks.length)
        return this.banks.map(({ name: of, currency }) => {
          const { name, isDefault } = this.setting('bank', of);
          return {
            key,
            of,
            name: name.replaceAll('{currency}', currency).replaceAll('{name}', () => of),
            isDefault,
          };
        });
      if (key === 'taxPayable' && typeof this.options.taxPayable === 'object')
        return taxLabels.map((of) => ({ key, of, ...this.setting(key, of) }));
      return [{ key, ...this.setting(key) }];
    });
  }

  /** Every account that there may be, with its name, in an order in which new bank accounts come last. */
  *all(): Generator<{ account: AccountRef; name: string }> {
    const named = accountKeys.flatMap((key): AccountRef[] => {
      if (key === 'xeroTaxRate' || key === 'bank') return [];
      return key === 'taxPayable' ? [{ key }, ...taxLabels.map((of) => ({ key, of }))] : [{ key }];
    });
    const banks = this.banks.map(({ id: of }) => ({ key: 'bank' as const, of }));
    for (const account of [...named, { key: 'bank' as const }, ...banks])
      for (const currency of currencies) yield { account, name: this.nameOf(account, currency) };
  }

  private setting(key: AccountKey, of?: string): Pick<JournalAccount, 'name' | 'isDefault'> {
    const set = this.options[key];
    const name =
      typeof set === 'object' ? (of !== undefined && Object.hasOwn(set, of) ? set[of] : undefined) : set;
    return { name: name ?? defaultAccounts[key], isDefault: name === undefined };
  }
}
