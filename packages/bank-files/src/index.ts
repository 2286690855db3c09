export { parseCents, plainCents } from './common/amounts.js';
export { decodeFile } from './common/decode.js';
export type { ProofCents } from './common/proof.js';
export { cleanText, FileRefusedError, type StatementRow } from './common/statement-row.js';
export { type Answers, hasSameColumns, mergeAnswers, withAnswers } from './csv/mapping.js';
export { detectDelimiter, unwrapRows } from './csv/records.js';
export { type KnownLayout, type SeenContents, withSeen } from './csv/seen.js';
export { type ReadOptions, readStatement } from './read-statement.js';
export type { StatementReading } from './statement-reading.js';
