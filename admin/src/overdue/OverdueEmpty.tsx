import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { ListEmpty } from '../ui/lists/ListEmpty.js';

export function OverdueEmpty() {
  const translate = useTranslate();
  const action = (
    <Button variant="outlined" component={Link} to={pages.payments}>
      {translate('admin.overdue.allPayments')}
    </Button>
  );
  return (
    <ListEmpty
      title={translate('admin.overdue.empty')}
      hint={translate('admin.overdue.emptyHint')}
      action={action}
    />
  );
}
