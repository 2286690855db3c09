import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import type { Order } from '#domain/visitor/orders';
import { useLanguage } from '../../texts/language.js';

/** Returns the formats of the amounts and days of an order. */
export function usePlanFormats({ amount: { currency } }: Order) {
  const language = useLanguage();
  return {
    money: (amount: number) => formatNamedMoney(amount, currency, language),
    day: (day: string) => formatDay(day, language),
  };
}
