import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useRecordContext, useTranslate } from 'react-admin';
import { cardProviderNames } from '#domain/cards';
import { formatDateTime, formatDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { statusNames } from '#domain/payments';
import { handWayNames } from '#domain/ways';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { cardEventAmount } from '../../fields/cards/fields.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { payoutPath, transactionsPath } from '../../ui/paths.js';
import { MoneyUndoButton } from './MoneyUndoButton.js';
import type { MoneyRow } from './moneyRows.js';

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
