import type { KeyboardEvent } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { commentRules } from '#domain/care/comments';

/** Sends the form of a text field by Ctrl-Enter and ⌘Enter, as its Enter begins a line. */
function submitByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

/** The text of a comment. */
export const CommentInput = (props: Pick<TextInputProps, 'label' | 'minRows' | 'autoFocus'>) => (
  <TextInput
    {...props}
    source="text"
    helperText="admin.activity.comment.hint"
    validate={commentRules.text}
    multiline
    maxRows={12}
    onKeyDown={submitByKey}
  />
);
