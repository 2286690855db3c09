import {
  accountKeys,
  type AccountOptions,
  type DividedAccount,
  dividedAccounts,
  taxLabels,
} from '#domain/ledger/journal';
import { field, refuseUnknownKeys } from './option-fields.js';

/** Longest name of an account, in characters. */
const maximumName = 100;

/** Returns the name of an account. Throws for one that a spreadsheet takes as a formula, and for an unknown placeholder. */
function accountName(owner: unknown, path: string, name: string): string {
  const text = field(owner, path, name, maximumName);
  const at = path + name;
  if (/[\r\n\u0085\u2028\u2029]/.test(text)) throw new Error(`${at} takes a name of one line`);
  if (/^[=+\-@＝＋－＠]/.test(text)) throw new Error(`${at} must not begin with ${text[0]}`);
  const known =
    at === 'accounts.bank' || at.startsWith('accounts.bank.') ? ['{name}', '{currency}'] : ['{currency}'];
  const left = known.reduce((rest, placeholder) => rest.replaceAll(placeholder, ''), text);
  if (/[{}]/.test(left)) throw new Error(`${at} takes no braces but ${known.join(' and ')}`);
  return text;
}

const isDivided = (key: string): key is DividedAccount =>
  (dividedAccounts as readonly string[]).includes(key);

/** Checks accounts of the parsed options file: names of the chart of accounts. Throws an Error that names the field. */
export function readAccounts(accounts: unknown): AccountOptions {
  refuseUnknownKeys(accounts, 'accounts', accountKeys);
  const names = Object.entries(accounts as object).map(([key, value]: [string, unknown]) => {
    const at = `accounts.${key}`;
    if (!isDivided(key) || typeof value !== 'object') return [key, accountName(accounts, 'accounts.', key)];
    refuseUnknownKeys(value, at, key === 'taxPayable' ? taxLabels : Object.keys(value ?? {}));
    return [key, Object.fromEntries(Object.keys(value!).map((of) => [of, accountName(value, `${at}.`, of)]))];
  });
  return Object.fromEntries(names) as AccountOptions;
}
