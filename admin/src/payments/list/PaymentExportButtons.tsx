import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext, useTranslate } from 'react-admin';
import { exportFormats } from '#domain/lists';
import { ExportMenu } from '../../ui/exports/ExportMenu.js';
import { useExports } from '../../ui/exports/ExportsProvider.js';

/** Exports every payment that matches the list's filters; a menu where two buttons do not fit beside the title. */
export function PaymentExportButtons() {
  const translate = useTranslate();
  const filter = useListContext().filterValues as object;
  const { running, start } = useExports();
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  if (narrow) return <ExportMenu resource="payments" query={{ filter }} label="resources.payments.export" />;
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
