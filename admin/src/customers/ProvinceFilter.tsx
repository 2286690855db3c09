import { findRegion, formRegionsOf } from '#domain/places/locations';
import { FilterSelect } from '../ui/lists/FilterBar.js';
import { useTranslate } from '../ui/i18n/useTranslate.js';

/** Narrows a list to a province of Canada, in whichever spelling it is stored. */
export function ProvinceFilter({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const translate = useTranslate();
  return (
    <FilterSelect
      label={translate('resources.payments.filters.province')}
      value={findRegion('canada', value)?.code ?? ''}
      emptyText={translate('resources.payments.filters.allProvinces')}
      choices={formRegionsOf('canada').map(({ code, name }) => ({ id: code, name }))}
      onChange={onChange}
    />
  );
}
