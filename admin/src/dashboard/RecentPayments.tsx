import { useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import { pages } from '#domain/pages';
import { DateText } from '../ui/common/DateText.js';
import { PaymentChips } from '../fields/payments/PaymentChips.js';
import type { ListedPaymentRecord } from '../data/dataProvider.js';
import { paymentPath } from '../ui/paths.js';
import { RecentList, type RecentQuery } from './RecentList.js';

/** The five newest payments. */
export function RecentPayments({ payments }: { payments: RecentQuery<ListedPaymentRecord> }) {
  const translate = useTranslate();
  return (
    <RecentList
      title={translate('admin.dashboard.payments.title')}
      empty={translate('admin.dashboard.payments.empty')}
      viewAll={pages.payments}
      failed={Boolean(payments.error)}
      rows={payments.data?.map((payment) => {
        const { id, referenceNumber, customer, amount, currency, createdAt } = payment;
        return {
          id,
          to: paymentPath(id),
          title: customer?.fullName ?? referenceNumber,
          text: (
            <>
              {formatNamedMoney(amount, currency)} · <DateText value={createdAt} />
            </>
          ),
          end: <PaymentChips payment={payment} />,
        };
      })}
    />
  );
}
