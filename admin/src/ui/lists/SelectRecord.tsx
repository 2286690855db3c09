import { useRecordContext, type RaRecord, useTranslate } from 'react-admin';
import { SelectBox } from './SelectBox.js';
import { useSelection } from './selection.js';

interface SelectRecordProps {
  /** Names a record to a screen reader. */
  nameOf: (record: RaRecord<string>) => string;
}

/** The checkbox of the record in context; renders nothing in a list without a selection. */
export function SelectRecord({ nameOf }: SelectRecordProps) {
  const translate = useTranslate();
  const selection = useSelection();
  const record = useRecordContext<RaRecord<string>>();
  if (!selection || !record) return null;
  return (
    <SelectBox>
      <input
        type="checkbox"
        aria-label={translate('admin.list.select', { name: nameOf(record) })}
        checked={selection.isSelected(record.id)}
        onChange={(event) => selection.select([record], event.target.checked)}
      />
    </SelectBox>
  );
}
