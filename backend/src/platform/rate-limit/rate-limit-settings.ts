import { type SettingsPart, wholeNumber } from '../config/environment.js';

export interface RateLimitConfig {
  /** Requests a minute from one address; costly ones of one account. */
  limits: { checkout: number; login: number; refresh: number; costly: number };
}

const variables = [
  'RATE_LIMIT_CHECKOUT',
  'RATE_LIMIT_LOGIN',
  'RATE_LIMIT_REFRESH',
  'RATE_LIMIT_COSTLY',
] as const;

export const rateLimitSettings: SettingsPart<(typeof variables)[number], RateLimitConfig> = {
  variables,
  read: (env) => ({
    limits: {
      checkout: wholeNumber(env, 'RATE_LIMIT_CHECKOUT', 20, 1, 1_000_000),
      login: wholeNumber(env, 'RATE_LIMIT_LOGIN', 10, 1, 1_000_000),
      costly: wholeNumber(env, 'RATE_LIMIT_COSTLY', 60, 1, 1_000_000),
      refresh: wholeNumber(env, 'RATE_LIMIT_REFRESH', 60, 1, 1_000_000),
    },
  }),
};
