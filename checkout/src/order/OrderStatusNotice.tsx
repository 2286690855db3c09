import { formatNamedMoney } from '../../../domain/money.js';
import type { Order } from '../../../domain/orders.js';
import { Alert } from '../parts/Alert.js';
import { SampleNotice } from '../parts/SampleNotice.js';
import { statusTexts } from './orderTexts.js';

/** How the payment stands, in plain words. */
export function OrderStatusNotice({ order }: { order: Order }) {
  const { status, amount, received, due, sample } = order;
  const { tone, text } = statusTexts[status];
  return (
    <>
      <Alert tone={tone}>
        {status === 'partly' && received !== undefined && due !== undefined && (
          <p>
            <strong>
              {formatNamedMoney(received, amount.currency)} of{' '}
              {formatNamedMoney(amount.value, amount.currency)} has arrived;{' '}
              {formatNamedMoney(due, amount.currency)} is missing.
            </strong>
          </p>
        )}
        <p>{text}</p>
      </Alert>
      {sample && (status === 'waiting' || status === 'partly') && <SampleNotice />}
    </>
  );
}
