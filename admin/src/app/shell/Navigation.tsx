import AssessmentIcon from '@mui/icons-material/AssessmentOutlined';
import CardIcon from '@mui/icons-material/CreditCardOutlined';
import DashboardIcon from '@mui/icons-material/DashboardOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import OverdueIcon from '@mui/icons-material/EventBusyOutlined';
import PaymentIcon from '@mui/icons-material/PaymentOutlined';
import CustomersIcon from '@mui/icons-material/PeopleOutlined';
import PeopleIcon from '@mui/icons-material/BadgeOutlined';
import AuditIcon from '@mui/icons-material/HistoryOutlined';
import ReconcileIcon from '@mui/icons-material/AccountBalanceOutlined';
import Chip from '@mui/material/Chip';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type { ReactElement } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { pages } from '#domain/pages';
import { formatCounted } from '#domain/numbers';
import { can, type Resource } from '#domain/roles';
import { useRole } from '../../session/role.js';
import { useCounts } from '../../data/useCounts.js';
import { useHasCards } from '../../data/useHasCards.js';
import { heldCardEventsPath, transactionsPath } from '../../ui/paths.js';

interface Entry {
  /** The resource that a role reads there, where not every role may. */
  reads?: Resource;
  name: string;
  to: string;
  icon: ReactElement;
}

const entries: Entry[] = [
  { name: 'dashboard', to: pages.admin, icon: <DashboardIcon /> },
  { name: 'customers', to: pages.customers, icon: <CustomersIcon /> },
  { name: 'payments', to: pages.payments, icon: <PaymentIcon /> },
];

// Below the entries of the daily work on customers and payments.
const furtherEntries: Entry[] = [
  { name: 'overdue', to: pages.overdue, icon: <OverdueIcon /> },
  { name: 'reconcile', to: pages.reconcile, icon: <ReconcileIcon /> },
  { name: 'cards', to: pages.cardEvents, icon: <CardIcon /> },
  { name: 'mails', to: pages.mails, icon: <MailIcon /> },
  { name: 'reports', to: pages.reports, icon: <AssessmentIcon /> },
];

/** For admins. */
const peopleEntries: Entry[] = [
  { name: 'people', to: pages.people, icon: <PeopleIcon />, reads: 'people' },
  { name: 'audit', to: pages.audit, icon: <AuditIcon />, reads: 'audit' },
];

/** The entries of the drawer; the one whose section is open is marked. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { data: counts } = useCounts();
  const hasCards = useHasCards();
  const role = useRole();
  const permitted = peopleEntries.filter(({ reads }) => !reads || can(role, 'read', reads));
  const isMailStopped = counts?.mails.stopped !== undefined;
  const waiting: Record<string, number> = {
    overdue: counts?.overdue ?? 0,
    reconcile: counts ? counts.ready + counts.review : 0,
    cards: counts?.cards?.held ?? 0,
  };
  // Opens the tab that has something to do.
  const targets: Record<string, string> = {
    ...(counts?.review && !counts.ready && { reconcile: transactionsPath({ state: 'review' }) }),
    ...(counts?.cards?.held && { cards: heldCardEventsPath }),
  };
  const current = (to: string) =>
    to === pages.admin ? [pages.admin, pages.dashboard].includes(pathname as never) : pathname.startsWith(to);

  const item = ({ name, to, icon }: Entry) => (
    <ListItem key={name} component="div" disablePadding>
      <ListItemButton
        component={Link}
        to={targets[name] ?? to}
        onClick={onNavigate}
        selected={current(to)}
        aria-current={current(to) ? 'page' : undefined}
        sx={{ minHeight: 48, borderRadius: 2, my: 0.25 }}
      >
        <ListItemIcon sx={{ minWidth: 40, color: current(to) ? 'primary.dark' : undefined }}>
          {icon}
        </ListItemIcon>
        <ListItemText
          primary={translate(`admin.shell.entries.${name}`)}
          slotProps={{ primary: { sx: { fontWeight: current(to) ? 600 : 400 } } }}
        />
        {name === 'mails' && isMailStopped && <Chip color="error" label={translate('admin.mails.stopped')} />}
        {waiting[name] ? (
          <Chip
            color={name === 'overdue' ? 'warning' : 'primary'}
            label={formatCounted(waiting[name])}
            title={translate(`admin.shell.waiting.${name}`, { smart_count: waiting[name] })}
          />
        ) : null}
      </ListItemButton>
    </ListItem>
  );

  return (
    <List component="nav" aria-label={translate('admin.shell.navigation')} sx={{ px: 1 }}>
      {entries.map(item)}
      <Divider component="div" role="presentation" sx={{ my: 1 }} />
      {furtherEntries.filter(({ name }) => name !== 'cards' || hasCards).map(item)}
      {permitted.length > 0 && <Divider component="div" role="presentation" sx={{ my: 1 }} />}
      {permitted.map(item)}
    </List>
  );
}
