import { useListContext, type RaRecord, useTranslate } from 'react-admin';
import { SelectBox } from './SelectBox.js';
import { useSelection } from './selection.js';

/** Selects every record of the page; indeterminate if some are selected. */
export function SelectPage() {
  const translate = useTranslate();
  const selection = useSelection();
  const { data = [] } = useListContext<RaRecord<string>>();
  if (!selection) return null;
  const count = data.filter(({ id }) => selection.isSelected(id)).length;
  const isWhole = count > 0 && count === data.length;
  return (
    <SelectBox>
      <input
        type="checkbox"
        aria-label={translate('admin.list.selectPage')}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isWhole;
        }}
        checked={isWhole}
        disabled={!data.length}
        onChange={(event) => selection.select(data, event.target.checked)}
      />
    </SelectBox>
  );
}
