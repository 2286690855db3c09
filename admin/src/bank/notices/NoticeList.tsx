import EditIcon from '@mui/icons-material/EditOutlined';
import { IconButton } from '@mui/material';
import { DataTable, TextInput, TopToolbar, useRecordContext } from 'react-admin';
import { formatNamedMoney } from '#domain/platform/money';
import { noticeLengths, noticeRules } from '#domain/bank/notices';
import { asText } from '#domain/platform/rules';
import { useWrite } from '../../data/useCall.js';
import type { NoticeRecord } from '../../data/records.js';
import { useCan } from '../../data/session/role.js';
import { DeleteWithConfirmButton, FormDialog } from '../../ui/forms/FormDialog.js';
import { DateField, Ellipsis, TextLink } from '../../ui/common/fields.js';
import { FilterBar, SearchInput } from '../../ui/lists/FilterBar.js';
import { Empty, ListFrame } from '../../ui/lists/ListFrame.js';
import { ListRecords } from '../../ui/lists/ListRecords.js';
import { useShowDialog } from '../../ui/page/dialogs.js';
import { Subtitle } from '../../ui/page/Subtitle.js';
import { pages } from '#domain/platform/pages';
import { foundPath } from '../../ui/paths.js';
import { NoticeButton } from './NoticeButton.js';
import { keysOf, textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

const amountOf = ({ amount, currency }: NoticeRecord) => formatNamedMoney(amount, currency);
const senderOf = ({ sender }: NoticeRecord) => sender || '-';
const messageOf = ({ message }: NoticeRecord) => message || '-';

/** Interac's number, linked to the bank transactions that have it. */
function NoticeNumber() {
  const translate = useTranslate();
  const number = useRecordContext<NoticeRecord>()?.referenceNumber ?? '';
  return (
    <TextLink
      to={foundPath(pages.reconcile, number)}
      aria-label={translate('resources.reconcile.notices.transactionsOf', { number })}
    >
      {number}
    </TextLink>
  );
}

type NoticeText = Record<keyof typeof noticeLengths, string>;
const fields = ['sender', 'message'] as const;

/** The form that corrects who sent a transfer, and with which message. Number and amount are Interac's. */
function NoticeEditDialog({ notice, onClose }: { notice: NoticeRecord; onClose: () => void }) {
  const { id, version, sender, message, referenceNumber: number, amount, currency } = notice;
  const label = useTexts('resources.reconcile.notices', {
    number,
    amount: formatNamedMoney(amount, currency),
  });
  const save = useWrite({
    mutationKey: ['interac-notices', 'update'],
    mutationFn: (typed: NoticeText, call) =>
      call('PATCH /interac-notices/{id}', {
        id,
        body: { sender: asText(typed.sender), message: asText(typed.message), version },
      }),
    done: label('corrected'),
  });
  return (
    <FormDialog<NoticeText>
      title={label('correctTitle')}
      text={label('correctText')}
      defaultValues={{ sender, message }}
      write={save}
      isReady={(typed) => fields.some((field) => asText(typed[field]) !== notice[field])}
      maxWidth="sm"
      onClose={onClose}
    >
      {fields.map((field) => (
        <TextInput
          key={field}
          autoFocus={field === 'sender'}
          source={field}
          label={label(field)}
          validate={noticeRules[field]}
          slotProps={{ htmlInput: { maxLength: noticeLengths[field] } }}
        />
      ))}
    </FormDialog>
  );
}

/** Corrects or deletes the notice of a row. */
function NoticeRowActions() {
  const translate = useTranslate();
  const notice = useRecordContext<NoticeRecord>();
  const showDialog = useShowDialog();
  if (!notice) return null;
  const label = textsOf(translate, 'resources.reconcile.notices');
  const of = textsOf(translate, 'resources.reconcile.notices', { number: notice.referenceNumber });
  return (
    <>
      <IconButton
        title={label('correct')}
        aria-label={of('correctOf')}
        onClick={() => showDialog((close) => <NoticeEditDialog notice={notice} onClose={close} />)}
      >
        <EditIcon />
      </IconButton>
      <DeleteWithConfirmButton
        aria-label={of('deleteOf')}
        translateOptions={{
          sender: notice.sender || '-',
          amount: formatNamedMoney(notice.amount, notice.currency),
        }}
      />
    </>
  );
}

const label = keysOf('resources.reconcile.notices');

/** Every Interac notice, newest first: searched by sender, message and number, corrected and deleted. */
export function NoticeList() {
  const translate = useTranslate();
  const canWrite = useCan('write', 'interac-notices');
  const add = canWrite && <NoticeButton />;
  return (
    <>
      <Subtitle>{translate(label('subtitle'))}</Subtitle>
      {add && <TopToolbar>{add}</TopToolbar>}
      <ListFrame
        title={label('title')}
        filters={
          <FilterBar>
            <SearchInput source="search" label={translate(label('search'))} />
          </FilterBar>
        }
      >
        <ListRecords
          actions={canWrite && <NoticeRowActions />}
          empty={<Empty>{add}</Empty>}
          card={(notice: NoticeRecord) => ({
            title: <Ellipsis>{senderOf(notice)}</Ellipsis>,
            status: amountOf(notice),
            main: <NoticeNumber />,
            meta: (
              <>
                <DateField source="createdAt" /> <span>{`· ${messageOf(notice)}`}</span>
              </>
            ),
          })}
        >
          <DataTable.Col label={label('sender')} className="cut" render={senderOf} />
          <DataTable.Col label={label('message')} className="cut wide" render={messageOf} />
          <DataTable.Col label={label('amount')} align="right" className="whole" render={amountOf} />
          <DataTable.Col label={label('number')} className="whole" field={NoticeNumber} />
          <DataTable.Col
            source="createdAt"
            disableSort
            label={label('added')}
            className="whole"
            field={DateField}
          />
        </ListRecords>
      </ListFrame>
    </>
  );
}
