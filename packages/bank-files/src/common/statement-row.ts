import { type ChoiceExample, type SkipReason, statementLimits } from './contract.js';
import type { Cents } from './amounts.js';
import type { AccountProof } from './proof.js';
import { withoutEmpty } from './without-empty.js';

/** A row of a bank's file. */
export interface StatementRow {
  /** The line in a CSV file, or the number of the entry, from 1. */
  row: number;
  /** YYYY-MM-DD. */
  day: string;
  /** Negative for outgoing money; never 0. */
  cents: Cents;
  /** The amount of the whole entry, where this row is one of its transactions. */
  bundleCents?: Cents;
  /** The charges that a bank took out of what was sent, in the row's currency. */
  chargesCents?: Cents;
  payer?: string;
  text: string;
  bankId?: string;
  /** The account's number, where the file has it. */
  account?: string;
  /** The currency that the file names for this row. */
  currency?: string;
}

/** The rows of a file by result: each is in one of these lists, except headers, preambles and blank lines. */
export interface StatementRows {
  rows: StatementRow[];
  skipped: { row: number; reason: SkipReason }[];
  unreadable: { row: number; reason: string; account?: string }[];
  /** The control sums of the file's accounts, where it has some. */
  proofs?: AccountProof[];
  /** True where rows name no currency. */
  isUnnamed?: boolean;
  /** The accounts of cards whose signs nothing shows to be meant as they are written; true where something speaks against it. */
  undirected?: ReadonlyMap<string, boolean>;
  /** True where a row has its category, or the like, for want of another text. */
  hasSpare?: boolean | undefined;
}

/** A row as the example of a choice. */
export const exampleOf = ({ row, day, cents, payer, text }: StatementRow): ChoiceExample => ({
  row,
  day,
  amount: cents / 100,
  ...(payer && { payer }),
  text: text.slice(0, 200),
});

/** Refuses a whole file; the message is for the admin. */
export class FileRefusedError extends Error {}

export const tooManyRows = () =>
  new FileRefusedError(`A file has at most ${statementLimits.rows.toLocaleString('en')} rows`);

const maximumText = 1000;
const maximumName = 140;
const maximumBankId = 140;

/** A bank's text as one line, without invisible characters. */
export const cleanText = (text: string, maximum = maximumText): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maximum)
    .trim();

/** The optional fields of a row, without empty ones. */
export const optionalFields = (payer = '', bankId = '') =>
  withoutEmpty({ payer: cleanText(payer, maximumName), bankId: cleanText(bankId, maximumBankId) });
