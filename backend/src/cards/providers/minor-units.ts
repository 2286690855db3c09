/**
 * Stripe's currencies without decimals, and those with three: https://docs.stripe.com/currencies#zero-decimal. ISK and UGX
 * have none either, but keep two zeros in its amounts ("Special cases" there).
 */
const decimalsOf = new Map([
  ...'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
    .split(' ')
    .map((currency): [string, number] => [currency, 0]),
  ...'BHD JOD KWD OMR TND'.split(' ').map((currency): [string, number] => [currency, 3]),
]);

/** Converts an amount in minor units into units of its currency. */
export const fromMinorUnits = (minor: number, currency: string): number =>
  minor / 10 ** (decimalsOf.get(currency) ?? 2);
