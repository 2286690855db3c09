import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { cardEventTypeNames, cardEventTypes, type CardEventType } from '#domain/cards';
import { ClearFilters } from '../../ui/lists/ClearFilters.js';
import { FilterBar } from '../../ui/lists/FilterBar.js';
import { FilterSelect } from '../../ui/lists/FilterSelect.js';
import { FoldingFilters } from '../../ui/lists/FoldingFilters.js';
import { SearchBox } from '../../ui/lists/SearchBox.js';
import { useCardEventFilter } from './cardEventFilter.js';

/** Search by payer, reference and ids, and filters by type, mode and, from a link, by payment; on a phone behind a button. */
export function CardEventFilters() {
  const translate = useTranslate();
  const { filter, setFilter } = useCardEventFilter();
  const active = [filter.type, filter.live].filter(Boolean).length;
  const label = (name: string) => translate(`resources.card-events.filters.${name}`);
  return (
    <FilterBar>
      <SearchBox
        label={label('search')}
        value={filter.search ?? ''}
        onSearch={(search) => setFilter({ search })}
      />
      <FoldingFilters active={active}>
        <FilterSelect
          label={label('type')}
          value={filter.type ?? ''}
          options={[
            { value: '', label: label('allTypes') },
            ...cardEventTypes.map((value) => ({ value, label: cardEventTypeNames[value] })),
          ]}
          onChange={(type) => setFilter({ type: (type || undefined) as CardEventType | undefined })}
        />
        <FilterSelect
          label={label('live')}
          value={filter.live ?? ''}
          options={[
            { value: '', label: label('liveAndTest') },
            { value: 'true', label: translate('resources.card-events.live') },
            { value: 'false', label: translate('admin.testMode.name') },
          ]}
          onChange={(live) => setFilter({ live })}
        />
      </FoldingFilters>
      {filter.paymentId && (
        <Button variant="outlined" onClick={() => setFilter({ paymentId: '' })}>
          {label('allPayments')}
        </Button>
      )}
      <ClearFilters kept={filter.state ? { state: filter.state } : {}} />
    </FilterBar>
  );
}
