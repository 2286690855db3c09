import type { MoneyWay } from './ledger.js';

/** The programs that import the journal, by the names of their forms. */
export const journalFormats = ['quickbooks', 'xero', 'beancount'] as const;
export type JournalFormat = (typeof journalFormats)[number];

export const journalFormatNames: Record<JournalFormat, string> = {
  quickbooks: 'QuickBooks',
  xero: 'Xero',
  beancount: 'Beancount',
};

/** The names of the accounts until the operator sets others. The account of a bank has that of the bank account. */
export const defaultAccounts = {
  bank: '{name}',
  cash: 'Cash',
  cheque: 'Cheques',
  other: 'Other money',
  cardClearing: 'Stripe',
  cardFees: 'Card fees',
  bankFees: 'Bank fees',
  deposits: 'Customer deposits',
  unproven: 'Payments to be proven',
  exchange: 'Currency exchange',
  sales: 'Sales',
  fees: 'Cancellation fees',
  taxPayable: 'GST/HST payable',
  xeroTaxRate: 'Tax Exempt',
} as const;

/** The accounts of the chart, and the name of Xero's tax rate, by the names of their settings. */
export type AccountKey = keyof typeof defaultAccounts;
export const accountKeys = Object.keys(defaultAccounts) as AccountKey[];

/** The accounts that may be set one by one: those of the banks by the bank accounts' names, tax by its label. */
export const dividedAccounts = ['bank', 'taxPayable'] as const;
export type DividedAccount = (typeof dividedAccounts)[number];

/** The labels of tax that have an account of their own where the settings name one. */
export const taxLabels = ['GST', 'HST'] as const;

/** The names that the operator has set. */
export type AccountOptions = Partial<
  Record<Exclude<AccountKey, DividedAccount>, string> &
    Record<DividedAccount, string | Readonly<Record<string, string>>>
>;

/** The account of a way's money. */
export const accountOfWay = {
  bank: 'bank',
  card: 'cardClearing',
  cash: 'cash',
  cheque: 'cheque',
  other: 'other',
} as const satisfies Record<MoneyWay, AccountKey>;

/** An account of the journal: of `bank` that of a bank account, of `taxPayable` that of a label. */
export interface JournalAccount {
  key: AccountKey;
  of?: string;
  /** As it is set: with {currency} where each currency has its own. */
  name: string;
  isDefault: boolean;
}

/** The response of GET /books/accounts. */
export interface JournalAccounts {
  accounts: JournalAccount[];
}

export const journalMessages = {
  format: `Format must be one of ${journalFormats.join(', ')}`,
  order: 'To must not be before From',
  monthBegin: 'From must be the first day of a month where the books are closed',
  monthEnd: 'To must be the last day of a month where the books are closed',
  pastMonth: 'Only a past month has a package',
} as const;
