import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Button, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { type JournalFormat, journalFormatNames, journalFormats } from '#domain/ledger/journal';
import { monthEnd } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { failureMessage } from '#browser/http';
import type { dataProvider } from '../../data/dataProvider.js';
import type { ServerFile } from '../../data/requestFile.js';
import { useWrite } from '../../data/useWrite.js';
import { saveFile } from '../../ui/exports/ExportsProvider.js';
import { monthName } from './monthName.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

/** Downloads a month for the accountant: all of it in one file, or its journal for a program. */
export function MonthDownloads({ month }: { month: string }) {
  const label = useTexts('resources.reports.books');
  const notify = useNotify();
  const { getMonthPackage, getJournal } = useDataProvider<typeof dataProvider>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const name = monthName(month);
  const menuId = `journal-of-${month}`;
  const onSuccess = ({ file, name: fileName }: ServerFile) => {
    saveFile(file, fileName);
    notify(label('saved', { file: fileName }), { type: 'success' });
  };
  const onError = (failure: string) => (error: unknown) =>
    notify(failureMessage(error, failure), { type: 'error' });
  const all = useWrite({
    mutationKey: ['downloads', 'package', month],
    mutationFn: () => getMonthPackage(month),
    onSuccess,
    onError: onError(messages.downloadPackage),
  });
  const journal = useWrite({
    mutationKey: ['downloads', 'journal', month],
    mutationFn: (format: JournalFormat) => getJournal({ format, from: `${month}-01`, to: monthEnd(month) }),
    onSuccess,
    onError: onError(messages.downloadJournal),
  });
  return (
    <>
      <Button
        size="small"
        startIcon={<DownloadIcon />}
        loading={all.isPending}
        loadingPosition="start"
        aria-label={label('packageOf', { month: name })}
        onClick={() => all.mutate()}
      >
        <span>{label('package')}</span>
      </Button>
      <Button
        size="small"
        endIcon={<ExpandMoreIcon />}
        loading={journal.isPending}
        loadingPosition="end"
        aria-label={label('journalOf', { month: name })}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span>{label('journal')}</span>
      </Button>
      {anchor && (
        <Menu id={menuId} open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {journalFormats.map((format) => (
            <MenuItem
              key={format}
              onClick={() => {
                setAnchor(null);
                journal.mutate(format);
              }}
            >
              {journalFormatNames[format]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
