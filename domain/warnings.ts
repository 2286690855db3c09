/** A condition of the server that its operator should correct. */
export type ServerWarning = 'untrustedProxy' | 'noBackup' | 'oldBackup' | 'lostAuditChain';

/** The response of GET /warnings. */
export interface ServerWarnings {
  warnings: ServerWarning[];
}
