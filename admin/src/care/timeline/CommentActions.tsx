import type { SvgIconComponent } from '@mui/icons-material';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import PinIcon from '@mui/icons-material/PushPin';
import UnpinnedIcon from '@mui/icons-material/PushPinOutlined';
import { Box, IconButton, List, MenuItem, Paper, Popper } from '@mui/material';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { CommentItem } from '#domain/care/activity';
import { formatDateTime } from '#domain/platform/dates';
import { adminRole } from '#domain/platform/roles';
import { commentRules } from '#domain/care/comments';
import { mentionAt } from '#domain/care/mentions';
import { asText } from '#domain/platform/rules';
import { useWrite } from '../../data/useCall.js';
import { useCan, useRole } from '../../data/session/role.js';
import { currentUser } from '../../data/session/tokens.js';
import { FormDialog, SafeConfirm } from '../../ui/forms/FormDialog.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';
import { usePeopleNames } from './useTimeline.js';

interface DialogProps {
  comment: CommentItem;
  onClose: () => void;
}

/** Changes the text of one's own comment. */
function EditDialog({ comment: { _id, text = '', version }, onClose }: DialogProps) {
  const translate = useTranslate();
  const write = useWrite({
    mutationKey: ['comments', 'edit'],
    mutationFn: (values: { text: string }, call) =>
      call('PATCH /comments/{id}', { id: _id, body: { text: values.text.trim(), version } }),
  });
  return (
    <FormDialog<{ text: string }>
      title={translate('admin.activity.comment.editTitle')}
      defaultValues={{ text }}
      maxWidth="sm"
      write={write}
      onClose={onClose}
    >
      <CommentInput autoFocus label="admin.activity.comment.text" minRows={3} />
    </FormDialog>
  );
}

/** Deletes a comment, after asking. */
function DeleteDialog({ comment: { _id, by, version }, onClose }: DialogProps) {
  const translate = useTranslate();
  const write = useWrite({
    mutationKey: ['comments', 'delete'],
    mutationFn: (_, call) => call('DELETE /comments/{id}', { id: _id, body: { version } }),
    onSuccess: onClose,
  });
  return (
    <SafeConfirm
      title={translate('admin.activity.comment.deleteTitle')}
      content={translate('admin.activity.comment.deleteText', { name: by })}
      confirm={translate('admin.activity.comment.delete')}
      confirmColor="warning"
      write={write}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    />
  );
}

/** Pins, edits and deletes a comment, as far as the person may. */
export function CommentActions({ comment }: { comment: CommentItem }) {
  const translate = useTranslate();
  const role = useRole();
  const canWrite = useCan('write', 'comments');
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const pin = useWrite({
    mutationKey: ['comments', 'pin'],
    mutationFn: (isPinned: boolean, call) =>
      call(`POST /comments/{id}/${isPinned ? 'pin' : 'unpin'}`, { id: comment._id }),
    tellsFailure: true,
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

/** Sends the form of a text field by Ctrl-Enter and ⌘Enter, as its Enter begins a line. */
function submitByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

/** Returns the names that begin with what is typed behind an @; none where that is the only one. */
function namesFor(typed: string, names: readonly string[]): string[] {
  const found = names.filter((name) => name.toLowerCase().startsWith(typed));
  return found.length === 1 && found[0]?.toLowerCase() === typed ? [] : found;
}

/**
 * The text of a comment. Behind an @ it offers the names of colleagues: arrows choose, Enter and Tab take one, Escape closes.
 * MUI's Autocomplete would do so, but takes keys of a text of several lines.
 */
export function CommentInput(props: Pick<TextInputProps, 'label' | 'minRows' | 'autoFocus'>) {
  const translate = useTranslate();
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { setValue } = useFormContext();
  const text = asText(useWatch({ name: 'text' }));
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const names = usePeopleNames(text);
  const mention = mentionAt(text, caret);
  const options = mention && !isClosed ? namesFor(mention.typed, names) : [];
  const isOpen = options.length > 0;
  const active = Math.min(chosen, options.length - 1);
  const idOf = (index: number) => `${listId}-${index}`;

  const take = (name: string) => {
    const input = field.current;
    if (!mention || !input) return;
    input.setRangeText(`@${name} `, mention.from, caret, 'end');
    setCaret(input.selectionStart);
    setValue('text', input.value, { shouldDirty: true });
  };
  const choose = (index: number) => {
    setChosen(index);
    document.getElementById(idOf(index))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    submitByKey(event);
    if (!isOpen || event.defaultPrevented || event.shiftKey || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose((active + step + options.length) % options.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(options[active]!);
    else if (event.key === 'Escape') setClosed(true);
    else return;
    event.preventDefault();
    // A dialog around the field stays open.
    event.stopPropagation();
  };
  const onChange = () => {
    setChosen(0);
    setClosed(false);
  };
  return (
    <>
      <TextInput
        {...props}
        source="text"
        // A text that was deleted is as one that was never typed, not null.
        parse={(typed: string) => typed}
        helperText="admin.activity.comment.hint"
        validate={commentRules.text}
        multiline
        maxRows={12}
        onSelect={() => setCaret(field.current?.selectionEnd ?? 0)}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onBlur={() => setClosed(true)}
        slotProps={{
          htmlInput: {
            ref: field,
            'aria-autocomplete': 'list',
            'aria-haspopup': 'listbox',
            ...(isOpen && { 'aria-controls': listId, 'aria-activedescendant': idOf(active) }),
          },
        }}
      />
      <Popper
        role="presentation"
        open={isOpen}
        anchorEl={() => field.current!.parentElement!}
        placement="bottom-start"
        sx={{ zIndex: 'modal' }}
      >
        <Paper
          elevation={8}
          sx={{
            border: 1,
            borderColor: 'divider',
            minWidth: 200,
            maxWidth: 'calc(100vw - 32px)',
            maxHeight: '40vh',
            overflow: 'auto',
          }}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          <List role="listbox" id={listId} aria-label={translate('admin.activity.comment.names')}>
            {options.map((name, index) => (
              <MenuItem
                key={name}
                id={idOf(index)}
                role="option"
                tabIndex={-1}
                selected={index === active}
                aria-selected={index === active}
                onClick={() => take(name)}
                translate="no"
                sx={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
              >
                {name}
              </MenuItem>
            ))}
          </List>
        </Paper>
      </Popper>
    </>
  );
}
