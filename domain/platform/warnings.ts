/** A condition of the server that its operator should correct. */
export type ServerWarning =
  | 'untrustedProxy'
  | 'noBackup'
  | 'oldBackup'
  | 'lostAuditChain'
  | 'oldTimeZone'
  | 'failedErasure'
  | 'personalDataEnds';

/** A time zone whose present rules the server's Node does not know: days and months end there at another hour. */
export interface OldTimeZone {
  name: string;
  /** The version of Node's time zone data: "2025c". */
  data: string;
}

/** The sentence that tells of it. */
export const oldTimeZoneMessage = ({ name, data }: OldTimeZone): string =>
  `TIME_ZONE ${name}: this Node's time zone data (${data}) is older than its rules`;

/** The response of GET /warnings. */
export interface ServerWarnings {
  warnings: ServerWarning[];
  /** Beside `oldTimeZone`. */
  timeZone?: OldTimeZone;
  /** Beside `personalDataEnds`: the number of customers whose personal data goes by a day, YYYY-MM-DD. */
  personalData?: { day: string; customers: number };
}
