import type { Books } from '#domain/ledger/books';
import { toCents } from '#domain/platform/money';
import type { TestApp } from './test-app.js';

/** A posting of a journal for beancount; cents, debits above 0. */
export interface ReadPosting {
  /** YYYY-MM-DD. */
  day: string;
  text: string;
  number: string;
  account: string;
  cents: number;
  currency: string;
}

/** Reads a journal for beancount. Throws for a line that is none of it, and for an entry that does not balance. */
export function readBeancount(journal: string): ReadPosting[] {
  const [plugin, ...blocks] = journal.trimEnd().split(/\n\n/);
  if (plugin !== 'plugin "beancount.plugins.auto_accounts"') throw new Error(`It begins with ${plugin}`);
  return blocks.flatMap((block) => {
    const [head = '', ...lines] = block.trim().split('\n');
    const [, day, text, number] =
      /^(\d{4}-\d\d-\d\d) \* "((?:[^"\\]|\\.)*)" \^([0-9A-Z]{20})$/.exec(head) ?? [];
    if (!day || text === undefined || !number) throw new Error(`No entry: ${head}`);
    const postings = lines.map((line): ReadPosting => {
      const [, account, amount, currency] = /^ {2}(\S+) {2}(-?\d+\.\d\d) ([A-Z]{3})$/.exec(line) ?? [];
      if (!account || !currency) throw new Error(`No posting: ${line}`);
      return { day, text, number, account, cents: Math.round(Number(amount) * 100), currency };
    });
    if (postings.reduce((sum, { cents }) => sum + cents, 0)) throw new Error(`It does not balance: ${block}`);
    return postings;
  });
}

/** The sum of accounts, by the beginnings of their names, in cents. */
const sumOfAccounts = (postings: readonly ReadPosting[], ...names: string[]): number =>
  postings
    .filter(({ account }) => names.some((name) => account.startsWith(name)))
    .reduce((sum, { cents }) => sum + cents, 0);

/** The accounts of `unproven` and `exchange`, which stand beside those of the money's ways. */
const unproven = 'Assets:Payments-to-be-proven';

/** Returns what a journal makes of the books, in the words of GET /books: by month (YYYY-MM) and currency, in cents. */
export function booksOfJournal(postings: readonly ReadPosting[], month: string, currency: string) {
  const own = postings.filter((one) => one.currency === currency && one.day.slice(0, 7) <= month);
  const within = own.filter(({ day }) => day.startsWith(month));
  const money = within.filter(({ account }) => account !== unproven);
  return {
    closing: 0 - sumOfAccounts(own, 'Liabilities:Customer-deposits', unproven),
    net: sumOfAccounts(money, 'Assets:', 'Equity:Currency-exchange', 'Expenses:Card-fees'),
    shortfalls: sumOfAccounts(within, 'Expenses:Bank-fees'),
    sold: 0 - sumOfAccounts(within, 'Income:', 'Liabilities:GST-HST-payable'),
    fees: sumOfAccounts(within, 'Expenses:Card-fees'),
    tax: 0 - sumOfAccounts(within, 'Liabilities:GST-HST-payable'),
  };
}

/** Returns the sums of all months of the books as they are, and as the journal with the default accounts makes them. */
export async function compareJournal(app: TestApp) {
  const { months } = (await app.admin.get('/api/books').expect(200)).body as Books;
  const to = `${new Date().getUTCFullYear() + 1}-12-31`;
  const { text } = await app.admin
    .get(`/api/books/journal?format=beancount&from=2000-01-01&to=${to}`)
    .buffer()
    .expect(200);
  const postings = readBeancount(text);
  const books = months.map(
    ({ month, currency, closing, received, refunded, shortfalls, sales, returns, fees = 0 }) => ({
      month,
      currency,
      closing: toCents(closing),
      net: toCents(received) - toCents(refunded),
      shortfalls: toCents(shortfalls),
      sold: toCents(sales) - toCents(returns),
      fees: toCents(fees),
    }),
  );
  const journal = months.map(({ month, currency }) => {
    const { closing, net, shortfalls, sold, fees } = booksOfJournal(postings, month, currency);
    return { month, currency, closing, net, shortfalls, sold, fees };
  });
  return { books, journal };
}
