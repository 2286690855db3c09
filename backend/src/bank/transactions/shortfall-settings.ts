import { shortfallLimits } from '#domain/ledger/shortfalls';
import { ConfigError, type SettingsPart } from '../../platform/config/environment.js';

export interface ShortfallConfig {
  /** Largest shortfall that may be accepted of a payment, in its currency. */
  shortfallLimit: number;
}

export const shortfallSettings: SettingsPart<'SHORTFALL_LIMIT', ShortfallConfig> = {
  variables: ['SHORTFALL_LIMIT'],
  read: ({ SHORTFALL_LIMIT }) => {
    const text = SHORTFALL_LIMIT?.trim();
    if (text === undefined) return { shortfallLimit: shortfallLimits.usual };
    const shortfallLimit = Number(text);
    if (!/^\d+(?:\.\d{1,2})?$/.test(text) || shortfallLimit > shortfallLimits.most)
      throw new ConfigError(
        `SHORTFALL_LIMIT takes an amount from 0 to ${shortfallLimits.most}, not "${text}"`,
      );
    return { shortfallLimit };
  },
};
