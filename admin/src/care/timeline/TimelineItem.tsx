import { Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type {
  ActivityItem,
  CardItem,
  ChangeItem,
  CommentItem,
  MailItem,
  MoneyItem,
} from '#domain/care/activity';
import { mentionsIn } from '#domain/care/mentions';
import type { AuditChange, AuditResource } from '#domain/audit/audit';
import { cardEventTypeNames } from '#domain/cards/cards';
import { formatDateTime, formatDay } from '#domain/platform/dates';
import { mailKindNames } from '#domain/mail/mail';
import { type Currency, formatNamedMoney } from '#domain/platform/money';
import { humanize } from '#domain/platform/humanize';
import { statusNames } from '#domain/payments/payments';
import { moneyWayNames } from '#domain/ledger/ledger-calls';
import { EmailText } from '#browser/EmailText';
import { ActivityChanges, changedFields } from '../../audit/activity/ActivityChanges.js';
import { cardEventAmount, CardEventStateChip, TestChip } from '../../ui/fields/cards/fields.js';
import { MailStateChip } from '../../mail/fields.js';
import { DateField, Hint, TextLink } from '../../ui/common/fields.js';
import { usePeopleNames } from './useTimeline.js';
import { cardEventPath, mailPath, paymentPath } from '../../ui/paths.js';
import { CommentActions } from './CommentActions.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { useWrite } from '../../data/useCall.js';
import { DialogButton } from '../../ui/common/buttons.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { Permitted } from '../../ui/page/Permitted.js';

/** Asks before a merge is undone, and shows why it cannot be. */
function MergeUndoQuestion({ merge, onClose }: { merge: string; onClose: () => void }) {
  const label = useTexts('resources.customers.merge');
  const write = useWrite({
    mutationKey: ['customers', 'undoMerge'],
    mutationFn: (_, call) => call('POST /customers/merges/{id}/undo', { id: merge }),
    done: 'resources.customers.merge.undone',
    onSuccess: onClose,
  });
  return (
    <SafeConfirm
      title={label('undoAsk')}
      content={label('undoText')}
      confirm={label('undo')}
      write={write}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    />
  );
}

/** Undoes the merge of an entry of the history. */
function MergeUndo({ merge }: { merge: string }) {
  const label = useTexts('resources.customers.merge');
  return (
    <Permitted to="write" resource="customers">
      <DialogButton size="small" dialog={(close) => <MergeUndoQuestion merge={merge} onClose={close} />}>
        {label('undo')}
      </DialogButton>
    </Permitted>
  );
}

/** The text of a comment, its lines as they were typed, with the colleagues whom it mentions standing out. */
export function CommentText({ text }: { text: string }) {
  const mentions = mentionsIn(text, usePeopleNames(text));
  // Other text and mentions by turns.
  const places = [0, ...mentions.flatMap(({ from, to }) => [from, to]), text.length];
  const parts = places.slice(1).map((to, index) => text.slice(places[index], to));
  return (
    <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', mt: 0.5 }}>
      {parts.map((part, index) =>
        index % 2 ? (
          <strong key={index} data-mention translate="no">
            {part}
          </strong>
        ) : (
          <span key={index}>{part}</span>
        ),
      )}
    </Typography>
  );
}

function CommentBody({ comment }: { comment: CommentItem }) {
  const translate = useTranslate();
  const { by, text, edited, pinned, deleted } = comment;
  const words = (name: string, of = by) => translate(`admin.activity.comment.${name}`, { name: of });
  if (deleted)
    return (
      <Hint>
        {words('deleted')}{' '}
        <span>
          {translate('admin.activity.comment.deletedBy', {
            name: deleted.by,
            time: formatDateTime(deleted.at),
          })}
        </span>
      </Hint>
    );
  return (
    <>
      <strong>{words('by')}</strong>
      {edited && <span data-mark> · {words('edited')}</span>}
      {pinned && <span data-mark> · {words('pinned')}</span>}
      <CommentActions comment={comment} />
      <CommentText text={text ?? ''} />
    </>
  );
}

/** Number of fields from which an item, as that of a new record, shows how many they are first. */
const foldedFrom = 7;

interface ChangedFieldsProps {
  resource: AuditResource;
  currency: Currency | undefined;
  changes: AuditChange[];
}

function ChangedFields(fields: ChangedFieldsProps) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const list = <ActivityChanges {...fields} />;
  const { changes } = fields;
  if (changes.length < foldedFrom) return list;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{translate('admin.activity.fields', { count: changes.length })}</summary>
      {isOpen && list}
    </details>
  );
}

function ChangeBody({ change }: { change: ChangeItem }) {
  const translate = useTranslate();
  const { action, by, ip, paymentId, currency, changes = [] } = change;
  const shown = changedFields(changes).filter(({ field }) => field !== 'mergeId');
  const merge = changes.find(({ field }) => field === 'mergeId')?.to;
  const words = translate(`admin.activity.actions.${action}`, { _: humanize(action) });
  return (
    <>
      <strong>{translate('admin.activity.who', { action: words, name: by })}</strong>{' '}
      <span data-mark>{translate('admin.activity.from', { ip })}</span>
      <ChangedFields resource={paymentId ? 'payments' : 'customers'} currency={currency} changes={shown} />
      {typeof merge === 'string' && <MergeUndo merge={merge} />}
    </>
  );
}

const MailBody = ({ mail: { _id, mailKind, to, state } }: { mail: MailItem }) => (
  <>
    <TextLink to={mailPath(_id)}>{mailKindNames[mailKind] ?? mailKind}</TextLink>{' '}
    <MailStateChip state={state} />
    <div data-mark>
      <EmailText email={to} />
    </div>
  </>
);

function MoneyBody({ money }: { money: MoneyItem }) {
  const translate = useTranslate();
  const { entry, status, amount, currency, way, day, note, by, voided } = money;
  const label = textsOf(translate, 'resources.payments.money');
  return (
    <>
      <strong>
        {[
          label(`kinds.${entry}`, { status: status && statusNames[status] }),
          amount !== undefined && formatNamedMoney(amount, currency),
        ]
          .filter(Boolean)
          .join(' ')}
      </strong>
      <div data-mark>
        {[way && moneyWayNames[way], formatDay(day), translate('admin.activity.byName', { name: by }), note]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {voided && <div data-mark>{label('voidedBy', { name: voided.by, at: formatDateTime(voided.at) })}</div>}
    </>
  );
}

const CardBody = ({ event }: { event: CardItem }) => (
  <>
    <TextLink to={cardEventPath(event._id)}>{cardEventTypeNames[event.type] ?? event.type}</TextLink>{' '}
    <span>{cardEventAmount(event)}</span> {!event.live && <TestChip />}{' '}
    <CardEventStateChip state={event.state} />
  </>
);

function bodyOf(item: ActivityItem): ReactNode {
  switch (item.kind) {
    case 'comment':
      return <CommentBody comment={item} />;
    case 'change':
      return <ChangeBody change={item} />;
    case 'mail':
      return <MailBody mail={item} />;
    case 'money':
      return <MoneyBody money={item} />;
    case 'card':
      return <CardBody event={item} />;
  }
}

/** The payment of an item, by a name of its own: the page's table of payments has the reference as a link, too. */
function ItemPayment({ id, reference }: { id: string; reference: string }) {
  const translate = useTranslate();
  return (
    <TextLink
      to={paymentPath(id)}
      aria-label={`${translate('admin.activity.openPayment')} ${reference}`}
      translate="no"
    >
      {reference}
    </TextLink>
  );
}

/** One item of a timeline: its time, on a customer's page its payment, and what happened. */
export const TimelineItem = ({ item, namesPayment }: { item: ActivityItem; namesPayment: boolean }) => (
  <li data-kind={item.kind}>
    <div data-when>
      <DateField source="at" record={item} showTime />{' '}
      {namesPayment && item.paymentId && item.referenceNumber && (
        <ItemPayment id={item.paymentId} reference={item.referenceNumber} />
      )}
    </div>
    <div data-what>{bodyOf(item)}</div>
  </li>
);
