export { parseCents } from './common/amounts.js';
export { decodeFile } from './common/decode.js';
export type { ProofCents } from './common/proof.js';
export { cleanText, FileRefusedError, type StatementRow } from './common/statement-row.js';
export { type Answers, mergeAnswers, withAnswers } from './csv/answers.js';
export { hasSameColumns, type KnownLayout, type SeenContents, withSeen } from './csv/seen.js';
export { type ReadOptions, readStatement } from './read-statement.js';
export type { StatementReading } from './statement-reading.js';
