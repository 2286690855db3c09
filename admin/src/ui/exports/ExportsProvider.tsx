import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { exportFileName, type ExportName } from '#domain/lists';
import { formatCount } from '#domain/numbers';
import { failureMessage } from '../../../../browser/http.js';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import type { dataProvider } from '../../data/dataProvider.js';
import type { Progress } from '../../data/exportProgress.js';
import { exportedDays, type ExportRequest } from '../../data/exportRows.js';
import { useCalendar } from '../../data/useCalendar.js';

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
  return <ExportsContext value={exports}>{children}</ExportsContext>;
}
