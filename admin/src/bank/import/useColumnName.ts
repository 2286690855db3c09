import type { CsvColumn } from '#bank-files/contract';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** Returns a function that names a column: as the header does, else by its number. */
export function useColumnName() {
  const translate = useTranslate();
  return ({ name, index }: CsvColumn): string =>
    name || translate('resources.reconcile.mapping.unnamed', { number: index + 1 });
}
