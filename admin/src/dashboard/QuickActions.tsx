import AssessmentIcon from '@mui/icons-material/AssessmentOutlined';
import PaymentIcon from '@mui/icons-material/PaymentOutlined';
import ReconcileIcon from '@mui/icons-material/AccountBalanceOutlined';
import PersonAddIcon from '@mui/icons-material/PersonAddOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { formatCount } from '#domain/numbers';
import { transactionsPath } from '../ui/paths.js';
import { Section } from '../ui/common/Section.js';
import { useCounts } from '../data/useCounts.js';

const actions = [
  { name: 'customer', to: pages.newCustomer, icon: <PersonAddIcon /> },
  { name: 'payment', to: pages.newPayment, icon: <PaymentIcon /> },
  { name: 'export', to: pages.reports, icon: <AssessmentIcon /> },
];

/** Links to the most frequent actions. */
export function QuickActions() {
  const translate = useTranslate();
  const ready = useCounts().data?.ready ?? 0;
  return (
    <Section title={translate('admin.dashboard.actions.title')}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        {actions.map(({ name, to, icon }) => (
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
