import type { BooksBalance } from '#domain/ledger/books';
import { formatNamedMoney } from '#domain/platform/money';
import { Hint } from '../../ui/common/fields.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** The parts of what closing is now, by currency: deposits, surplus, and what is missing. */
export function BooksNow({ balances }: { balances: readonly BooksBalance[] }) {
  const translate = useTranslate();
  return balances.map(({ currency, ...parts }) => (
    <Hint key={currency} sx={{ px: 2, py: 1 }}>
      {translate('resources.reports.books.now', {
        currency,
        ...Object.fromEntries(
          Object.entries(parts).map(([name, value]) => [name, formatNamedMoney(Math.abs(value), currency)]),
        ),
      })}
    </Hint>
  ));
}
