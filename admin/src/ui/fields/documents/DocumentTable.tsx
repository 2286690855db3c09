import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Box, IconButton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#domain/platform/dates';
import { documentKindNames, type IssuedDocument } from '#domain/documents/documents';
import { formatNamedMoney } from '#domain/platform/money';
import { useCall } from '../../../data/useCall.js';
import { useHasDocuments } from '../../../data/useCounts.js';
import { newestRecords } from '../../../data/records.js';
import { NotLoaded, Section } from '../../common/Section.js';
import { Table } from '../../common/Table.js';
import { visuallyHidden } from '../../common/visuallyHidden.js';
import { useTexts, useTranslate } from '../../i18n/useTranslate.js';
import { useDownload } from '../../exports/ExportsProvider.js';

/** The leader issues documents after the delay of mails, which no act of the person tells of. */
const refetchIntervalMs = 30_000;

/** The newest hundred documents of a payment or a customer, the newest first. */
export function useDocumentsOf(owner: { paymentId: string } | { customerId: string }) {
  const call = useCall();
  return useQuery({
    queryKey: ['documents', 'of', owner],
    queryFn: async ({ signal }) => {
      const query = { ...newestRecords, sort: { field: 'day', order: 'DESC' as const }, filter: owner };
      return (await call('GET /documents', { query, signal })).documents;
    },
    enabled: useHasDocuments() && Object.values(owner).every(Boolean),
    refetchInterval: refetchIntervalMs,
  });
}

/** Documents with their amounts and files. */
export function DocumentTable({ documents }: { documents: readonly IssuedDocument[] }) {
  const label = useTexts('resources.documents');
  return (
    <Table
      columns={[label('number')]}
      numbers={[
        label('total'),
        <Box key="file" component="span" sx={visuallyHidden}>
          {label('ofPayment.file')}
        </Box>,
      ]}
    >
      <tbody>
        {documents.map((document) => (
          <DocumentRow key={document._id} document={document} />
        ))}
      </tbody>
    </Table>
  );
}

function DocumentRow({ document }: { document: IssuedDocument }) {
  const label = useTexts('resources.documents');
  const { number, kind, reason, day, bookedOn, total, currency } = document;
  const facts = [
    documentKindNames[kind],
    ...(reason ? [reason] : []),
    formatDay(day),
    ...(bookedOn === day ? [] : [label('ofPayment.booked', { day: formatDay(bookedOn) })]),
  ];
  return (
    <tr>
      <th scope="row">
        {number}
        <Typography variant="caption" component="div" color="text.secondary">
          {facts.join(' · ')}
        </Typography>
      </th>
      <td data-align="right">{formatNamedMoney(kind === 'creditNote' ? -total : total, currency)}</td>
      <td data-align="right">
        <DocumentFile document={document} />
      </td>
    </tr>
  );
}

/** The documents of a customer, or why they could not be loaded; nothing while there are none. */
export function CustomerDocuments({ customerId }: { customerId: string }) {
  const label = useTexts('resources.documents');
  const { data: documents, error, refetch } = useDocumentsOf({ customerId });
  if (documents ? !documents.length : !error) return null;
  return (
    <Section title={label('ofPayment.title')} flush>
      {documents ? (
        <DocumentTable documents={documents} />
      ) : (
        <NotLoaded error={error} refetch={refetch} height={40} isFlush />
      )}
    </Section>
  );
}

/** Downloads a document as a PDF. */
export function DocumentFile({ document }: { document: Pick<IssuedDocument, '_id' | 'number'> }) {
  const translate = useTranslate();
  const { _id, number } = document;
  const download = useDownload('GET /documents/{id}/pdf', `${number}.pdf`);
  const label = translate('resources.documents.download', { number });
  return (
    <IconButton
      title={label}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        download.mutate({ id: _id });
      }}
    >
      <DownloadIcon />
    </IconButton>
  );
}
