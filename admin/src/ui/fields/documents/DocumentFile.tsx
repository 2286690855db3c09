import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { IconButton } from '@mui/material';
import { useDataProvider, useNotify } from 'react-admin';
import type { IssuedDocument } from '#domain/documents/documents';
import { messages } from '#domain/platform/messages';
import { failureMessage } from '#browser/http';
import type { dataProvider } from '../../../data/dataProvider.js';
import { useSingleFlight } from '../../../data/useSingleFlight.js';
import { saveFile } from '../../exports/ExportsProvider.js';
import { useTranslate } from '../../i18n/useTranslate.js';

/** Downloads a document as a PDF. */
export function DocumentFile({ document }: { document: Pick<IssuedDocument, '_id' | 'number'> }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { download: downloadFile } = useDataProvider<typeof dataProvider>();
  const { _id, number } = document;
  const download = useSingleFlight(async () => {
    try {
      const { file } = await downloadFile('GET /documents/{id}/pdf', { id: _id });
      saveFile(file, `${number}.pdf`);
    } catch (error) {
      notify(failureMessage(error, messages.fetchDocument), { type: 'error' });
    }
  });
  const label = translate('resources.documents.download', { number });
  return (
    <IconButton
      title={label}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        void download();
      }}
    >
      <DownloadIcon />
    </IconButton>
  );
}
