import type { ProofMeans } from '#bank-files/contract';

/** A file's control sum beside its rows, with amounts in the account's currency. */
export interface StatementProof {
  by: ProofMeans;
  agrees: boolean;
  opening?: number;
  closing?: number;
  /** The file's sum less that of its rows; missing where they agree, or only the numbers of rows differ. */
  difference?: number;
  /** The first row at which they part, where the file tells it. */
  row?: number;
}

/** Days between two statements of an account, the second of which begins elsewhere than the first ended. */
export interface StatementGap {
  /** YYYY-MM-DD: the last day of the one, and the first of the other. */
  after: string;
  before: string;
  /** The balance at the beginning of the second less the one at the end of the first. */
  difference: number;
}
