import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useListContext, useTranslate } from 'react-admin';
import { exportFormats } from '../../../domain/lists.js';
import { useExports } from '../exports/ExportsProvider.js';

/** Exports every payment that passes the filters on the screen. */
export function PaymentExportButtons() {
  const translate = useTranslate();
  const filter = useListContext().filterValues as object;
  const { running, start } = useExports();
  return exportFormats.map((format) => (
    <Button
      key={format}
      variant="outlined"
      startIcon={<DownloadIcon />}
      disabled={Boolean(running)}
      onClick={() => void start({ resource: 'payments', format, query: { filter } })}
    >
      {translate(`resources.payments.export.${format}`)}
    </Button>
  ));
}
