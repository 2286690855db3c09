import { type MovedMoney, settlingText } from '#domain/documents/money-lines';
import { byLanguage, type Language, languageFacts } from '#domain/platform/languages';
import { formatDay } from '#domain/platform/dates';
import { type Currency, formatNamedMoney, formatNumber } from '#domain/platform/money';
import { fill } from '#domain/texts/catalogue';
import { texts } from '#domain/texts/texts';
import { en } from './en.js';
import { fr } from './fr.js';

const paperTexts: Record<Language, typeof en> = { en, fr };

/** The texts of documents by language, with those that the language has anyway. */
export const words = byLanguage((language) => {
  const own = paperTexts[language];
  const { documentKinds, ways, settling } = texts[language].payment;
  return {
    /** As PDF names it (RFC 5646). */
    language: languageFacts[language].tag,
    ...own,
    /** "INV-000017 of Nov 25, 2026". */
    numberOfDay: (number: string, day: string) => fill(own.numberOfDay, { number, day }),
    /** "HST 13% on CA$998.50". */
    taxOn: (tax: string, base: string) => fill(own.taxOn, { tax, base }),
    page: (number: number, count: number) => fill(own.page, { number, count }),
    /** "13%" of 0.13, with at most three decimals. */
    rate: (fraction: number) =>
      fill(own.rate, { percent: formatNumber(Number((fraction * 100).toFixed(3)), language) }),
    kinds: documentKinds,
    ways,
    day: (day: string) => formatDay(day, language),
    money: (amount: number, currency: Currency) => formatNamedMoney(amount, currency, language),
    /** "CA$1,997.00 (settles US$1,997.00)", of money that moved in another currency. */
    moved: (money: MovedMoney, currency: Currency) => settlingText(money, currency, language, settling),
  };
});

export type Words = (typeof words)[Language];
