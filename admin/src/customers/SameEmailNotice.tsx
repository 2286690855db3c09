import Alert from '@mui/material/Alert';
import { useGetList, useRecordContext, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { emailKey, isEmail } from '#domain/customers';
import { asText } from '#domain/rules';
import { TextLink } from '../ui/common/TextLink.js';
import type { CustomerRecord } from '../data/dataProvider.js';
import { customerPath } from '../ui/paths.js';

/** Says that another customer has the typed email, with a link to each; saving stays possible. */
export function SameEmailNotice() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  const { watch } = useFormContext();
  const typed = emailKey(asText(watch('email')));
  const isOther = isEmail(typed) && typed !== emailKey(customer?.email ?? '');
  const { data: found = [] } = useGetList<CustomerRecord>(
    'customers',
    {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { email: typed },
    },
    { enabled: isOther },
  );
  const same = found.filter(({ id, email }) => id !== customer?.id && emailKey(email) === typed);
  if (!isOther || same.length === 0) return null;
  return (
    <Alert severity="warning" role="status" data-wide>
      {translate('resources.customers.form.sameEmail')}{' '}
      {same.map(({ id, fullName }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {/* A tab of its own, as the form would lose what was typed. */}
          <TextLink to={customerPath(id)} target="_blank">
            {fullName}
          </TextLink>
        </span>
      ))}
    </Alert>
  );
}
