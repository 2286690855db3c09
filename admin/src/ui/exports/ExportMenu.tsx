import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { MenuItem } from '@mui/material';
import { useContext } from 'react';
import { ListContext } from 'react-admin';
import { type ExportName, exportFormats } from '#domain/platform/lists';
import type { ExportRequest } from '../../data/exportRows.js';
import { useExports } from './ExportsProvider.js';
import { MenuButton } from '../common/MenuButton.js';
import { NarrowingButton } from '../common/NarrowingButton.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface ExportMenuProps {
  resource: ExportName;
  /** The filter of the exported rows; by default that of the list in context. */
  query?: ExportRequest['query'];
  /** The key of the button's text, `menu`, and of those of the formats. */
  label?: string;
}

/** A button that offers the formats of an export. */
export function ExportMenu({ resource, label = `resources.${resource}.export`, ...props }: ExportMenuProps) {
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
