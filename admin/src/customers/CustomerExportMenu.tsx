import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { exportFormats } from '../../../domain/lists.js';
import { useExports } from '../exports/ExportsProvider.js';
import { searchOf } from './customerSearch.js';

/** Exports every customer that passes the search on the screen. */
export function CustomerExportMenu() {
  const translate = useTranslate();
  const filter = useListContext().filterValues as object;
  const { running, start } = useExports();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  return (
    <>
      <Button
        variant="outlined"
        startIcon={<DownloadIcon />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? 'customer-export' : undefined}
        disabled={Boolean(running)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('resources.customers.actions.export')}
      </Button>
      <Menu id="customer-export" open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {exportFormats.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setAnchor(null);
              // The text goes as `search` too, which this call has always taken; both hold for the rows.
              const query = { search: searchOf(filter).text, filter };
              void start({ resource: 'customers', format, query });
            }}
          >
            {translate(`resources.customers.export.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
