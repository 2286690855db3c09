import AssessmentIcon from '@mui/icons-material/AssessmentOutlined';
import PaymentIcon from '@mui/icons-material/PaymentOutlined';
import ReconcileIcon from '@mui/icons-material/AccountBalanceOutlined';
import PersonAddIcon from '@mui/icons-material/PersonAddOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { formatCount } from '#domain/numbers';
import { can, type Resource } from '#domain/roles';
import { transactionsPath } from '../ui/paths.js';
import { Section } from '../ui/common/Section.js';
import { useCounts } from '../data/useCounts.js';
import { useRole } from '../session/role.js';

/** `needs` is the resource that an action writes. */
const actions: { name: string; to: string; icon: ReactElement; needs?: Resource }[] = [
  { name: 'customer', to: pages.newCustomer, icon: <PersonAddIcon />, needs: 'customers' },
  { name: 'payment', to: pages.newPayment, icon: <PaymentIcon />, needs: 'payments' },
  { name: 'export', to: pages.reports, icon: <AssessmentIcon /> },
];

/** Links to the most frequent actions. */
export function QuickActions() {
  const translate = useTranslate();
  const role = useRole();
  const ready = useCounts().data?.ready ?? 0;
  const permitted = actions.filter(({ needs }) => !needs || can(role, 'write', needs));
  return (
    <Section title={translate('admin.dashboard.actions.title')}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        {permitted.map(({ name, to, icon }) => (
          <Button key={name} variant="outlined" component={Link} to={to} startIcon={icon}>
            {translate(`admin.dashboard.actions.${name}`)}
          </Button>
        ))}
        <Button
          variant="outlined"
          component={Link}
          to={transactionsPath({ state: 'ready' })}
          startIcon={<ReconcileIcon />}
        >
          {translate(`admin.dashboard.actions.${ready > 0 ? 'reconcileReady' : 'reconcile'}`, {
            count: formatCount(ready),
          })}
        </Button>
      </Stack>
    </Section>
  );
}
