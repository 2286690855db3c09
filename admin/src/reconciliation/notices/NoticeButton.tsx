import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import { pages } from '#domain/pages';
import { errorMessage } from '../../../../browser/http.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { useWrite } from '../../data/useWrite.js';
import { FileButton } from '../../ui/common/FileButton.js';
import { FormDialog } from '../../ui/common/FormDialog.js';
import { TextLink } from '../../ui/common/TextLink.js';

const maximumText = 50_000;

/** Stores an Interac notification, pasted or as a mail's file; the server then matches open transactions again. */
function NoticeDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { addInteracNotice } = useDataProvider<typeof dataProvider>();
  const [text, setText] = useState('');
  const label = (name: string) => translate(`resources.reconcile.notice.${name}`);
  const add = useWrite({
    mutationKey: ['interac-notices', 'add'],
    mutationFn: addInteracNotice,
    onSuccess: ({ notice: { sender, amount, currency, message }, isNew }) => {
      notify(`resources.reconcile.notice.${isNew ? 'added' : 'known'}`, {
        type: isNew ? 'success' : 'info',
        multiLine: true,
        messageArgs: {
          sender,
          amount: formatNamedMoney(amount, currency),
          message: message || label('noMessage'),
        },
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title={label('title')}
      text={label('text')}
      submit={label('add')}
      error={add.error ? errorMessage(add.error, messages.addNotice) : undefined}
      isPending={add.isPending}
      isDisabled={!text.trim()}
      maxWidth="sm"
      onSubmit={() => add.mutate(text)}
      onClose={onClose}
    >
      <TextField
        autoFocus
        fullWidth
        multiline
        minRows={5}
        maxRows={14}
        margin="normal"
        id="notice-paste"
        label={label('paste')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          add.reset();
        }}
        slotProps={{ htmlInput: { maxLength: maximumText } }}
      />
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
      >
        <FileButton
          variant="outlined"
          // Outlook's files too, so that the answer says what to do with them.
          accept=".eml,.msg,message/rfc822"
          disabled={add.isPending}
          onFile={(file) => add.mutate(file)}
        >
          {label('file')}
        </FileButton>
        <TextLink to={pages.interacNotices} onClick={onClose}>
          {label('all')}
        </TextLink>
      </Stack>
    </FormDialog>
  );
}

/** Opens the dialog for an Interac notice. */
export function NoticeButton() {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {translate('resources.reconcile.notice.open')}
      </Button>
      {isOpen && <NoticeDialog onClose={() => setOpen(false)} />}
    </>
  );
}
