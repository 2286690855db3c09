import { Stack } from '@mui/material';
import { TextInput, useNotify } from 'react-admin';
import { formatNamedMoney } from '#domain/platform/money';
import { pages } from '#domain/platform/pages';
import { asText } from '#domain/platform/rules';
import { useWrite } from '../../data/useCall.js';
import { DialogButton, FileButton } from '../../ui/common/buttons.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { useFormFailure } from '../../ui/forms/WriteForm.js';
import { TextLink } from '../../ui/common/fields.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

const maximumText = 50_000;

/** Sends a mail's file at once; the form shows why it was refused, as of its text. */
function NoticeFile({ add }: { add: { mutateAsync: (file: File) => Promise<unknown>; isPending: boolean } }) {
  const translate = useTranslate();
  const showFailure = useFormFailure();
  return (
    <FileButton
      variant="outlined"
      // Outlook's files too, so that the answer says what to do with them.
      accept=".eml,.msg,message/rfc822"
      disabled={add.isPending}
      onFile={(file) => showFailure(add.mutateAsync(file))}
    >
      {translate('resources.reconcile.notice.file')}
    </FileButton>
  );
}

/** Stores an Interac notification, pasted or as a mail's file; the server then matches open transactions again. */
function NoticeDialog({ onClose }: { onClose: () => void }) {
  const label = useTexts('resources.reconcile.notice');
  const notify = useNotify();
  const add = useWrite({
    mutationKey: ['interac-notices', 'add'],
    mutationFn: async (body: { text: string } | Blob, call) => {
      let isNew = false;
      const onStatus = (status: number) => (isNew = status === 201);
      return { notice: await call('POST /interac-notices', { body, onStatus }), isNew };
    },
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
    <FormDialog<{ text: string }>
      title={label('title')}
      text={label('text')}
      submit={label('add')}
      write={{ ...add, mutateAsync: ({ text }) => add.mutateAsync({ text }) }}
      isReady={({ text }) => Boolean(asText(text))}
      maxWidth="sm"
      onClose={onClose}
    >
      <TextInput
        autoFocus
        source="text"
        label={label('paste')}
        multiline
        minRows={5}
        maxRows={14}
        slotProps={{ htmlInput: { maxLength: maximumText } }}
      />
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
      >
        <NoticeFile add={add} />
        <TextLink to={pages.interacNotices} onClick={onClose}>
          {label('all')}
        </TextLink>
      </Stack>
    </FormDialog>
  );
}

/** Opens the dialog for an Interac notice. */
export const NoticeButton = () => (
  <DialogButton variant="outlined" dialog={(close) => <NoticeDialog onClose={close} />}>
    {useTranslate()('resources.reconcile.notice.open')}
  </DialogButton>
);
