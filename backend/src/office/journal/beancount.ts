import { asCents, plainCents } from '#domain/platform/money';
import type { AccountNames } from './account-names.js';
import type { AccountRef, JournalEntry } from './entries.js';

const roots = ['Assets', 'Liabilities', 'Equity', 'Income', 'Expenses'] as const;
const rootOf = ({ key }: AccountRef): (typeof roots)[number] => {
  switch (key) {
    case 'deposits':
    case 'taxPayable':
      return 'Liabilities';
    case 'sales':
    case 'fees':
      return 'Income';
    case 'cardFees':
    case 'bankFees':
      return 'Expenses';
    case 'exchange':
      return 'Equity';
    default:
      return 'Assets';
  }
};

/** A part of an account's name as beancount takes it: letters, digits and hyphens, first a capital or a digit. */
const partOf = (text: string): string => {
  const part = text.replace(/[^\p{L}\p{Nd}]/gu, '-');
  return /^[\p{Lu}\p{Nd}]/u.test(part) ? part : `A-${part}`;
};

/** Returns an account's name in beancount, with its root where it names none. */
function beancountName(account: AccountRef, name: string): string {
  const [first = '', ...parts] = name.split(':');
  const isRooted = (roots as readonly string[]).includes(first) && parts.length > 0;
  return isRooted
    ? [
        first,
        ...parts.map((part) => (/^[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*$/u.test(part) ? part : partOf(part))),
      ].join(':')
    : `${rootOf(account)}:${partOf(name)}`;
}

/** Names accounts for beancount: names that would become one are told apart by a number. */
class BeancountAccounts {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();

  constructor(private readonly accounts: AccountNames) {
    for (const { account, name } of accounts.all()) this.add(account, name);
  }

  nameOf(account: AccountRef, currency: string): string {
    return this.add(account, this.accounts.nameOf(account, currency));
  }

  private add(account: AccountRef, name: string): string {
    const key = `${rootOf(account)} ${name}`;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const plain = beancountName(account, name);
    let free = plain;
    for (let number = 2; this.taken.has(free); number++) free = `${plain}-${number}`;
    this.taken.add(free);
    this.names.set(key, free);
    return free;
  }
}

/** A text between quotes, on one line. */
const quoted = (text: string): string =>
  `"${text.replace(/[\\"]/g, String.raw`\$&`).replace(/\p{Cc}/gu, ' ')}"`;

/** Writes entries for beancount; accounts open by themselves, so that months can be included together. */
export async function* beancountPieces(
  entries: AsyncIterable<readonly JournalEntry[]>,
  names: AccountNames,
): AsyncGenerator<string> {
  const accounts = new BeancountAccounts(names);
  yield 'plugin "beancount.plugins.auto_accounts"\n';
  for await (const batch of entries)
    yield batch
      .map(({ day, text, number, currency, lines }) =>
        [
          `\n${day} * ${quoted(text)} ^${number}`,
          ...lines.map(
            ({ account, cents }) =>
              `  ${accounts.nameOf(account, currency)}  ${plainCents(asCents(cents))} ${currency}`,
          ),
          '',
        ].join('\n'),
      )
      .join('');
}
