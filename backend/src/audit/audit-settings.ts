import { type SettingsPart, wholeNumber } from '../platform/config/environment.js';

/** The settings of the audit trail. */
export interface AuditConfig {
  /** Days after which an entry of the audit trail is deleted. */
  auditRetentionDays: number;
}

/** Days by which the links of the chain outlive their entries. */
export const extraLinkDays = 2;

/** The most days of a TTL index: it takes 2^31 - 1 seconds (https://www.mongodb.com/docs/manual/core/index-ttl/). */
const maximumTtlDays = Math.floor((2 ** 31 - 1) / 86_400);

export const auditSettings: SettingsPart<'AUDIT_RETENTION_DAYS', AuditConfig> = {
  variables: ['AUDIT_RETENTION_DAYS'],
  // Seven years by default: most countries require accounts to be kept that long.
  read: (env) => ({
    auditRetentionDays: wholeNumber(env, 'AUDIT_RETENTION_DAYS', 2557, 1, maximumTtlDays - extraLinkDays),
  }),
};
