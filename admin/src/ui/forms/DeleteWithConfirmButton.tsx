import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { IconButton } from '@mui/material';
import {
  Button,
  type RaRecord,
  useDataProvider,
  useNotify,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { useWrite } from '../../data/useWrite.js';
import { useShowDialog } from '../page/dialogs.js';
import { SafeConfirm } from './SafeConfirm.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface DeleteWithConfirmButtonProps {
  record?: RaRecord;
  /** Its name in a row, where an icon stands for it. */
  'aria-label'?: string;
  /** The question, in lines; by default that of the resource. */
  confirmContent?: string;
  /** Words of the texts, beside those of the record. */
  translateOptions?: object;
  /** Called after the deletion, before any query is refetched. */
  onDeleted?: () => void;
}

interface DeleteDialogProps extends DeleteWithConfirmButtonProps {
  record: RaRecord;
  resource: string;
  onClose: () => void;
}

function DeleteDialog({ record, resource, onDeleted, onClose, ...texts }: DeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const key = (name: string) => `resources.${resource}.${name}`;
  const { confirmContent = key('message.delete_content'), translateOptions } = texts;
  const words = { ...record, ...translateOptions };
  const { mutate, isPending, error } = useWrite({
    mutationKey: [resource, 'delete'],
    mutationFn: () => dataProvider.delete(resource, { id: record.id }),
    meta: { deletedId: record.id },
    onSuccess: () => {
      notify(key('notifications.deleted'), { type: 'success', messageArgs: words });
      onClose();
      onDeleted?.();
    },
  });
  return (
    <SafeConfirm
      title={translate(key('message.delete_title'))}
      content={translate(confirmContent, words).split('\n')}
      error={error?.message}
      confirm={translate('ra.action.delete')}
      confirmColor="warning"
      loading={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

/**
 * react-admin's DeleteWithConfirmButton with its keys of texts. It begins at Cancel, shows in its dialog why the server
 * refused, and outlives its row.
 */
export function DeleteWithConfirmButton(props: DeleteWithConfirmButtonProps) {
  const translate = useTranslate();
  const showDialog = useShowDialog();
  const resource = useResourceContext();
  const record = useRecordContext(props);
  if (!record || !resource) return null;
  const ask = () =>
    showDialog((close) => <DeleteDialog {...props} record={record} resource={resource} onClose={close} />);
  const name = props['aria-label'];
  if (!name)
    return (
      <Button label="ra.action.delete" color="error" onClick={ask}>
        <DeleteIcon />
      </Button>
    );
  return (
    <IconButton title={translate('ra.action.delete')} aria-label={name} onClick={ask}>
      <DeleteIcon />
    </IconButton>
  );
}
