import { Box } from '@mui/material';
import { useState } from 'react';
import { messages } from '#domain/platform/messages';
import { asText } from '#domain/platform/rules';
import { newKey } from '#browser/newKey';
import type { TimelineOwner } from './useTimeline.js';
import { useCall } from '../../data/useCall.js';
import { useWrite } from '../../data/useWrite.js';
import { FormInputs, SubmitButton, WriteForm } from '../../ui/forms/WriteForm.js';
import { CommentInput } from './CommentInput.js';

interface Values {
  text: string;
}

/** Leaves a comment on the customer or the payment. */
export function CommentForm({ owner }: { owner: TimelineOwner }) {
  const call = useCall();
  const [key, setKey] = useState(newKey);
  const send = useWrite({
    mutationKey: ['comments', 'create'],
    mutationFn: ({ text }: Values) =>
      call('POST /comments', { body: { ...owner, text: text.trim() }, idempotencyKey: key }),
    onSuccess: () => setKey(newKey()),
  });
  return (
    <Box sx={{ px: 2, pb: 2 }} data-comment-form>
      <WriteForm<Values>
        keeps="comment"
        write={send}
        defaultValues={{ text: '' }}
        failure={messages.writeComment}
      >
        <FormInputs>
          <CommentInput label="admin.activity.comment.leave" minRows={2} />
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
