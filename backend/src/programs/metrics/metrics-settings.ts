import { ConfigError, type SettingsPart, wholeNumber } from '../../platform/config/environment.js';
import type { ServerConfig } from '../../platform/config/server-settings.js';

export interface MetricsConfig {
  /** GET /metrics, on a port of its own or with a token; off where neither is set. */
  metrics: { port: number | undefined; token: string | undefined };
}

export const metricsSettings: SettingsPart<'METRICS_PORT' | 'METRICS_TOKEN', MetricsConfig, ServerConfig> = {
  variables: ['METRICS_PORT', 'METRICS_TOKEN'],
  read: (env, { port: own }) => {
    const token = env.METRICS_TOKEN?.trim();
    if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token))
      throw new ConfigError('METRICS_TOKEN takes at least 16 letters, digits and signs, without spaces');
    const port = env.METRICS_PORT === undefined ? undefined : wholeNumber(env, 'METRICS_PORT', 0, 0, 65535);
    if (port && port === own) throw new ConfigError('METRICS_PORT takes another port than PORT');
    return { metrics: { port, token } };
  },
};
