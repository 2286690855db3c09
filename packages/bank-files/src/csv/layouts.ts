import type { CsvMapping } from '../common/contract.js';
import { nameKey } from './column-names.js';

type Part =
  | 'date'
  | 'amount'
  | 'in'
  | 'out'
  | 'direction'
  | 'currency'
  | 'payer'
  | 'text'
  | 'bankId'
  | 'status';
type Marks = Pick<CsvMapping, 'dateOrder'>;

/**
 * The layouts of banks: a heading row, each name with the part that its column is, and the order of its dates where a
 * file may leave that open. A layout is known where the whole row is the same. Each has a file in `layouts.spec.ts`.
 */
const table: readonly (readonly [bank: string, columns: string, marks?: Marks])[] = [
  [
    'BMO',
    'First Bank Card|Transaction Type=direction|Date Posted=date|Transaction Amount=amount|Description=text',
  ],
  [
    'RBC',
    'Account Type|Account Number|Transaction Date=date|Cheque Number|Description 1=text|Description 2=text|CAD$=amount CAD|USD$=amount USD',
    { dateOrder: 'MDY' },
  ],
  [
    'Scotiabank',
    'Filter|Date=date|Description=text|Sub-description=text|Type of Transaction=direction|Amount=amount|Balance',
    { dateOrder: 'MDY' },
  ],
  [
    'Scotiabank, a card',
    'Filter|Date=date|Description=text|Sub-description=text|Status=status|Type of Transaction=direction|Amount=amount',
    { dateOrder: 'MDY' },
  ],
  ['Tangerine', 'Date=date|Transaction|Name=payer|Memo=text|Amount=amount', { dateOrder: 'MDY' }],
  ['Simplii', 'Date=date|Transaction Details=text|Funds Out=out|Funds In=in', { dateOrder: 'MDY' }],
  ['National Bank', 'Date=date|Description=text|Category|Debit=out|Credit=in|Balance'],
  ['National Bank, in French', 'Date=date|Description=text|Catégorie|Débit=out|Crédit=in|Solde'],
  ['National Bank, with units', 'Date=date|Description=text|Retrait ($)=out|Dépôt ($)=in|Solde ($)'],
  ['EQ Bank', 'Transfer date=date|Description=text|Amount=amount|Balance'],
  ['Wealthsimple', 'date=date|transaction|description=text|amount=amount|balance'],
  [
    'Wealthsimple, with currencies',
    'date=date|transaction|description=text|amount=amount|balance|currency=currency',
  ],
  [
    'Vancity',
    'Account|Date=date|Transaction Details=text|Cheque Number|Withdrawn=out|Deposited=in|Account Balance',
  ],
  [
    'Wise',
    'TransferWise ID=bankId|Date=date|Amount=amount|Currency=currency|Description=text|Payment Reference=text|Running Balance|Exchange From|Exchange To|Exchange Rate|Payer Name=payer|Payee Name|Payee Account Number|Merchant|Card Last Four Digits|Card Holder Full Name|Attachment|Note|Total fees',
    { dateOrder: 'DMY' },
  ],
  [
    'PayPal',
    'Date=date|Time|TimeZone|Name=payer|Type|Status=status|Currency=currency|Gross|Fee|Net=amount|From Email Address|To Email Address|Transaction ID=bankId',
  ],
  [
    'Revolut',
    'Type|Product|Started Date|Completed Date=date|Description=text|Amount=amount|Fee|Currency=currency|State=status|Balance',
  ],
  [
    'Stripe, balance',
    'id=bankId|Type|Source|Amount|Fee|Net=amount|Currency=currency|Created (UTC)=date|Available On (UTC)|Status=status|Description=text',
  ],
  [
    'Chase',
    'Details=direction|Posting Date=date|Description=text|Amount=amount|Type|Balance|Check or Slip #',
    { dateOrder: 'MDY' },
  ],
  [
    'Charles Schwab',
    'Date=date|Status=status|Type|CheckNumber|Description=text|Withdrawal=out|Deposit=in|RunningBalance',
    { dateOrder: 'MDY' },
  ],
  ['Bank of America', 'Date=date|Description=text|Amount=amount|Running Bal.', { dateOrder: 'MDY' }],
  [
    'Kasikorn',
    'Date=date|Time/Eff.Date|Descriptions=text|Withdrawal=out|Deposit=in|Outstanding Balance|Channel|Details=text',
    { dateOrder: 'DMY' },
  ],
  [
    'Siam Commercial Bank',
    'Date=date|Time|Transaction Code|Channel|Debit=out|Credit=in|Balance|Description=text',
    { dateOrder: 'DMY' },
  ],
];

/** The banks whose layouts are known. */
export const knownBanks = table.map(([bank]) => bank);

/** A bank's layout: what its columns are, and the order of its dates. */
export interface BankLayout {
  bank: string;
  mapping: Omit<CsvMapping, 'delimiter' | 'date'> & { date: number };
}

const keyOf = (names: readonly string[]): string => names.map(nameKey).join('|');

/** Returns the layout whose heading row this is, for an account of a currency. */
export function knownLayout(names: readonly string[], currency: string): BankLayout | undefined {
  const filled = names.slice(0, names.findLastIndex(Boolean) + 1);
  const found = table.find(([, columns]) => {
    const own = columns.split('|').map((column) => column.replace(/=.*$/, ''));
    return own.length === filled.length && keyOf(own) === keyOf(filled);
  });
  if (!found) return undefined;
  const [bank, columns, marks = {}] = found;
  const mapping: BankLayout['mapping'] = { date: -1, text: [], ...marks };
  for (const [index, column] of columns.split('|').entries()) {
    const [part, of] = (column.split('=')[1] ?? '').split(' ') as [Part | '', string?];
    if (part === 'text') mapping.text.push(index);
    else if (part && (of === undefined || of === currency)) mapping[part] = index;
  }
  // An account in a currency that has no column of its own there.
  return mapping.amount === undefined && mapping.in === undefined ? undefined : { bank, mapping };
}
