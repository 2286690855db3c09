import { useRecordContext, useTranslate } from 'react-admin';
import { formatNamedMoney, sum } from '#domain/money';
import { isSettled } from '#domain/payments';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { moneyToGiveBack } from '../../fields/payments/attention.js';

/** "CA$2,231.61 of CA$2,256.61 was received. CA$25.00 is still due." */
export function MoneyText() {
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
    tooMuch > 0 && label(isSettled(status) ? 'surplus' : 'kept', tooMuch),
    attention?.includes('overReturned') && label('overReturned', sum([refunded, -received])),
  ];
  return texts.filter(Boolean).join(' ');
}
