import FailedIcon from '@mui/icons-material/ErrorOutlined';
import OverdueIcon from '@mui/icons-material/EventBusyOutlined';
import ReadyIcon from '@mui/icons-material/AccountBalanceOutlined';
import ReviewIcon from '@mui/icons-material/RuleOutlined';
import SaidSentIcon from '@mui/icons-material/OutboxOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { formatCount } from '#domain/numbers';
import { useCounts } from '../data/useCounts.js';
import { Section } from '../ui/common/Section.js';
import { failedMailsPath, saidSentPaymentsPath, transactionsPath } from '../ui/paths.js';

/** Tasks that wait for an admin, each with its count and a link to exactly the records that it counts. */
export function NeedsAttention() {
  const translate = useTranslate();
  const { overdue, saidSent, ready, review, mails } = useCounts().data ?? {};
  const items = [
    { name: 'overdue', to: pages.overdue, icon: <OverdueIcon />, count: overdue },
    { name: 'saidSent', to: saidSentPaymentsPath, icon: <SaidSentIcon />, count: saidSent },
    { name: 'ready', to: transactionsPath({ state: 'ready' }), icon: <ReadyIcon />, count: ready },
    { name: 'review', to: transactionsPath({ state: 'review' }), icon: <ReviewIcon />, count: review },
    { name: 'failedMails', to: failedMailsPath, icon: <FailedIcon />, count: mails?.failed },
  ];
  return (
    <Section title={translate('admin.dashboard.attention.title')}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(250px, 1fr))' },
        }}
      >
        {items.map(({ name, to, icon, count }) => (
          <Button
            key={name}
            variant="outlined"
            color={count ? 'warning' : 'primary'}
            component={Link}
            to={to}
            startIcon={icon}
            // Width and text stay in place when the number arrives or changes.
            sx={{ justifyContent: 'flex-start', fontVariantNumeric: 'tabular-nums' }}
          >
            {translate(`admin.dashboard.attention.${name}`, {
              smart_count: count ?? 0,
              count: count === undefined ? '–' : formatCount(count),
            })}
          </Button>
        ))}
      </Box>
    </Section>
  );
}
