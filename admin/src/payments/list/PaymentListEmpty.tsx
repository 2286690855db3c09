import { useTranslate } from 'react-admin';
import { ListEmpty } from '../../ui/lists/ListEmpty.js';
import { RecordPaymentButton } from './RecordPaymentButton.js';
import { SearchEverywhereButton } from './SearchEverywhereButton.js';

export function PaymentListEmpty() {
  const translate = useTranslate();
  return (
    <ListEmpty
      title={translate('resources.payments.empty')}
      hint={translate('resources.payments.emptyHint')}
      action={<RecordPaymentButton />}
      wider={<SearchEverywhereButton />}
    />
  );
}
