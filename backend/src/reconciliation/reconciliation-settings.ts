import { defaultShortfallLimit } from '#domain/reconciliation';
import { ConfigError, type SettingsPart } from '../config/environment.js';

declare module '../config/config.js' {
  interface Config {
    /** Largest shortfall that may be accepted of a payment, in its currency. */
    shortfallLimit: number;
  }
}

export const reconciliationSettings: SettingsPart<'SHORTFALL_LIMIT'> = {
  variables: ['SHORTFALL_LIMIT'],
  read: ({ SHORTFALL_LIMIT }) => {
    const text = SHORTFALL_LIMIT?.trim();
    if (text === undefined) return { shortfallLimit: defaultShortfallLimit };
    const shortfallLimit = Number(text);
    if (!/^\d+(?:\.\d{1,2})?$/.test(text) || shortfallLimit > 10_000)
      throw new ConfigError(`SHORTFALL_LIMIT takes an amount from 0 to 10000, not "${text}"`);
    return { shortfallLimit };
  },
};
