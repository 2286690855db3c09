import { useListContext } from 'react-admin';
import { ExportMenu } from '../ui/exports/ExportMenu.js';
import { searchOf } from './customerSearch.js';

/** Exports every customer that passes the search on the screen. */
export function CustomerExportMenu() {
  const filter = useListContext().filterValues as object;
  // Sent as `search` too, the older parameter of this call; exported rows pass both.
  const query = { search: searchOf(filter).text, filter };
  return <ExportMenu resource="customers" query={query} label="resources.customers.export" />;
}
