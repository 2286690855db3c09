import Box from '@mui/material/Box';
import { type KeyboardEvent, useState } from 'react';
import { TextInput, useDataProvider, useTranslate } from 'react-admin';
import { commentRules } from '#domain/comments';
import { messages } from '#domain/messages';
import { asText } from '#domain/rules';
import { newKey } from '#browser/newKey';
import type { TimelineOwner } from '../data/commentMethods.js';
import type { dataProvider } from '../data/dataProvider.js';
import { useWrite } from '../data/useWrite.js';
import { FormInputs, SubmitButton, WriteForm } from '../ui/forms/WriteForm.js';

/** Sends the form of a text field by Ctrl-Enter and ⌘Enter, as its Enter begins a line. */
export function submitByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

interface Values {
  text: string;
}

/** Leaves a comment on the customer or the payment. */
export function CommentForm({ owner }: { owner: TimelineOwner }) {
  const translate = useTranslate();
  const { leaveComment } = useDataProvider<typeof dataProvider>();
  const [key, setKey] = useState(newKey);
  const send = useWrite({
    mutationKey: ['comments', 'create'],
    mutationFn: ({ text }: Values) => leaveComment({ ...owner, text: text.trim() }, key),
    onSuccess: () => setKey(newKey()),
  });
  return (
    <Box sx={{ px: 2, pb: 2 }} data-comment-form>
      <WriteForm<Values> write={send} defaultValues={{ text: '' }} failure={messages.writeComment}>
        <FormInputs>
          <TextInput
            source="text"
            label={translate('admin.activity.comment.leave')}
            helperText={translate('admin.activity.comment.hint')}
            validate={commentRules.text}
            multiline
            minRows={2}
            maxRows={12}
            onKeyDown={submitByKey}
          />
          <Box>
            <SubmitButton<Values>
              submit="admin.activity.comment.send"
              isReady={({ text }) => asText(text) !== ''}
            />
          </Box>
        </FormInputs>
      </WriteForm>
    </Box>
  );
}
