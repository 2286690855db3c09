import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import {
  type RaRecord,
  useDataProvider,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { messages } from '#domain/messages';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import { ErrorAlert } from '../common/ErrorAlert.js';
import { Table } from '../common/Table.js';

interface EditConflictComparisonProps {
  fields: string[];
  show: (field: string, record: RaRecord) => string;
  theirs: RaRecord;
  mine: RaRecord;
}

/** The fields in which the saved record and the form differ. */
function EditConflictComparison({ fields, show, theirs, mine }: EditConflictComparisonProps) {
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

interface EditConflictDialogProps {
  compare: { fields: string[]; show: (field: string, record: RaRecord) => string };
  onClose?: () => void;
}

/**
 * Shown when a colleague saved the record while this form was open (409). It compares both versions; the admin takes
 * the colleague's, or continues with their own, which the next Save then writes over it.
 */
export function EditConflictDialog({ compare, onClose }: EditConflictDialogProps) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const id = useRecordContext()?.id ?? '';
  const dataProvider = useDataProvider();
  const { getValues, reset, setValue, clearErrors } = useFormContext<RaRecord>();
  const {
    data: theirs,
    error,
    refetch,
  } = useQuery({
    queryKey: [resource, 'saved', id],
    queryFn: async ({ signal }) => (await dataProvider.getOne<RaRecord>(resource, { id, signal })).data,
    gcTime: 0,
  });
  const close = () => {
    clearErrors(['version', 'root.serverError']);
    onClose?.();
  };

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="conflict-title" aria-describedby="conflict-text">
      <DialogTitle id="conflict-title">{translate('admin.form.conflict.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id="conflict-text" sx={{ mb: 2 }}>
          {messages.editConflict} {translate('admin.form.conflict.text')}
        </DialogContentText>
        {theirs ? (
          <EditConflictComparison {...compare} theirs={theirs} mine={getValues()} />
        ) : error ? (
          <ErrorAlert
            error={error}
            fallback={defaultErrorMessage(resource, 'one')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={120} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        <Button
          disabled={!theirs}
          onClick={() => {
            reset(theirs);
            close();
          }}
        >
          {translate('admin.form.conflict.reload')}
        </Button>
        <Button
          variant="contained"
          disabled={!theirs}
          onClick={() => {
            setValue('version', theirs?.version);
            close();
          }}
        >
          {translate('admin.form.conflict.keep')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
