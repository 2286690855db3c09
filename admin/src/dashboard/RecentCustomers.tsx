import { useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { CustomerChips } from '../customers/fields.js';
import { EmailText } from '../ui/common/EmailText.js';
import type { CustomerRecord } from '../data/dataProvider.js';
import { customerPath } from '../ui/paths.js';
import { RecentList, type RecentQuery } from './RecentList.js';

/** The five newest customers. */
export function RecentCustomers({ customers }: { customers: RecentQuery<CustomerRecord> }) {
  const translate = useTranslate();
  return (
    <RecentList
      title={translate('admin.dashboard.customers.title')}
      empty={translate('admin.dashboard.customers.empty')}
      viewAll={pages.customers}
      failed={Boolean(customers.error)}
      rows={customers.data?.map((customer) => ({
        id: customer.id,
        to: customerPath(customer.id),
        title: customer.fullName,
        text: <EmailText email={customer.email} />,
        end: <CustomerChips customer={customer} />,
      }))}
    />
  );
}
