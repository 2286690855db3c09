import FailedIcon from '@mui/icons-material/ErrorOutlined';
import OverdueIcon from '@mui/icons-material/EventBusyOutlined';
import ReadyIcon from '@mui/icons-material/AccountBalanceOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { formatCount } from '#domain/numbers';
import { Section } from '../ui/common/Section.js';
import { failedMailsPath, transactionsPath } from '../ui/paths.js';
import { useCounts } from '../data/useCounts.js';

/** Tasks that wait for an admin, each with its count and a link to its page. */
export function NeedsAttention() {
  const translate = useTranslate();
  const { data } = useCounts();
  const items = [
    { name: 'overdue', to: pages.overdue, icon: <OverdueIcon />, count: data?.overdue },
    {
      name: 'ready',
      to: transactionsPath({ state: 'ready' }),
      icon: <ReadyIcon />,
      count: data?.ready,
    },
    {
      name: 'failedMails',
      to: failedMailsPath,
      icon: <FailedIcon />,
      count: data?.mails.failed,
    },
  ];
  return (
    <Section title={translate('admin.dashboard.attention.title')}>
      <Stack direction={{ xs: 'column', md: 'row' }} spacing={1.5}>
        {items.map(({ name, to, icon, count }) => (
          <Button
            key={name}
            variant="outlined"
            color={count ? 'warning' : 'primary'}
            component={Link}
            to={to}
            startIcon={icon}
            // Width and text stay in place when the number arrives or changes.
            sx={{ flex: { md: 1 }, justifyContent: 'flex-start', fontVariantNumeric: 'tabular-nums' }}
          >
            {translate(`admin.dashboard.attention.${name}`, {
              smart_count: count ?? 0,
              count: count === undefined ? '–' : formatCount(count),
            })}
          </Button>
        ))}
      </Stack>
    </Section>
  );
}
