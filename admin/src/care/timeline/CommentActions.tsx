import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import PinIcon from '@mui/icons-material/PushPin';
import UnpinnedIcon from '@mui/icons-material/PushPinOutlined';
import { Box, IconButton } from '@mui/material';
import type { SvgIconComponent } from '@mui/icons-material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { CommentItem } from '#domain/care/activity';
import { formatDateTime } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { adminRole } from '#domain/platform/roles';
import { errorMessage } from '#browser/http';
import { useCall, useWrite } from '../../data/useCall.js';
import { useCan, useRole } from '../../data/session/role.js';
import { currentUser } from '../../data/session/tokens.js';
import { FormDialog, SafeConfirm } from '../../ui/forms/FormDialog.js';
import { CommentInput } from './CommentInput.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

interface DialogProps {
  comment: CommentItem;
  onClose: () => void;
}

/** Changes the text of one's own comment. */
function EditDialog({ comment: { _id, text = '', version }, onClose }: DialogProps) {
  const translate = useTranslate();
  const call = useCall();
  const write = useWrite({
    mutationKey: ['comments', 'edit'],
    mutationFn: (values: { text: string }) =>
      call('PATCH /comments/{id}', { id: _id, body: { text: values.text.trim(), version } }),
    onSuccess: onClose,
  });
  return (
    <FormDialog<{ text: string }>
      title={translate('admin.activity.comment.editTitle')}
      defaultValues={{ text }}
      maxWidth="sm"
      write={write}
      failure={messages.writeComment}
      onClose={onClose}
    >
      <CommentInput autoFocus label="admin.activity.comment.text" minRows={3} />
    </FormDialog>
  );
}

/** Deletes a comment, after asking. */
function DeleteDialog({ comment: { _id, by, version }, onClose }: DialogProps) {
  const translate = useTranslate();
  const call = useCall();
  const { mutate, isPending, error } = useWrite({
    mutationKey: ['comments', 'delete'],
    mutationFn: () => call('DELETE /comments/{id}', { id: _id, body: { version } }),
    onSuccess: onClose,
  });
  return (
    <SafeConfirm
      title={translate('admin.activity.comment.deleteTitle')}
      content={translate('admin.activity.comment.deleteText', { name: by })}
      confirm={translate('admin.activity.comment.delete')}
      confirmColor="warning"
      error={error ? errorMessage(error, messages.writeComment) : undefined}
      loading={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

/** Pins, edits and deletes a comment, as far as the person may. */
export function CommentActions({ comment }: { comment: CommentItem }) {
  const translate = useTranslate();
  const notify = useNotify();
  const role = useRole();
  const canWrite = useCan('write', 'comments');
  const call = useCall();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const pin = useWrite({
    mutationKey: ['comments', 'pin'],
    mutationFn: (isPinned: boolean) =>
      call(`POST /comments/{id}/${isPinned ? 'pin' : 'unpin'}`, { id: comment._id }),
    onError: (error) => notify(errorMessage(error, messages.writeComment), { type: 'error' }),
  });
  if (!canWrite || comment.deleted) return null;
  const isOwn = comment.authorId === currentUser()?.id;
  const button = (name: 'pin' | 'unpin' | 'edit' | 'delete', Icon: SvgIconComponent, onClick: () => void) => {
    const words = { name: comment.by, time: formatDateTime(comment.at) };
    return (
      <IconButton
        size="small"
        title={translate(`admin.activity.comment.${name}`)}
        aria-label={translate(`admin.activity.comment.of.${name}`, words)}
        onClick={onClick}
      >
        <Icon fontSize="small" />
      </IconButton>
    );
  };
  return (
    <Box component="span" data-actions>
      {comment.pinned
        ? button('unpin', PinIcon, () => pin.mutate(false))
        : button('pin', UnpinnedIcon, () => pin.mutate(true))}
      {isOwn && button('edit', EditIcon, () => setOpen('edit'))}
      {(isOwn || role === adminRole) && button('delete', DeleteIcon, () => setOpen('delete'))}
      {open === 'edit' && <EditDialog comment={comment} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <DeleteDialog comment={comment} onClose={() => setOpen(undefined)} />}
    </Box>
  );
}
