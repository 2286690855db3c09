import { type AuditConfig, auditSettings } from '../audit/audit-settings.js';
import { type AccountConfig, accountSettings } from '../auth/users/account-settings.js';
import { type CardConfig, cardSettings } from '../payments/options/card-settings.js';
import {
  type DatabaseConfig,
  databaseSettings,
  prepareFolder,
} from '../platform/config/database-settings.js';
import { readSettings, type SettingsPart } from '../platform/config/environment.js';
import { type ServerConfig, serverSettings } from '../platform/config/server-settings.js';
import { type MailConfig, mailSettings } from '../mail/mail-settings.js';
import { type MetricsConfig, metricsSettings } from './metrics/metrics-settings.js';
import { type PaymentConfig, paymentSettings } from '../payments/options/payment-settings.js';
import {
  type PersonalDataConfig,
  personalDataSettings,
} from '../care/personal-data/personal-data-settings.js';
import { type RateLimitConfig, rateLimitSettings } from '../platform/rate-limit/rate-limit-settings.js';
import { type ShortfallConfig, shortfallSettings } from '../bank/transactions/shortfall-settings.js';

/** The settings from the environment, checked once at the start: those of all folders. */
export type Config = ServerConfig &
  DatabaseConfig &
  PaymentConfig &
  AccountConfig &
  RateLimitConfig &
  AuditConfig &
  MailConfig &
  CardConfig &
  ShortfallConfig &
  PersonalDataConfig &
  MetricsConfig;

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
  shortfallSettings,
  personalDataSettings,
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
