import { formatNamedMoney } from '#domain/money';
import type { Order, OrderStatus } from '#domain/orders';
import { Alert } from '../parts/Alert.js';
import { SampleNotice } from '../parts/SampleNotice.js';
import { TestNotice } from '../parts/TestNotice.js';
import { saidSentText, statusTexts } from './orderTexts.js';

interface OrderStatusNoticeProps {
  status: OrderStatus;
  /** Undefined while it loads. */
  order: Order | undefined;
}

/** The payment's status in plain words. */
export function OrderStatusNotice({ status, order }: OrderStatusNoticeProps) {
  const { amount, received, due, sample, test, contact, saidSent } = order ?? {};
  const { tone, text } = statusTexts[status];
  const isAnnounced = status === 'waiting' && saidSent;
  return (
    <>
      <Alert tone={tone}>
        {/* oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn. */}
        <p>{isAnnounced ? saidSentText(saidSent.date, new Date()) : text}</p>
        {status === 'partly' && amount && received !== undefined && due !== undefined && (
          <p>
            <strong>
              {formatNamedMoney(received, amount.currency)} of{' '}
              {formatNamedMoney(amount.value, amount.currency)} has arrived;{' '}
              {formatNamedMoney(due, amount.currency)} is missing.
            </strong>
          </p>
        )}
        {contact && status !== 'received' && (
          <p>
            Questions? Write to <a href={`mailto:${contact}`}>{contact}</a>.
          </p>
        )}
      </Alert>
      {test && <TestNotice />}
      {sample && (status === 'waiting' || status === 'partly') && <SampleNotice />}
    </>
  );
}
