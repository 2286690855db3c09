import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney, quotedCurrency } from '#domain/platform/money';
import type { PartOfTotal } from '#domain/visitor/parts-offer';
import { useLanguage, useTexts } from '../texts/language.js';
import { Filled } from './Filled.js';

/** The parts of a total, in its currency, with their days; one without a day is asked for now. */
export function PartsList({ id, parts }: { id?: string; parts: readonly PartOfTotal[] }) {
  const t = useTexts();
  const language = useLanguage();
  return (
    <ul id={id} className="parts">
      {parts.map(({ amount, due }) => (
        <li key={due ?? ''}>
          <Filled
            text={due ? t.partBy : t.partNow}
            values={{
              amount: <strong>{formatNamedMoney(amount, quotedCurrency, language)}</strong>,
              day: formatDay(due, language),
            }}
          />
        </li>
      ))}
    </ul>
  );
}
