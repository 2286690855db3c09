import Button from '@mui/material/Button';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';
import { formatCount } from '#domain/numbers';
import type { Selection } from './selection.js';
import { useSelectMatching } from './useSelectMatching.js';

/** Offers to select what matches on other pages too, once the whole page is selected. */
export function SelectMatching({ selection }: { selection: Selection }) {
  const translate = useTranslate();
  const { data = [] } = useListContext<RaRecord<string>>();
  const { wanted, total, selectMatching, isSelecting } = useSelectMatching(selection);
  const isPageSelected = data.every(({ id }) => selection.isSelected(id));
  if (!isPageSelected || selection.records.length >= wanted) return null;
  const counts = { count: formatCount(wanted), total: formatCount(total), page: formatCount(data.length) };
  return (
    <>
      <span>{translate('admin.list.pageSelected', counts)}</span>
      <Button loading={isSelecting} onClick={selectMatching}>
        {translate(`admin.list.${wanted < total ? 'selectFirst' : 'selectMatching'}`, counts)}
      </Button>
    </>
  );
}
