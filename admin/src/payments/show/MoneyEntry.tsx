import UndoIcon from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin';
import { cardProviderNames } from '#domain/cards';
import { formatDateTime, formatDay } from '#domain/dates';
import type { LedgerEntry } from '#domain/ledger';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import { statusNames } from '#domain/payments';
import { handWayNames } from '#domain/ways';
import { errorMessage } from '../../../../browser/http.js';
import type { dataProvider, PaymentRecord } from '../../data/dataProvider.js';
import { useWrite } from '../../data/useWrite.js';
import { cardEventAmount } from '../../fields/cards/fields.js';
import { SafeConfirm } from '../../ui/forms/SafeConfirm.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { payoutPath, transactionsPath } from '../../ui/paths.js';
import { isConflict } from '../../ui/undo/refusals.js';
import type { MoneyRow } from './moneyRows.js';

/** Voids what an admin recorded, after asking; a refusal is shown in the question. */
function MoneyUndoButton({ entry }: { entry: LedgerEntry }) {
  const translate = useTranslate();
  const notify = useNotify();
  const payment = useRecordContext<PaymentRecord>();
  const { voidEntry } = useDataProvider<typeof dataProvider>();
  const [isAsking, setIsAsking] = useState(false);
  const undo = useWrite({
    mutationKey: ['payments', 'voidMoney'],
    mutationFn: (version: number) => voidEntry(payment?.id ?? '', { entry: entry._id, version }),
    onSuccess: () => {
      notify('resources.payments.money.undo.done', { type: 'success' });
      setIsAsking(false);
    },
  });
  if (!payment) return null;
  const { kind, amount = 0, day, way, status } = entry;
  const isSaid = kind === 'said';
  const label = (name: string) =>
    translate(`resources.payments.money.undo.${name}`, {
      amount: formatNamedMoney(amount, payment.currency),
      way: handWayNames[way as keyof typeof handWayNames],
      day: formatDay(day),
      status: status && statusNames[status],
    });
  return (
    <>
      <Button
        size="small"
        startIcon={<UndoIcon />}
        aria-label={label(isSaid ? 'ofWord' : 'of')}
        onClick={() => {
          undo.reset();
          setIsAsking(true);
        }}
        sx={{ ml: -0.75 }}
      >
        {translate('admin.undo.button')}
      </Button>
      {isAsking && (
        <SafeConfirm
          title={label(isSaid ? 'askWord' : 'ask')}
          content={label('text')}
          error={undo.error ? errorMessage(undo.error, messages.voidMoney) : undefined}
          confirm={translate('admin.undo.button')}
          loading={undo.isPending}
          onConfirm={isConflict(undo.error) ? undefined : () => undo.mutate(payment.version)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** One entry of a payment's money: its day, what it is and what shows it, its amount, and what is kept after it. */
export function MoneyEntry({ row }: { row: MoneyRow }) {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  const { entry, amount, net, unproven, source, address, isUndoable } = row;
  const { kind, way, status, day, bookedOn, original, shortfall, note, by, at, evidence, voided } = entry;
  const label = (name: string, options?: object) => translate(`resources.payments.money.${name}`, options);
  const money = (value: number) => formatNamedMoney(value, payment.currency);
  const wayName =
    way &&
    (way === 'bank' || way === 'card' ? (source?.bankAccount ?? label(`ways.${way}`)) : handWayNames[way]);
  const isPaidOut = kind === 'receipt' && way === 'card' && !voided;
  const captions = [
    source && (source.payer || source.text),
    shortfall !== undefined && label('shortfallEnded', { amount: money(shortfall) }),
    note,
    bookedOn !== day && label('bookedOn', { day: formatDay(bookedOn) }),
    voided
      ? label('voidedBy', { name: voided.by, at: formatDateTime(voided.at) })
      : label('recordedBy', { name: by, at: formatDateTime(at) }),
  ].filter(Boolean);
  return (
    <tr data-voided={voided && ''}>
      <td data-nowrap>{formatDay(day)}</td>
      <td data-wide="last">
        <Typography
          variant="body2"
          component="div"
          sx={{ fontWeight: 500, textDecoration: voided && 'line-through' }}
        >
          {label(`kinds.${kind}`, { status: status && statusNames[status] })}
          {wayName && ` · ${wayName}`}
        </Typography>
        {unproven !== undefined && (
          <Typography variant="body2" sx={{ color: 'warning.dark' }}>
            {label('unprovenWord', { amount: money(unproven) })}
          </Typography>
        )}
        <Typography variant="caption" component="div" color="text.secondary">
          {captions.join(' · ')}
        </Typography>
        {way === 'bank' && evidence?.transactionId && (
          <TextLink
            to={transactionsPath({ state: 'matched' }, evidence.transactionId)}
            aria-label={label('openBankOf', { day: formatDay(day) })}
            variant="body2"
            sx={{ mr: 2 }}
          >
            {label('openBank')}
          </TextLink>
        )}
        {isPaidOut && payment.payout && (
          <Typography variant="body2" component="div">
            {label('fee', { amount: formatNamedMoney(payment.payout.fee, payment.payout.currency) })}{' '}
            <TextLink to={payoutPath(payment.payout.id)}>
              {label('payout', { id: payment.payout.id, day: formatDay(payment.payout.day) })}
            </TextLink>
          </Typography>
        )}
        {address && (
          <Link href={address} target="_blank" rel="noopener noreferrer" variant="body2" sx={{ mr: 2 }}>
            {translate('resources.card-events.openIn', {
              provider: payment.card && cardProviderNames[payment.card.provider],
            })}
          </Link>
        )}
        {isUndoable && (
          <Permitted to="write" resource="payments">
            <MoneyUndoButton entry={entry} />
          </Permitted>
        )}
      </td>
      <td data-align="right">
        <span style={voided && { textDecoration: 'line-through' }}>
          {amount !== undefined
            ? money(amount)
            : kind === 'shortfall' && entry.amount !== undefined && money(entry.amount)}
        </span>
        {net !== undefined && (
          <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
            {label('net', { amount: money(net) })}
          </Typography>
        )}
        {original && (
          <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
            {label('original', { amount: cardEventAmount(original) })}
          </Typography>
        )}
      </td>
    </tr>
  );
}
