import ReplayIcon from '@mui/icons-material/Replay';
import UndoIcon from '@mui/icons-material/Undo';
import { Button, Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { cardProviderNames, isTestPayment } from '#domain/cards/cards';
import { formatDateTime, formatDay } from '#domain/platform/dates';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { saleOfPayment } from '#domain/ledger/payment-money';
import type { Receipt } from '#domain/bank/matches';
import { formatNamedMoney, sum } from '#domain/platform/money';
import { isSettled, statusNames } from '#domain/payments/payments';
import { handWayNames } from '#domain/ledger/ways';
import { useCall, useWrite } from '../../data/useCall.js';
import type { PaymentRecord } from '../../data/records.js';
import { DialogButton } from '../../ui/common/buttons.js';
import { cardEventAmount } from '../../ui/fields/cards/fields.js';
import { moneyToGiveBack } from '../../ui/fields/payments/fields.js';
import { NotLoaded, Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { Hint, TextLink } from '../../ui/common/fields.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { payoutPath, transactionsPath } from '../../ui/paths.js';
import { isConflict } from '../../ui/undo/undo.js';
import { RecordMoneyButton, RecordMoneyDialog } from './RecordMoneyDialog.js';
import { type MoneyRow, moneyRows } from './moneyRows.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Voids what an admin recorded, after asking; a refusal is shown in the question. */
function MoneyUndoButton({ entry }: { entry: LedgerEntry }) {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const [isAsking, setIsAsking] = useState(false);
  const undo = useWrite({
    mutationKey: ['payments', 'voidMoney'],
    mutationFn: (version: number, call) =>
      call('POST /payments/{id}/ledger/{entry}/void', {
        id: payment?.id ?? '',
        entry: entry._id,
        body: { version },
      }),
    done: 'resources.payments.money.undo.done',
    onSuccess: () => setIsAsking(false),
  });
  if (!payment) return null;
  const { kind, amount = 0, day, way, status } = entry;
  const isSaid = kind === 'said';
  const label = textsOf(translate, 'resources.payments.money.undo', {
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
        {translate('ra.action.undo')}
      </Button>
      {isAsking && (
        <SafeConfirm
          title={label(isSaid ? 'askWord' : 'ask')}
          content={label('text')}
          write={undo}
          confirm={translate('ra.action.undo')}
          onConfirm={isConflict(undo.error) ? undefined : () => undo.mutate(payment.version)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** One entry of a payment's money: its day, what it is and what shows it, its amount, and what is kept after it. */
function MoneyEntry({ row }: { row: MoneyRow }) {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  const { entry, amount, net, unproven, source, address, isUndoable } = row;
  const { kind, way, status, fee, day, bookedOn, original, shortfall, note, by, at, evidence, voided } =
    entry;
  const label = textsOf(translate, 'resources.payments.money');
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
          {[
            label(`kinds.${kind}`, { status: status && statusNames[status] }),
            fee !== undefined && label('feeWord', { amount: money(fee) }),
            wayName,
          ]
            .filter(Boolean)
            .join(' · ')}
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
            sx={{ mr: 2, paddingBlock: { xs: '15px', sm: 0 } }}
          >
            {label('openBank')}
          </TextLink>
        )}
        {isPaidOut && payment.payout && (
          <Typography variant="body2" component="div">
            <span>
              {label('fee', { amount: formatNamedMoney(payment.payout.fee, payment.payout.currency) })}
            </span>{' '}
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

/** "CA$2,231.61 of CA$2,256.61 was received. CA$25.00 is still due." */
function MoneyText() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  const {
    amount,
    currency,
    status,
    received,
    refunded,
    due,
    unproven,
    shortfall = 0,
    fee = 0,
    card,
    attention,
  } = payment;
  const label = (name: string, value?: number) =>
    translate(`resources.payments.money.text.${name}`, {
      amount: value === undefined ? '' : formatNamedMoney(value, currency),
      total: formatNamedMoney(amount, currency),
    });
  const tooMuch = moneyToGiveBack(payment);
  const texts = [
    received > 0
      ? label('received', received)
      : card && (card.state === 'processing' || card.state === 'failed')
        ? label(card.state)
        : label('none'),
    shortfall > 0 && label('accepted', shortfall),
    refunded > 0 && label('refunded', refunded),
    due > 0 && status === 'pending' && label('due', due),
    unproven > 0 && label('unproven', unproven),
    fee > 0 && label('fee', saleOfPayment(payment)),
    tooMuch > 0 && label(isSettled(status) ? 'surplus' : fee > 0 ? 'beyondFee' : 'kept', tooMuch),
    attention?.includes('overReturned') && label('overReturned', sum([refunded, -received])),
  ];
  // An element: React cannot change a text that the browser's translation has replaced.
  return <span>{texts.filter(Boolean).join(' ')}</span>;
}

/** The parts that were over of a transfer that settles the payment, and were sent back: they never were its money. */
function ReturnedMoney({ receipts }: { receipts: readonly Receipt[] }) {
  const translate = useTranslate();
  return receipts
    .filter(({ kind }) => kind === 'return')
    .map(({ _id, day, amount, currency, transactionId }) => (
      <Hint key={_id} sx={{ px: 2, py: 1 }}>
        <span>
          {translate('resources.payments.money.returned', {
            amount: formatNamedMoney(amount, currency),
            day: formatDay(day),
          })}
        </span>{' '}
        {transactionId && (
          <TextLink to={transactionsPath({ state: 'matched' }, transactionId)}>
            {translate('resources.payments.money.openBank')}
          </TextLink>
        )}
      </Hint>
    ));
}

/** Reads the entries of a payment's money, and what bank transactions say of them. */
export function usePaymentMoney(id: string) {
  const call = useCall();
  return useQuery({
    queryKey: ['payments', 'money', id],
    queryFn: async ({ signal }) => {
      const [ledger, { receipts }] = await Promise.all([
        call('GET /payments/{id}/ledger', { id, signal }),
        call('GET /payments/{id}/receipts', { id, signal }),
      ]);
      return { ledger, receipts };
    },
    enabled: id !== '',
  });
}

/** Gives back money of a settled payment; where some is too much, it is what the payment waits for. */
export function PaymentRefundButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const isRefundable = !!payment && isSettled(payment.status) && !isTestPayment(payment);
  const { data } = usePaymentMoney(isRefundable ? payment.id : '');
  if (!isRefundable || (data && data.ledger.refundable <= 0)) return null;
  return (
    <DialogButton
      // Stands while the money loads, so that nothing moves.
      disabled={!data}
      variant={payment.attention?.includes('giveBack') ? 'contained' : 'outlined'}
      startIcon={<ReplayIcon />}
      dialog={(close) =>
        data && <RecordMoneyDialog ledger={data.ledger} direction="refund" onClose={close} />
      }
    >
      {translate('resources.payments.money.record.refund')}
    </DialogButton>
  );
}

/** The money of the payment in context: what is due, unproven or too much, and every entry with what is kept after it. */
export function PaymentMoney() {
  const label = useTexts('resources.payments.money');
  const payment = useRecordContext<PaymentRecord>();
  const [showsVoided, setShowsVoided] = useState(false);
  const { data, error, refetch } = usePaymentMoney(payment?.id ?? '');
  if (!payment) return null;
  const rows = data ? moneyRows(data.ledger, data.receipts, payment.card) : [];
  const voided = rows.filter(({ entry }) => entry.voided).length;
  const shown = showsVoided ? rows : rows.filter(({ entry }) => !entry.voided);

  return (
    <Section
      title={label('title')}
      flush
      isBusy={!data && !error}
      action={
        data &&
        !isTestPayment(payment) && (
          <Permitted to="write" resource="payments">
            <RecordMoneyButton ledger={data.ledger} />
          </Permitted>
        )
      }
    >
      <Typography sx={{ px: 2, pb: 2 }}>
        <MoneyText />
      </Typography>
      {!data ? (
        <NotLoaded error={error} refetch={refetch} height={56} isFlush />
      ) : (
        shown.length > 0 && (
          <Table
            aria-label={label('title')}
            data-whole-words
            data-stacked
            columns={[label('day'), label('what')]}
            numbers={[label('amount')]}
          >
            <tbody>
              {shown.map((row) => (
                <MoneyEntry key={row.entry._id} row={row} />
              ))}
            </tbody>
          </Table>
        )
      )}
      {data && <ReturnedMoney receipts={data.receipts} />}
      {voided > 0 && (
        <Button
          size="small"
          aria-pressed={showsVoided}
          onClick={() => setShowsVoided(!showsVoided)}
          sx={{ mx: 1.5, my: 1 }}
        >
          <span>{label(showsVoided ? 'hideVoided' : 'showVoided', { smart_count: voided })}</span>
        </Button>
      )}
    </Section>
  );
}
