import type { CsvMapping } from '../common/contract.js';
import { namesKey } from './column-names.js';
import type { ColumnPart } from './mapping.js';
import { moneyColumns } from './money/money.js';

/**
 * The layouts of banks by their heading rows: each name with the part that its column is. Behind that of the day stands the
 * order of its dates where a file may leave that open, and behind an amount the currency that alone it is of. A layout is
 * known where the whole row is the same. Each has a file in `layouts.spec.ts`.
 */
const table: Record<string, string> = {
  BMO: 'First Bank Card|Transaction Type=direction|Date Posted=date|Transaction Amount=amount|Description=text',
  RBC: 'Account Type|Account Number|Transaction Date=date MDY|Cheque Number|Description 1=text|Description 2=text|CAD$=amount CAD|USD$=amount USD',
  Scotiabank:
    'Filter|Date=date MDY|Description=text|Sub-description=text|Type of Transaction=direction|Amount=amount|Balance',
  'Scotiabank, a card':
    'Filter|Date=date MDY|Description=text|Sub-description=text|Status=status|Type of Transaction=direction|Amount=amount',
  Tangerine: 'Date=date MDY|Transaction|Name=payer|Memo=text|Amount=amount',
  Simplii: 'Date=date MDY|Transaction Details=text|Funds Out=out|Funds In=in',
  'National Bank': 'Date=date|Description=text|Category|Debit=out|Credit=in|Balance',
  'National Bank, in French': 'Date=date|Description=text|Catégorie|Débit=out|Crédit=in|Solde',
  'National Bank, with units': 'Date=date|Description=text|Retrait ($)=out|Dépôt ($)=in|Solde ($)',
  'EQ Bank': 'Transfer date=date|Description=text|Amount=amount|Balance',
  Wealthsimple: 'date=date|transaction|description=text|amount=amount|balance',
  'Wealthsimple, with currencies':
    'date=date|transaction|description=text|amount=amount|balance|currency=currency',
  Vancity:
    'Account|Date=date|Transaction Details=text|Cheque Number|Withdrawn=out|Deposited=in|Account Balance',
  Wise: 'TransferWise ID=bankId|Date=date DMY|Amount=amount|Currency=currency|Description=text|Payment Reference=text|Running Balance|Exchange From|Exchange To|Exchange Rate|Payer Name=payer|Payee Name|Payee Account Number|Merchant|Card Last Four Digits|Card Holder Full Name|Attachment|Note|Total fees',
  PayPal:
    'Date=date|Time|TimeZone|Name=payer|Type|Status=status|Currency=currency|Gross|Fee|Net=amount|From Email Address|To Email Address|Transaction ID=bankId',
  Revolut:
    'Type|Product|Started Date|Completed Date=date|Description=text|Amount=amount|Fee|Currency=currency|State=status|Balance',
  'Stripe, balance':
    'id=bankId|Type|Source|Amount|Fee|Net=amount|Currency=currency|Created (UTC)=date|Available On (UTC)|Status=status|Description=text',
  Chase:
    'Details=direction|Posting Date=date MDY|Description=text|Amount=amount|Type|Balance|Check or Slip #',
  'Charles Schwab':
    'Date=date MDY|Status=status|Type|CheckNumber|Description=text|Withdrawal=out|Deposit=in|RunningBalance',
  'Bank of America': 'Date=date MDY|Description=text|Amount=amount|Running Bal.',
  Kasikorn:
    'Date=date DMY|Time/Eff.Date|Descriptions=text|Withdrawal=out|Deposit=in|Outstanding Balance|Channel|Details=text',
  'Siam Commercial Bank':
    'Date=date DMY|Time|Transaction Code|Channel|Debit=out|Credit=in|Balance|Description=text',
};

/** The banks whose layouts are known. */
export const knownBanks = Object.keys(table);

/** A bank's layout: what its columns are, and the order of its dates. */
export type BankMapping = Pick<CsvMapping, ColumnPart | 'text' | 'dateOrder'>;

/** Returns the layout whose heading row this is, for an account of a currency. */
export function knownLayout(names: readonly string[], currency: string): BankMapping | undefined {
  const key = namesKey(names.slice(0, names.findLastIndex(Boolean) + 1));
  const found = Object.values(table)
    .map((row) => row.split('|').map((column) => column.split('=')))
    .find((row) => namesKey(row.map(([name = '']) => name)) === key);
  if (!found) return undefined;
  const mapping: BankMapping = { date: -1, text: [] };
  for (const [index, [, meaning = '']] of found.entries()) {
    const [part, of] = meaning.split(' ') as [ColumnPart | 'text' | '', string?];
    if (part === 'text') mapping.text.push(index);
    else if (part === 'date') Object.assign(mapping, { date: index, ...(of && { dateOrder: of }) });
    else if (part && (of === undefined || of === currency)) mapping[part] = index;
  }
  // An account in a currency that has no column of its own there.
  return moneyColumns(mapping).length ? mapping : undefined;
}
