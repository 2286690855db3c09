/** The response of GET /health. */
export interface Health {
  status: 'ok' | 'failing';
  version: string;
  /** It answers; otherwise the response is 503 with a message. */
  database: 'ok';
  /** Failing where the database answers but takes no writes, as on a full disk. */
  writes: 'ok' | 'failing';
  /** Off without a mail server; stopped where it refuses the sign-in or its certificate is wrong. */
  mail: 'ok' | 'off' | 'stopped';
  /** The time of the last backup; null where none was made. */
  lastBackup: string | null;
  /** The sentence that says that the rules of TIME_ZONE are newer than Node's data; missing otherwise. */
  timeZone?: string;
}
