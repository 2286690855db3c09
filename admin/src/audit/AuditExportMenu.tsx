import { useListContext } from 'react-admin';
import { ExportMenu } from '../ui/exports/ExportMenu.js';

/** Exports every entry that passes the filters on the screen. */
export function AuditExportMenu() {
  const filter = useListContext().filterValues as object;
  return <ExportMenu resource="audit" query={{ filter }} label="resources.audit.export" />;
}
