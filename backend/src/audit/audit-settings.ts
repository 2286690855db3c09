import { type SettingsPart, wholeNumber } from '../config/environment.js';

declare module '../config/config.js' {
  interface Config {
    /** Days after which an entry of the audit trail is deleted. */
    auditRetentionDays: number;
  }
}

export const auditSettings: SettingsPart<'AUDIT_RETENTION_DAYS'> = {
  variables: ['AUDIT_RETENTION_DAYS'],
  // Seven years by default: most countries require accounts to be kept that long. A TTL index takes 2^31 - 1 seconds.
  read: (env) => ({ auditRetentionDays: wholeNumber(env, 'AUDIT_RETENTION_DAYS', 2557, 1, 24_855) }),
};
