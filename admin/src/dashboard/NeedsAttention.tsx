import FailedIcon from '@mui/icons-material/ErrorOutlined';
import DifferingIcon from '@mui/icons-material/DifferenceOutlined';
import DisputeIcon from '@mui/icons-material/GavelOutlined';
import HeldIcon from '@mui/icons-material/CreditCardOutlined';
import OverdueIcon from '@mui/icons-material/EventBusyOutlined';
import ReadyIcon from '@mui/icons-material/AccountBalanceOutlined';
import ReviewIcon from '@mui/icons-material/RuleOutlined';
import SaidSentIcon from '@mui/icons-material/OutboxOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { formatCounted } from '#domain/numbers';
import { useCounts } from '../data/useCounts.js';
import { useHasCards } from '../data/useHasCards.js';
import { Section } from '../ui/common/Section.js';
import {
  differingPaymentsPath,
  disputedPaymentsPath,
  failedMailsPath,
  heldCardEventsPath,
  saidSentPaymentsPath,
  transactionsPath,
} from '../ui/paths.js';

/** Tasks that wait for an admin, each with its count and a link to exactly the records that it counts. */
export function NeedsAttention() {
  const translate = useTranslate();
  const { overdue, saidSent, ready, review, mails, cards } = useCounts().data ?? {};
  const hasCards = useHasCards();
  const items = [
    { name: 'overdue', to: pages.overdue, icon: <OverdueIcon />, count: overdue },
    { name: 'saidSent', to: saidSentPaymentsPath, icon: <SaidSentIcon />, count: saidSent },
    { name: 'ready', to: transactionsPath({ state: 'ready' }), icon: <ReadyIcon />, count: ready },
    { name: 'review', to: transactionsPath({ state: 'review' }), icon: <ReviewIcon />, count: review },
    { name: 'failedMails', to: failedMailsPath, icon: <FailedIcon />, count: mails?.failed },
    // Only where card events are configured.
    ...(hasCards
      ? [
          { name: 'heldCardEvents', to: heldCardEventsPath, icon: <HeldIcon />, count: cards?.held },
          { name: 'disputes', to: disputedPaymentsPath, icon: <DisputeIcon />, count: cards?.disputed },
          {
            name: 'priceDiffers',
            to: differingPaymentsPath,
            icon: <DifferingIcon />,
            count: cards?.priceDiffers,
          },
        ]
      : []),
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
              count: count === undefined ? '–' : formatCounted(count),
            })}
          </Button>
        ))}
      </Box>
    </Section>
  );
}
