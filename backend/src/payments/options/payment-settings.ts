import { readFileSync } from 'node:fs';
import { type Calendar, calendarOf, utcCalendar } from '#domain/platform/calendar';
import { currencies, defaultExchangeRates, type ExchangeRates } from '#domain/platform/money';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { ConfigError, type Environment, type SettingsPart } from '../../platform/config/environment.js';
import type { ServerConfig } from '../../platform/config/server-settings.js';
import { type PaymentOptions, readPaymentOptions, samplePaymentOptions } from './payment-options.js';

export interface PaymentConfig extends BusinessConfig {
  paymentOptions: PaymentOptions;
}

const variables = ['PAYMENT_OPTIONS_FILE', 'EXCHANGE_RATES', 'TIME_ZONE'] as const;
type Variable = (typeof variables)[number];

/** EXCHANGE_RATES="CAD=0.73,THB=0.028": US dollars for one unit; currencies that are left out keep their default. */
function exchangeRates(env: Environment<Variable>): ExchangeRates {
  const rates = { ...defaultExchangeRates };
  for (const part of (env.EXCHANGE_RATES ?? '').split(',').filter((entry) => entry.trim())) {
    const [currency, rate] = part.split('=').map((side) => side.trim());
    const known = currencies.find((name) => name === currency?.toUpperCase());
    const value = Number(rate);
    if (!known || !rate || !Number.isFinite(value) || value <= 0)
      throw new ConfigError(
        `EXCHANGE_RATES takes CAD=0.73,THB=0.028 (US dollars for one unit), not "${part}"`,
      );
    if (known === 'USD' && value !== 1) throw new ConfigError('EXCHANGE_RATES: USD is 1 by definition');
    rates[known] = value;
  }
  return rates;
}

/** Returns the calendar of TIME_ZONE, else of the payment options' zone, else of UTC. */
function businessCalendar({ TIME_ZONE }: Environment<Variable>, options: PaymentOptions): Calendar {
  if (TIME_ZONE === undefined) return options.timeZone ? calendarOf(options.timeZone) : utcCalendar;
  try {
    return calendarOf(TIME_ZONE.trim());
  } catch {
    throw new ConfigError(`TIME_ZONE takes a name such as America/Toronto, not "${TIME_ZONE}"`);
  }
}

function readOptions(env: Environment<Variable>, production: boolean): PaymentOptions {
  const file = env.PAYMENT_OPTIONS_FILE;
  if (!file) {
    if (production)
      throw new ConfigError(
        'PAYMENT_OPTIONS_FILE is required in production: a JSON file, see payment-options.example.json',
      );
    return samplePaymentOptions;
  }
  try {
    // Editors on Windows begin a UTF-8 file with a byte order mark.
    const json = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    const options = readPaymentOptions(JSON.parse(json));
    const [example] = options.exampleFields;
    if (production && example) throw new Error(`${example} is still that of the example`);
    return options;
  } catch (error) {
    throw new ConfigError(
      `PAYMENT_OPTIONS_FILE takes a JSON file like payment-options.example.json: ${(error as Error).message}`,
    );
  }
}

export const paymentSettings: SettingsPart<Variable, PaymentConfig, ServerConfig> = {
  variables,
  read: (env, { production }) => {
    const paymentOptions = readOptions(env, production);
    return {
      paymentOptions,
      exchangeRates: exchangeRates(env),
      calendar: businessCalendar(env, paymentOptions),
    };
  },
};
