import { Alert } from '@mui/material';
import { formatCounted } from '#domain/platform/numbers';
import { useCounts } from '../data/useCounts.js';
import { useTranslate } from '../ui/i18n/useTranslate.js';

/** Says that no mail is sent, and why: the mail server refuses it, or none is configured. */
export function MailBanner() {
  const translate = useTranslate();
  const { data, isPending } = useCounts();
  // The layout hides the page for a moment, so that it does not move when the banner appears.
  if (isPending) return <div data-may-appear />;
  if (!data) return null;
  const { configured, stopped, held, queued } = data.mails;
  const label = (name: string, count: number) =>
    translate(`resources.mails.banner.${name}`, {
      smart_count: count,
      count: formatCounted(count),
      reason: stopped,
    });
  if (stopped !== undefined)
    return (
      <Alert severity="error" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {label('stopped', queued)}
      </Alert>
    );
  if (!configured)
    return (
      <Alert severity="warning" sx={{ mb: { xs: 1, sm: 2 }, py: { xs: 0, sm: 0.75 } }}>
        {label(held > 0 ? 'held' : 'none', held)}
      </Alert>
    );
  return null;
}
