import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { exportFormats } from '../../../domain/lists.js';
import { useExports } from '../exports/ExportsProvider.js';
import { useReconcileFilter } from './reconcileFilter.js';

/** Exports every transaction of the open tab that passes the filters, with what it settled. */
export function TransactionExportMenu() {
  const translate = useTranslate();
  const { filter } = useReconcileFilter();
  const { running, start } = useExports();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        disabled={Boolean(running)}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? 'transaction-export' : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('admin.reconcile.export.title')}
      </Button>
      {anchor && (
        <Menu id="transaction-export" open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {exportFormats.map((format) => (
            <MenuItem
              key={format}
              onClick={() => {
                setAnchor(null);
                void start({ resource: 'bank-transactions', format, query: { filter } });
              }}
            >
              {translate(`admin.reconcile.export.${format}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
