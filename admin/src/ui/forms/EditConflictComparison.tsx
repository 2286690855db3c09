import Typography from '@mui/material/Typography';
import { type RaRecord, useResourceContext, useTranslate } from 'react-admin';
import { Table } from '../common/Table.js';

interface EditConflictComparisonProps {
  fields: string[];
  show: (field: string, record: RaRecord) => string;
  theirs: RaRecord;
  mine: RaRecord;
}

/** The fields in which the saved record and the form differ. */
export function EditConflictComparison({ fields, show, theirs, mine }: EditConflictComparisonProps) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const label = (name: string) => translate(`admin.form.conflict.${name}`);
  const differing = fields.filter((field) => show(field, theirs) !== show(field, mine));
  if (differing.length === 0) return <Typography>{label('same')}</Typography>;
  return (
    <Table data-whole-words>
      <thead>
        <tr>
          <th scope="col">{label('field')}</th>
          <th scope="col">{label('theirs')}</th>
          <th scope="col">{label('mine')}</th>
        </tr>
      </thead>
      <tbody>
        {differing.map((field) => (
          <tr key={field}>
            <th scope="row">{translate(`resources.${resource}.fields.${field}`)}</th>
            <td>{show(field, theirs) || label('empty')}</td>
            <td>{show(field, mine) || label('empty')}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
