import { useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { AddLink } from '../../ui/page/AddLink.js';
import { useCan } from '../../session/role.js';

export function RecordPaymentButton() {
  const translate = useTranslate();
  if (!useCan('write', 'payments')) return null;
  return <AddLink to={pages.newPayment} label={translate('resources.payments.add')} />;
}
