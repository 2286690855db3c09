import { useDataProvider, useNotify } from 'react-admin';
import { failureMessage } from '#browser/http';
import { type FileRoute, files, type Parts } from '../../data/call.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { useSingleFlight } from '../../data/useSingleFlight.js';
import { saveFile } from './ExportsProvider.js';

/** Returns a function that saves a file of the server under a name, once at a time, and notifies of a failure. */
export function useDownload<Route extends FileRoute>(route: Route, parts: Parts<Route>, name: string) {
  const { download } = useDataProvider<typeof dataProvider>();
  const notify = useNotify();
  return useSingleFlight(async () => {
    try {
      saveFile((await download(route, parts)).file, name);
    } catch (error) {
      notify(failureMessage(error, files[route]), { type: 'error' });
    }
  });
}
