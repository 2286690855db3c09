import { Alert, Button, LinearProgress } from '@mui/material';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { contradictsCard } from '#domain/cards/cards';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney, totalsByCurrency } from '#domain/platform/money';
import { noteRule, type PaymentStatus, statusNames } from '#domain/payments/payments';
import type { StatusBatchInput, StatusBatchResult, StatusResult } from '#domain/payments/status-batch';
import { asText } from '#domain/platform/rules';
import { takesStatusWords } from '#domain/payments/status-words';
import type { StatusWords } from '#domain/ledger/ways';
import { useWrite } from '../../data/useCall.js';
import type { ListedPaymentRecord } from '../../data/records.js';
import type { Call } from '../../data/call.js';
import { inBatches } from '../../data/eachRecord.js';
import { untilAnswered } from '../../data/session/untilAnswered.js';
import { CurrencyTable } from '../../ui/common/Table.js';
import { TitledDialog } from '../../ui/common/TitledDialog.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { useOfferUndo } from '../../ui/undo/undo.js';
import { saidWords, StatusWordInputs } from './PaymentStatusDialog.js';
import { statusParts, type StatusUndo, useUndoPaymentStatus } from './useSetPaymentStatus.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

interface BatchRefusalsProps {
  title: string;
  outcome: BatchOutcome;
  onUndone: () => void;
  onClose: () => void;
}

/** Lists the payments that were refused and why, and offers to undo the others. */
function BatchRefusals({
  title,
  outcome: { changes, refused, batch },
  onUndone,
  onClose,
}: BatchRefusalsProps) {
  const translate = useTranslate();
  const undo = useUndoPaymentStatus(onUndone);
  return (
    <TitledDialog
      title={title}
      maxWidth="sm"
      actions={
        <>
          {changes.length > 0 && (
            <Button loading={undo.isPending} onClick={() => undo.mutate({ changes, batch })}>
              {translate('resources.payments.batch.undo', { smart_count: changes.length })}
            </Button>
          )}
          <Button autoFocus variant="contained" disabled={undo.isPending} onClick={onClose}>
            {translate('ra.action.close')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <Alert severity="warning">
        <span>{translate('resources.payments.batch.failed', { smart_count: refused.length })}</span>
        <ul>
          {refused.map(({ payment, message }) => (
            <li key={payment.id}>
              <strong>
                {translate('resources.payments.batch.item', {
                  reference: payment.referenceNumber,
                  amount: formatNamedMoney(payment.amount, payment.currency),
                  customer: payment.customer?.fullName ?? translate('resources.payments.none'),
                })}
              </strong>{' '}
              <span>{message}</span>
            </li>
          ))}
        </ul>
      </Alert>
      {undo.error && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {undo.error.message}
        </Alert>
      )}
    </TitledDialog>
  );
}

interface Batch extends StatusWords {
  /** The payments as on the screen: the server refuses one that a colleague has changed since. */
  payments: ListedPaymentRecord[];
  status: PaymentStatus;
  note?: string;
}

/** Result of a batch: the changes that can be undone, and the payments that were refused, with the reason. */
interface BatchOutcome {
  changes: StatusUndo[];
  batch?: string | undefined;
  refused: { payment: ListedPaymentRecord; message: string }[];
}

function outcomeOf(
  { results, batch }: { results: StatusResult[]; batch?: string },
  { payments, status }: Batch,
): BatchOutcome {
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const changes: StatusUndo[] = [];
  const refused: BatchOutcome['refused'] = [];
  for (const payment of payments) {
    const { id, referenceNumber, status: from } = payment;
    const { ok, version, message = '' } = resultOf.get(id) ?? { ok: false };
    if (!ok) refused.push({ payment, message });
    // A payment that had the status already was not changed.
    else if (version !== undefined) changes.push({ id, referenceNumber, from, to: status, version });
  }
  return { changes, batch, refused };
}

/**
 * Sets the status of several payments, call by call; returns for each whether it was set, or why not, and the batch
 * that undoes it, if any was set. A call without an answer is made again, which changes nothing twice.
 */
async function setPaymentStatuses(
  call: Call,
  { ids, ...change }: StatusBatchInput,
  onProgress: (done: number) => void,
): Promise<Pick<StatusBatchResult, 'results'> & Partial<StatusBatchResult>> {
  let { batch } = change;
  const set = async (those: string[]) => {
    const body = { ...change, ...(batch && { batch }), ids: those };
    const answer = await untilAnswered(() => call('POST /payments/status', { body }));
    ({ batch } = answer);
    return answer.results;
  };
  const results = await inBatches(ids, set, { failure: messages.updatePaymentStatus, onProgress });
  return { ...(batch && { batch }), results };
}

/** Sets the status of payments that have another one, and offers the undo; where some were refused, the caller does. */
function useSetPaymentStatuses(onDone: (outcome: BatchOutcome) => void) {
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const [count, setCount] = useState(0);
  const { mutateAsync: undoStatus } = useUndoPaymentStatus();
  const offer = ({ changes, batch }: BatchOutcome, status: PaymentStatus) =>
    offerUndo({
      message: translate('resources.payments.batch.done', {
        smart_count: changes.length,
        status: statusNames[status],
      }),
      parts: statusParts(changes),
      undo: () => undoStatus({ changes, batch }),
    });
  const mutation = useWrite({
    mutationKey: ['payments', 'setStatuses'],
    mutationFn: async (batch: Batch, call): Promise<BatchOutcome> => {
      const { payments, note, ...said } = batch;
      const change = {
        ids: payments.map(({ id }) => id),
        ...said,
        ...(note && { note }),
        versions: Object.fromEntries(payments.map(({ id, version }) => [id, version])),
      };
      setCount(0);
      const answer = await setPaymentStatuses(call, change, setCount);
      return outcomeOf(answer, batch);
    },
    onSuccess: (outcome, { status }) => {
      if (!outcome.refused.length && outcome.changes.length) offer(outcome, status);
      onDone(outcome);
    },
  });
  return { ...mutation, count, offerUndo: offer };
}

interface PaymentBatchDialogProps {
  payments: ListedPaymentRecord[];
  status: PaymentStatus;
  /** Called with the payments whose status was changed. */
  onChanged: (payments: ListedPaymentRecord[]) => void;
  onClose: () => void;
}

/** Asks with the number and sum of the payments, marks them, and lists those that were refused and why. */
export function PaymentBatchDialog({ payments, status, onChanged, onClose }: PaymentBatchDialogProps) {
  const translate = useTranslate();
  // Marks exactly the payments that were counted, even if the list changes meanwhile.
  const [asked] = useState(payments);
  const [outcome, setOutcome] = useState<BatchOutcome>();
  const label = (name: string, count?: number) =>
    translate(`resources.payments.batch.${name}`, { smart_count: count, status: statusNames[status] });
  const other = asked.filter((payment) => payment.status !== status);
  const same = asked.length - other.length;
  const otherwise = other.filter((payment) => contradictsCard(payment, status)).length;
  const takesWords = other.length > 0 && other.every((payment) => takesStatusWords(payment.status, status));

  const change = useSetPaymentStatuses((result) => {
    const refused = new Set(result.refused.map(({ payment }) => payment.id));
    onChanged(asked.filter(({ id }) => !refused.has(id)));
    if (refused.size) setOutcome(result);
    else onClose();
  });

  // The dialog offers the undo itself, while it is open.
  const close = () => {
    if (outcome?.changes.length) change.offerUndo(outcome, status);
    onClose();
  };

  const title = label('title', other.length);
  if (outcome) return <BatchRefusals title={title} outcome={outcome} onUndone={onClose} onClose={close} />;
  return (
    <FormDialog<StatusWords & { note?: string }>
      keeps={status}
      title={title}
      text={
        other.length
          ? [label('text'), same > 0 && label('same', same)].filter(Boolean).join(' ')
          : label('nothing')
      }
      submit={translate('resources.payments.actions.mark', { status: statusNames[status] })}
      write={{
        ...change,
        mutateAsync: ({ note, ...words }) =>
          change.mutateAsync({
            payments: other,
            status,
            note: asText(note),
            ...(takesWords && saidWords(words)),
          }),
      }}
      isReady={() => other.length > 0}
      isCautious
      isClosing={false}
      maxWidth="sm"
      onClose={onClose}
    >
      {other.length > 0 && (
        <>
          {otherwise > 0 && (
            <Alert severity="warning">
              {translate('resources.payments.card.otherwiseMany', {
                smart_count: otherwise,
                status: statusNames[status],
              })}
            </Alert>
          )}
          <CurrencyTable
            rows={totalsByCurrency(other)}
            counted={label('count')}
            aria-label={label('totals')}
          />
          <TextInput source="note" label={label('note')} validate={noteRule} />
          {takesWords && <StatusWordInputs status={status} />}
        </>
      )}
      {change.isPending && (
        <LinearProgress
          variant="determinate"
          aria-label={label('progress')}
          value={(100 * change.count) / other.length}
        />
      )}
    </FormDialog>
  );
}
