import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Button, MenuItem } from '@mui/material';
import { useDataProvider, useNotify } from 'react-admin';
import { type JournalFormat, journalFormatNames, journalFormats } from '#domain/ledger/journal';
import { monthEnd } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { failureMessage } from '#browser/http';
import type { dataProvider } from '../../data/dataProvider.js';
import type { ServerFile } from '../../data/call.js';
import { useWrite } from '../../data/useWrite.js';
import { MenuButton } from '../../ui/common/MenuButton.js';
import { saveFile } from '../../ui/exports/ExportsProvider.js';
import { monthName } from './monthName.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

/** Downloads a month for the accountant: all of it in one file, or its journal for a program. */
export function MonthDownloads({ month }: { month: string }) {
  const label = useTexts('resources.reports.books');
  const notify = useNotify();
  const { download } = useDataProvider<typeof dataProvider>();
  const name = monthName(month);
  const onSuccess = ({ file, name: fileName }: ServerFile) => {
    saveFile(file, fileName);
    notify(label('saved', { file: fileName }), { type: 'success' });
  };
  const onError = (failure: string) => (error: unknown) =>
    notify(failureMessage(error, failure), { type: 'error' });
  const all = useWrite({
    mutationKey: ['downloads', 'package', month],
    mutationFn: () => download('GET /books/{month}/package', { month }),
    onSuccess,
    onError: onError(messages.downloadPackage),
  });
  const journal = useWrite({
    mutationKey: ['downloads', 'journal', month],
    mutationFn: (format: JournalFormat) =>
      download('GET /books/journal', { query: { format, from: `${month}-01`, to: monthEnd(month) } }),
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
      <MenuButton
        id={`journal-of-${month}`}
        button={(opens) => (
          <Button
            size="small"
            endIcon={<ExpandMoreIcon />}
            loading={journal.isPending}
            loadingPosition="end"
            aria-label={label('journalOf', { month: name })}
            {...opens}
          >
            <span>{label('journal')}</span>
          </Button>
        )}
      >
        {journalFormats.map((format) => (
          <MenuItem key={format} onClick={() => journal.mutate(format)}>
            {journalFormatNames[format]}
          </MenuItem>
        ))}
      </MenuButton>
    </>
  );
}
