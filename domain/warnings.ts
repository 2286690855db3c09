/** A setting of the server that its operator should correct. */
export type ServerWarning = 'untrustedProxy';

/** The response of GET /warnings. */
export interface ServerWarnings {
  warnings: ServerWarning[];
}
