import { useTranslate } from 'react-admin';
import { type Column } from './column.js';
import { Ellipsis } from './Ellipsis.js';

/** The fields of one place; each names its column to a screen reader. */
export function RecordFields({ columns, place }: { columns: Column[]; place: Column['card'] }) {
  const translate = useTranslate();
  const fields = columns.map(({ label, field }) => (
    <span key={label} data-field>
      <span data-label>{translate(label)}: </span>
      {field}
    </span>
  ));
  const cut = place !== 'status' && place !== 'end';
  return <div data-place={place}>{cut ? <Ellipsis>{fields}</Ellipsis> : fields}</div>;
}
