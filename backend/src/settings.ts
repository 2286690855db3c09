import { auditSettings } from './audit/audit-settings.js';
import { accountSettings } from './auth/users/account-settings.js';
import { cardSettings } from './cards/card-settings.js';
import type { Config } from './config/config.js';
import { databaseSettings, prepareFolder } from './config/database-settings.js';
import { readSettings, type SettingsPart } from './config/environment.js';
import { serverSettings } from './config/server-settings.js';
import { mailSettings } from './mail/mail-settings.js';
import { metricsSettings } from './metrics/metrics-settings.js';
import { paymentSettings } from './payments/payment-settings.js';
import { rateLimitSettings } from './rate-limit/rate-limit-settings.js';
import { reconciliationSettings } from './reconciliation/reconciliation-settings.js';

/** The settings of all folders; each reads those before it. */
const parts: readonly SettingsPart[] = [
  serverSettings,
  databaseSettings,
  paymentSettings,
  accountSettings,
  rateLimitSettings,
  auditSettings,
  mailSettings,
  cardSettings,
  reconciliationSettings,
  metricsSettings,
];

/** Every environment variable of the server: docs/operating/configuration.md and docker-compose.yml name each. */
export const variables = parts.flatMap((part) => part.variables);

/** Reads the settings of the web server from the environment. Throws a ConfigError for an invalid value. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const config = {} as Config;
  for (const part of parts) Object.assign(config, readSettings(part, env, config));
  prepareFolder(config);
  return config;
}
