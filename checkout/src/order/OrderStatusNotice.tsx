import type { ReactNode } from 'react';
import { isByBank, movedText, sumOfMoney } from '#domain/documents/money-lines';
import { formatNamedMoney, roundToCents } from '#domain/platform/money';
import type { Order, OrderStatus } from '#domain/visitor/orders';
import { Alert, type AlertProps } from '../parts/Alert.js';
import { SampleNotice, TestNotice } from '../parts/SampleNotice.js';
import { saidSentText, statusTones } from './orderTexts.js';
import { useLanguage, useTexts } from '../texts/language.js';
import { Filled } from '../parts/Filled.js';

interface OrderStatusNoticeProps {
  status: OrderStatus;
  /** Undefined while it loads. */
  order: Order | undefined;
  /** The text in place of that of the status. */
  children?: ReactNode;
  tone?: AlertProps['tone'];
}

/** The payment's status in plain words. */
export function OrderStatusNotice({
  status,
  order,
  children,
  tone = statusTones[status],
}: OrderStatusNoticeProps) {
  const t = useTexts();
  const language = useLanguage();
  const { amount, received = 0, due, fee, sample, test, contact, saidSent, receipt, money } = order ?? {};
  const back = roundToCents(received - (fee ?? 0));
  // The title says all of a payment that the office has opened with its money there: the text is about its receipt.
  const isReopened = status === 'received' && order && !order.receipt;
  // Only a bank or a card takes some days, and knows the way back.
  const isByHand =
    status === 'refunded' && !!money?.returned.length && !money.returned.some(({ way }) => isByBank(way));
  const text = isByHand ? t.refundedByHand : t.statuses[status];
  const isAnnounced = status === 'waiting' && saidSent;
  return (
    <>
      {!isReopened && (
        <Alert tone={tone}>
          {/* oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn. */}
          {children ?? <p>{isAnnounced ? saidSentText(saidSent.date, new Date(), t, language) : text}</p>}
          {!children && status === 'partly' && amount && due !== undefined && (
            <p>
              <strong>
                <Filled
                  text={t.partArrived}
                  values={{
                    received: formatNamedMoney(received, amount.currency, language),
                    total: formatNamedMoney(amount.value, amount.currency, language),
                    due: formatNamedMoney(due, amount.currency, language),
                  }}
                />
              </strong>
            </p>
          )}
          {status === 'cancelled' && amount && fee !== undefined && (
            <p>
              <strong>
                <Filled
                  text={back > 0 ? t.feeKept : t.feeKeptAlone}
                  values={{
                    fee: formatNamedMoney(fee, amount.currency, language),
                    back: formatNamedMoney(back, amount.currency, language),
                  }}
                />
              </strong>
            </p>
          )}
          {status === 'received' && receipt?.refunded && money && (
            <p>
              <strong>
                <Filled
                  text={t.partRefunded}
                  values={{
                    refunded: movedText(sumOfMoney(money.returned), money.currency, language),
                    total: movedText(sumOfMoney(money.payments), money.currency, language),
                  }}
                />
              </strong>
            </p>
          )}
          {contact && status !== 'received' && (
            <p>
              <Filled text={t.questions} values={{ contact: <a href={`mailto:${contact}`}>{contact}</a> }} />
            </p>
          )}
        </Alert>
      )}
      {test && <TestNotice />}
      {sample && (status === 'waiting' || status === 'partly') && <SampleNotice />}
    </>
  );
}
