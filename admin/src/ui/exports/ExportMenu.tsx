import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { type ExportName, exportFormats } from '#domain/platform/lists';
import type { ExportRequest } from '../../data/exportRows.js';
import { useExports } from './ExportsProvider.js';
import { NarrowingButton } from '../common/NarrowingButton.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface ExportMenuProps {
  resource: ExportName;
  /** The filter of the exported rows. */
  query: ExportRequest['query'];
  /** The key of the button's text; `{label}.{format}` are those of the formats. */
  label: string;
}

/** A button that offers the formats of an export. */
export function ExportMenu({ resource, query, label }: ExportMenuProps) {
  const translate = useTranslate();
  const { running, start } = useExports();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = `${resource}-export`;
  return (
    <>
      <NarrowingButton
        icon={<DownloadIcon />}
        text={translate(`${label}.menu`)}
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? id : undefined}
        disabled={Boolean(running)}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && (
        <Menu id={id} open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {exportFormats.map((format) => (
            <MenuItem
              key={format}
              onClick={() => {
                setAnchor(null);
                void start({ resource, format, query });
              }}
            >
              {translate(`${label}.${format}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
