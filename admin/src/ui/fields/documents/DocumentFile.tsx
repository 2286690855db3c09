import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { IconButton } from '@mui/material';
import type { IssuedDocument } from '#domain/documents/documents';
import { useDownload } from '../../exports/useDownload.js';
import { useTranslate } from '../../i18n/useTranslate.js';

/** Downloads a document as a PDF. */
export function DocumentFile({ document }: { document: Pick<IssuedDocument, '_id' | 'number'> }) {
  const translate = useTranslate();
  const { _id, number } = document;
  const download = useDownload('GET /documents/{id}/pdf', { id: _id }, `${number}.pdf`);
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
