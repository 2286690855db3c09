import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, LinearProgress, MenuItem, Paper, Typography } from '@mui/material';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { ListContext, useDataProvider, useNotify } from 'react-admin';
import { exportFileName, exportFormats, type ExportName } from '#domain/platform/lists';
import { formatCount } from '#domain/platform/numbers';
import { failureMessage } from '#browser/http';
import { Hint } from '../common/fields.js';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { exportedDays, type ExportRequest, type Progress } from '../../data/exportRows.js';
import { useCalendar } from '../../data/useCounts.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { type FileRoute, files, type Parts } from '../../data/call.js';
import { MenuButton, NarrowingButton } from '../common/buttons.js';
import { useWrite } from '../../data/useCall.js';

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has to open the URL before it is revoked.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface Running {
  resource: ExportName;
  progress: Progress;
}

interface Exports {
  running: Running | undefined;
  /** Exports every row that passes the query; one export at a time. */
  start: (request: ExportRequest) => Promise<void>;
  cancel: () => void;
}

const ExportsContext = createContext<Exports | undefined>(undefined);

/** The export that runs now, for the buttons that start one and the panel that shows it. */
export function useExports(): Exports {
  const exports = useContext(ExportsContext);
  if (!exports) throw new Error('useExports must be used within an ExportsProvider');
  return exports;
}

/** The progress of the running export, with a button to cancel it. */
function ExportProgress({
  running: { progress, resource },
  cancel,
}: {
  running: Running;
  cancel: () => void;
}) {
  const translate = useTranslate();
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
        <Hint sx={{ fontVariantNumeric: 'tabular-nums' }}>
          <ProgressText progress={progress} />
        </Hint>
        <Button onClick={cancel}>{translate('admin.exports.cancel')}</Button>
      </Box>
    </Paper>
  );
}

const percent = ({ rows, total }: Progress) =>
  rows === undefined || !total ? undefined : Math.min(100, (rows / total) * 100);

function ProgressText({ progress: { rows, total, bytes } }: { progress: Progress }) {
  const translate = useTranslate();
  if (rows !== undefined)
    return total === undefined
      ? translate('admin.exports.rowsOnly', { rows: formatCount(rows) })
      : translate('admin.exports.rows', { rows: formatCount(rows), total: formatCount(total) });
  const size = bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return total === undefined
    ? translate('admin.exports.bytes', { bytes: size })
    : translate('admin.exports.bytesTotal', { bytes: size, total: formatCount(total) });
}

/** Runs exports above the pages, so that an export continues when the admin opens another page. */
export function ExportsProvider({ children }: { children: ReactNode }) {
  const { exportRows } = useDataProvider<typeof dataProvider>();
  const notify = useNotify();
  const { dayOf } = useCalendar();
  const controller = useRef<AbortController>(undefined);
  const [running, setRunning] = useState<Running>();

  const start = useCallback<Exports['start']>(
    async (request) => {
      if (controller.current) return;
      controller.current = new AbortController();
      const { signal } = controller.current;
      const { resource, format } = request;
      let total: number | undefined;
      setRunning({ resource, progress: { bytes: 0 } });
      try {
        const onProgress = (progress: Progress) => {
          ({ total } = progress);
          setRunning({ resource, progress });
        };
        const file = await exportRows(request, onProgress, signal);
        const name = exportFileName(resource, format, dayOf(new Date()), exportedDays(request));
        saveFile(file, name);
        notify(total === undefined ? 'admin.exports.done' : 'admin.exports.doneRows', {
          type: 'success',
          messageArgs: { file: name, rows: formatCount(total ?? 0), smart_count: total },
        });
      } catch (error) {
        if (signal.aborted) notify('admin.exports.cancelled');
        else notify(failureMessage(error, defaultErrorMessage(resource, 'export')), { type: 'error' });
      } finally {
        controller.current = undefined;
        setRunning(undefined);
      }
    },
    [exportRows, notify, dayOf],
  );

  const exports = useMemo(
    () => ({ running, start, cancel: () => controller.current?.abort() }),
    [running, start],
  );
  return (
    <ExportsContext value={exports}>
      {children}
      {running && <ExportProgress running={running} cancel={exports.cancel} />}
    </ExportsContext>
  );
}

/** Saves a file of the server, under its own name unless another is given, and notifies of a failure. */
export function useDownload<Route extends FileRoute>(route: Route, name?: string) {
  const { download } = useDataProvider<typeof dataProvider>();
  const notify = useNotify();
  return useWrite({
    mutationKey: ['downloads', route],
    mutationFn: (parts: Parts<Route>) => download(route, parts),
    onSuccess: ({ file, name: given }) => {
      saveFile(file, name ?? given);
      if (!name) notify('admin.exports.done', { type: 'success', messageArgs: { file: given } });
    },
    onError: (error) => notify(failureMessage(error, files[route]), { type: 'error' }),
  });
}

interface ExportMenuProps {
  resource: ExportName;
  /** The filter of the exported rows; by default that of the list in context. */
  query?: ExportRequest['query'];
  /** The key of the button's text, `menu`, and of those of the formats. */
  label?: string;
}

/** A button that offers the formats of an export. */
export function ExportMenu({ resource, label = 'admin.exports.as', ...props }: ExportMenuProps) {
  const filter = useContext(ListContext)?.filterValues as object | undefined;
  const { query = { filter } } = props;
  const translate = useTranslate();
  const { running, start } = useExports();
  return (
    <MenuButton
      id={`${resource}-export`}
      button={(opens) => (
        <NarrowingButton
          icon={<DownloadIcon />}
          text={translate(`${label}.menu`)}
          variant="outlined"
          disabled={Boolean(running)}
          {...opens}
        />
      )}
    >
      {exportFormats.map((format) => (
        <MenuItem key={format} onClick={() => void start({ resource, format, query })}>
          {translate(`${label}.${format}`)}
        </MenuItem>
      ))}
    </MenuButton>
  );
}
