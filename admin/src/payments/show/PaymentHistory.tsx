import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { AuditChange, AuditEntry } from '#domain/audit';
import { formatTime } from '#domain/dates';
import { maximumPageSize } from '#domain/lists';
import { humanize, type Payment, type PaymentWithLastBatch, statusNames } from '#domain/payments';
import {
  ActivityChange,
  ActivityStatus,
  ActivityToggle,
  useActivity,
} from '../../activity/ActivitySection.js';
import { isNothing } from '../../activity/formatFieldValue.js';
import type { PaymentRecord } from '../../data/paymentMethods.js';
import { DateText } from '../../ui/common/DateText.js';
import { StatusChip } from '../../fields/payments/fields.js';
import { EmptyState } from '../../ui/common/EmptyState.js';
import { Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { SafeConfirm } from '../../ui/forms/SafeConfirm.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { useUndoPaymentStatus } from '../status/useUndoPaymentStatus.js';

type StatusChange = Payment['statusHistory'][number];

/** One row of a payment's timeline: a change of status, an entry of the audit trail, or both in one. */
export interface TimelineRow {
  at: string;
  by: string;
  /** Absent if the status did not change. */
  change?: StatusChange;
  /** The actor's network address; only from the audit trail. */
  ip?: string;
  /** The action of the audit trail; absent for a change of status. */
  action?: string;
  /** The fields that were changed beside the status. */
  fields: AuditChange[];
}

/**
 * Fields that a row with a change of status shows already: by its chip, and by its note, which names the sums. The last
 * two stand in entries of before the ledger.
 */
const said = ['status', 'note', 'received', 'refunded', 'shortfall', 'reversed', 'owedAgain'];

/** The history's and the audit trail's times of one write may differ by this many milliseconds. */
const sameWriteMs = 5000;

/**
 * Joins the history of the status and the audit trail, newest first. A change of status is in both, and becomes one
 * row. The initial values of a new record are left out: the page shows them, and later changes contain them.
 */
export function timelineOf(history: readonly StatusChange[], entries: readonly AuditEntry[]): TimelineRow[] {
  const rows: TimelineRow[] = history.map((change) => ({
    at: change.date,
    by: change.by,
    change,
    fields: [],
  }));
  for (const { at, by, ip, action, changes = [] } of entries) {
    const isOne = (row: TimelineRow) =>
      row.change && row.ip === undefined && row.by === by && distance(row, at) <= sameWriteMs;
    const setsStatus =
      action === 'create' || changes.some(({ field }) => field === 'status' || field === 'note');
    const row = setsStatus
      ? rows.filter(isOne).sort((one, other) => distance(one, at) - distance(other, at))[0]
      : undefined;
    const fields = action === 'create' ? [] : changes.filter(({ field }) => !row || !said.includes(field));
    if (row) Object.assign(row, { ip, fields });
    else rows.push({ at, by, ip, action, fields });
  }
  return rows.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)).reverse();
}

/** The milliseconds between a row and an entry of the audit trail. */
const distance = (row: TimelineRow, at: string): number => Math.abs(Date.parse(row.at) - Date.parse(at));

/**
 * Undoes the last change of the payment, where a person set its status, after asking. A change by a bank transaction is
 * undone at its receipt, which takes the money back as well.
 */
function PaymentUndoButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord & PaymentWithLastBatch>();
  const { undoStatus, isUndoing } = useUndoPaymentStatus();
  const [isAsking, setIsAsking] = useState(false);
  const { id, referenceNumber, status: to, version, statusHistory, batch } = payment ?? {};
  const from = statusHistory?.at(-2)?.status;
  if (!id || !referenceNumber || !to || version === undefined || !batch || !from || from === to) return null;
  const label = (name: string) =>
    translate(`resources.payments.undo.${name}`, {
      reference: referenceNumber,
      status: statusNames[to],
      from: statusNames[from],
    });
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        size="small"
        startIcon={<UndoIcon />}
        aria-label={label('ofHistory')}
        onClick={() => setIsAsking(true)}
        sx={{ ml: 1, my: -1 }}
      >
        {translate('admin.undo.button')}
      </Button>
      {isAsking && (
        <SafeConfirm
          title={label('ask')}
          content={[label('askText')]}
          confirm={translate('admin.undo.button')}
          loading={isUndoing}
          onConfirm={() =>
            void undoStatus({ changes: [{ id, referenceNumber, from, to, version }], batch }).finally(close)
          }
          onClose={close}
        />
      )}
    </>
  );
}

interface PaymentHistoryRowProps {
  row: TimelineRow;
  /** True for the latest change of status, which can be undone. */
  isLatest: boolean;
}

/** One row of the payment's history: time, actor and network address; the status or action; note and other changes. */
function PaymentHistoryRow({
  row: { at, by, ip, change, action = '', fields },
  isLatest,
}: PaymentHistoryRowProps) {
  const translate = useTranslate();
  const changes = fields.filter(({ from, to }) => !isNothing(from) || !isNothing(to));
  return (
    <tr>
      <td>
        <DateText value={at} />
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          {formatTime(at)} {translate('resources.payments.show.historyBy', { name: by })}
          {ip && ` ${translate('admin.activity.from', { ip })}`}
        </Typography>
      </td>
      <td>
        {change ? (
          <StatusChip status={change.status} />
        ) : (
          translate(`admin.activity.actions.${action}`, { _: humanize(action) })
        )}
      </td>
      <td data-wide="last">
        {change && (change.note || (changes.length ? '' : '-'))}
        {isLatest && (
          <Permitted to="write" resource="payments">
            <PaymentUndoButton />
          </Permitted>
        )}
        {changes.length > 0 && (
          <Changes>
            {changes.map((one) => (
              <ActivityChange key={one.field} {...one} />
            ))}
          </Changes>
        )}
      </td>
    </tr>
  );
}

const Changes = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  overflowWrap: 'anywhere',
  b: { fontWeight: 400, color: theme.palette.text.secondary },
}));

/** The status history: every change with its note and actor; on demand with the other entries of the audit trail. */
export function PaymentHistory() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const activity = useActivity('payments', payment?.id ?? '', {
    enabled: isOpen && Boolean(payment),
    perPage: maximumPageSize,
  });
  if (!payment) return null;
  const label = (name: string) => translate(`resources.payments.show.${name}`);
  const rows = timelineOf(payment.statusHistory, (isOpen && activity.data) || []);
  const latest = payment.statusHistory.at(-1);

  return (
    <Section
      title={label('history')}
      flush
      action={
        <Permitted to="read" resource="history">
          <ActivityToggle isOpen={isOpen} panel={panel} onToggle={setIsOpen} />
        </Permitted>
      }
    >
      <div id={panel}>
        {rows.length === 0 ? (
          <EmptyState title={label('noHistory')} />
        ) : (
          <Table aria-label={label('history')} data-whole-words data-stacked>
            <thead>
              <tr>
                <th scope="col">{label('historyDate')}</th>
                <th scope="col">{label('status')}</th>
                <th scope="col">{label('historyNote')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <PaymentHistoryRow key={index} row={row} isLatest={row.change === latest} />
              ))}
            </tbody>
          </Table>
        )}
        {isOpen && <ActivityStatus activity={activity} skeletons={1} />}
      </div>
    </Section>
  );
}
