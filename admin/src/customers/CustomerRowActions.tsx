import EditIcon from '@mui/icons-material/EditOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { CustomerRecord } from '../data/dataProvider.js';
import { customerEditPath, customerPath } from '../ui/paths.js';
import { CustomerDeleteIconButton } from './CustomerDeleteIconButton.js';
import { Permitted } from '../ui/page/Permitted.js';

/** The actions of a row in the customers list. */
export function CustomerRowActions() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  // A card is clickable as a whole and its name is a link, so it needs no button.
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  if (!customer) return null;
  const name = customer.fullName;
  return (
    <>
      {!narrow && (
        <IconButton
          component={Link}
          to={customerPath(customer.id)}
          title={translate('resources.customers.actions.view')}
          aria-label={translate('resources.customers.rowActions.view', { name })}
        >
          <VisibilityIcon />
        </IconButton>
      )}
      <Permitted to="write" resource="customers">
        <IconButton
          component={Link}
          to={customerEditPath(customer.id)}
          title={translate('resources.customers.actions.edit')}
          aria-label={translate('resources.customers.rowActions.edit', { name })}
        >
          <EditIcon />
        </IconButton>
        <CustomerDeleteIconButton />
      </Permitted>
    </>
  );
}
