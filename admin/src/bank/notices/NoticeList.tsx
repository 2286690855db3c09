import EditIcon from '@mui/icons-material/EditOutlined';
import { IconButton } from '@mui/material';
import { DataTable, TextField, TextInput, TopToolbar, useRecordContext } from 'react-admin';
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

const useNotice = () => useRecordContext<NoticeRecord>();

function NoticeAmount() {
  const notice = useNotice();
  return notice && formatNamedMoney(notice.amount, notice.currency);
}

/** Interac's number, linked to the bank transactions that have it. */
function NoticeNumber() {
  const translate = useTranslate();
  const notice = useNotice();
  if (!notice) return null;
  const { referenceNumber: number } = notice;
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
          card={{
            title: (
              <Ellipsis>
                <TextField source="sender" emptyText="-" />
              </Ellipsis>
            ),
            status: <NoticeAmount />,
            main: <TextField source="message" emptyText="-" />,
            meta: (
              <>
                <DateField source="createdAt" /> · <NoticeNumber />
              </>
            ),
          }}
        >
          <DataTable.Col label={label('sender')} className="cut">
            <Ellipsis>
              <TextField source="sender" emptyText="-" />
            </Ellipsis>
          </DataTable.Col>
          <DataTable.Col label={label('message')} className="cut wide">
            <Ellipsis>
              <TextField source="message" emptyText="-" />
            </Ellipsis>
          </DataTable.Col>
          <DataTable.Col label={label('amount')} align="right" className="whole" field={NoticeAmount} />
          <DataTable.Col label={label('number')} className="whole" field={NoticeNumber} />
          <DataTable.Col label={label('added')} className="whole">
            <DateField source="createdAt" />
          </DataTable.Col>
        </ListRecords>
      </ListFrame>
    </>
  );
}
