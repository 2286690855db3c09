import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney, quotedCurrency } from '#domain/platform/money';
import type { PartOfTotal } from '#domain/visitor/parts-offer';
import { useLanguage, useTexts } from '../texts/language.js';
import { Filled } from './Filled.js';

interface PartsListProps {
  id?: string;
  /** Without a day a part is asked for now. */
  parts: readonly PartOfTotal[];
}

/** The parts of a total, in its currency, with their days. */
export function PartsList({ id, parts }: PartsListProps) {
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
