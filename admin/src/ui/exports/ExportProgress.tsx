import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatCount } from '#domain/numbers';
import type { Progress } from '../../data/exportProgress.js';
import { useExports } from './ExportsProvider.js';

/** The progress of the running export, with a button to cancel it. */
export function ExportProgress() {
  const translate = useTranslate();
  const { running, cancel } = useExports();
  if (!running) return null;
  const { progress, resource } = running;
  const title = translate(`admin.exports.running.${resource}`);

  return (
    <Paper
      elevation={6}
      component="section"
      aria-label={title}
      sx={{
        position: 'fixed',
        right: 16,
        bottom: 16,
        left: { xs: 16, sm: 'auto' },
        width: { sm: 360 },
        p: 2,
        zIndex: 'snackbar',
      }}
    >
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <LinearProgress
        aria-label={title}
        variant={percent(progress) === undefined ? 'indeterminate' : 'determinate'}
        value={percent(progress)}
        sx={{ my: 1.5, height: 6, borderRadius: 3 }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          <ProgressText progress={progress} />
        </Typography>
        <Button onClick={cancel}>{translate('admin.exports.cancel')}</Button>
      </Box>
    </Paper>
  );
}

const percent = ({ rows, total }: Progress) =>
  rows === undefined || !total ? undefined : Math.min(100, (rows / total) * 100);

function ProgressText({ progress: { rows, total, bytes } }: { progress: Progress }) {
  const translate = useTranslate();
  const count = (value: number) => formatCount(value);
  if (rows !== undefined)
    return total === undefined
      ? translate('admin.exports.rowsOnly', { rows: count(rows) })
      : translate('admin.exports.rows', { rows: count(rows), total: count(total) });
  const size = bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return total === undefined
    ? translate('admin.exports.bytes', { bytes: size })
    : translate('admin.exports.bytesTotal', { bytes: size, total: count(total) });
}
