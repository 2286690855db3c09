import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { ListEmpty } from '../ui/lists/ListEmpty.js';

export function OverdueEmpty() {
  const translate = useTranslate();
  const action = (
    <Button variant="outlined" component={Link} to={pages.payments}>
      {translate('resources.overdue.allPayments')}
    </Button>
  );
  return (
    <ListEmpty
      title={translate('resources.overdue.empty')}
      hint={translate('resources.overdue.emptyHint')}
      action={action}
    />
  );
}
