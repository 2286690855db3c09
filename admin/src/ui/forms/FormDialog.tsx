import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Alert, Button, DialogContentText, IconButton } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import {
  Button as RaButton,
  Confirm,
  type ConfirmProps,
  type RaRecord,
  useDataProvider,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { isTranslated } from '#browser/isTranslated';
import { TitledDialog } from '../common/TitledDialog.js';
import {
  FormInputs,
  SubmitButton,
  type SubmitButtonProps,
  WriteForm,
  type WriteFormProps,
} from './WriteForm.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useSingleFlight } from '../../data/useSingleFlight.js';
import { useWrite } from '../../data/useCall.js';
import { useShowDialog } from '../page/dialogs.js';

interface FormDialogProps<Values> extends WriteFormProps<Values>, SubmitButtonProps<Values> {
  title: string;
  /** A sentence on what the form does. */
  text?: string | undefined;
  /** The key of the button's text that closes it, where "Cancel" could be taken for the act. */
  cancel?: string;
  /**
   * Keeps the default values that the dialog was opened with, where some fields of a colleague beside some of the admin
   * would be wrong. Without it, fields in which the admin has not typed follow the record.
   */
  keepsDefaults?: boolean;
  /** Begins at Cancel, as the Enter that opened the dialog must change nothing. */
  isCautious?: boolean;
  maxWidth?: 'xs' | 'sm';
  /** False where it stays after the write, until what follows it is read. */
  isClosing?: boolean;
  onClose: () => void;
  /** react-admin's inputs. */
  children: ReactNode;
}

/** A dialog with a small form, which is closed once it was sent. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, text, submit, isReady, isCautious, maxWidth, onClose, children, write, ...form } = props;
  const { cancel = 'ra.action.cancel' } = props;
  const [opened] = useState(props.defaultValues);
  const { isPending } = write;
  const send = useSingleFlight(async (values: Values) => {
    await write.mutateAsync(values);
    if (props.isClosing !== false) onClose();
  });
  const translate = useTranslate();
  const close = () => !isPending && onClose();
  return (
    <TitledDialog
      title={title}
      text={text}
      maxWidth={maxWidth ?? 'xs'}
      content={{ sx: { pt: 0 } }}
      within={(parts) => (
        <WriteForm
          {...form}
          defaultValues={props.keepsDefaults ? opened : props.defaultValues}
          write={{ isPending, mutateAsync: send }}
        >
          {parts}
        </WriteForm>
      )}
      actions={
        <>
          <Button autoFocus={isCautious} disabled={isPending} onClick={close}>
            {translate(cancel)}
          </Button>
          <SubmitButton submit={submit} isReady={isReady} />
        </>
      }
      // A press beside it is no wish to lose what was typed.
      onClose={(_event, reason) => reason !== 'backdropClick' && close()}
    >
      <FormInputs mt={text ? 2 : 1}>{children}</FormInputs>
    </TitledDialog>
  );
}

interface SafeConfirmProps extends Pick<ConfirmProps, 'confirm' | 'confirmColor' | 'loading'> {
  title: string;
  /** One or more sentences on the consequences. */
  content: string | string[];
  /** Further facts below them. */
  children?: ReactNode;
  /** The message of a failure. */
  error?: string | undefined;
  /** The write that it asks about: why it failed is shown, and the question stays until it is answered. */
  write?: { error: Error | null; isPending: boolean };
  /** None where nothing is left to confirm. */
  onConfirm?: (() => void) | undefined;
  onClose: () => void;
}

/** react-admin's Confirm for what deletes or changes money: it shows why the server refused, and stays until it answers. */
export function SafeConfirm(props: SafeConfirmProps) {
  const { content, children, write, onConfirm, onClose, ...confirm } = props;
  const { error = write?.error?.message, loading = write?.isPending ?? false } = props;
  const id = useId();
  // Another text of its button would not reach a page whose texts a browser's translation has replaced: it is drawn anew.
  const key = isTranslated() ? confirm.confirm : undefined;
  return (
    <Confirm
      key={key}
      {...confirm}
      isOpen
      aria-describedby={id}
      content={
        <>
          <div id={id}>
            {[content].flat().map((text) => (
              <DialogContentText key={text} sx={{ '& + &': { mt: 1.5 } }}>
                {text}
              </DialogContentText>
            ))}
          </div>
          {children}
          {error && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {error}
            </Alert>
          )}
        </>
      }
      loading={loading}
      {...(!onConfirm && { cancel: 'ra.action.close', sx: { '& .ra-confirm': { display: 'none' } } })}
      onConfirm={() => onConfirm?.()}
      onClose={() => !loading && onClose()}
    />
  );
}

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
  const dataProvider = useDataProvider();
  const key = (name: string) => `resources.${resource}.${name}`;
  const { confirmContent = key('message.delete_content'), translateOptions } = texts;
  const words = { ...record, ...translateOptions };
  const { mutate, isPending, error } = useWrite({
    mutationKey: [resource, 'delete'],
    mutationFn: () => dataProvider.delete(resource, { id: record.id }),
    meta: { deletedId: record.id },
    done: () => [key('notifications.deleted'), words],
    onSuccess: () => {
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

/** react-admin's DeleteWithConfirmButton with its keys of texts, as a dialog of `SafeConfirm` that outlives its row. */
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
      <RaButton label="ra.action.delete" color="error" onClick={ask}>
        <DeleteIcon />
      </RaButton>
    );
  return (
    <IconButton title={translate('ra.action.delete')} aria-label={name} onClick={ask}>
      <DeleteIcon />
    </IconButton>
  );
}
