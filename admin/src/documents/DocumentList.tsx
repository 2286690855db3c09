import { DataTable, TextField, TopToolbar, useRecordContext } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { documentKindNames, documentKinds } from '#domain/documents/documents';
import { formatNamedMoney } from '#domain/platform/money';
import type { DocumentRecord } from '../data/records.js';
import { TextLink } from '../ui/common/fields.js';
import { ExportMenu } from '../ui/exports/ExportsProvider.js';
import {
  ClearFilters,
  DaysFilter,
  FilterBar,
  FoldingFilters,
  SearchInput,
  SelectFilter,
  useListFilter,
} from '../ui/lists/FilterBar.js';
import { ListFrame } from '../ui/lists/ListFrame.js';
import { ListRecords } from '../ui/lists/ListRecords.js';
import { customerPath, paymentPath } from '../ui/paths.js';
import { Caption } from '../ui/fields/payments/fields.js';
import { DocumentFile } from '../ui/fields/documents/DocumentTable.js';
import { keysOf, useTranslate } from '../ui/i18n/useTranslate.js';

const label = keysOf('resources.documents');

function DocumentFilters() {
  const translate = useTranslate();
  const { filter } = useListFilter();
  return (
    <FilterBar>
      <SearchInput source="search" label={translate(label('search'))} />
      <FoldingFilters active={Object.keys(filter).filter((name) => name !== 'search').length}>
        <SelectFilter
          source="kind"
          label={translate(label('kind'))}
          emptyText={translate(label('allKinds'))}
          choices={documentKinds.map((id) => ({ id, name: documentKindNames[id] }))}
        />
        <DaysFilter source="day" from={translate(label('from'))} to={translate(label('to'))} />
        <ClearFilters />
      </FoldingFilters>
    </FilterBar>
  );
}

const useDocument = () => useRecordContext<DocumentRecord>();

/** "Invoice", or "Credit Note · Refund". */
function DocumentKind() {
  const document = useDocument();
  if (!document) return null;
  const { kind, reason } = document;
  return [documentKindNames[kind], ...(reason ? [reason] : [])].join(' · ');
}

/** The reason of a credit note has a line of its own, and leaves its width to the buyer. */
function DocumentKindInRow() {
  const document = useDocument();
  if (!document) return null;
  const { kind, reason } = document;
  return (
    <>
      <span>{documentKindNames[kind]}</span> {reason && <Caption>{reason}</Caption>}
    </>
  );
}

const DocumentDay = () => formatDay(useDocument()?.day);

function DocumentPayment() {
  const document = useDocument();
  return document && <TextLink to={paymentPath(document.paymentId)}>{document.referenceNumber}</TextLink>;
}

function DocumentBuyer() {
  const document = useDocument();
  return document && <TextLink to={customerPath(document.customerId)}>{document.buyer.name}</TextLink>;
}

/** An amount of it; what a credit note takes back is below 0. */
function DocumentAmount({ name }: { name: 'tax' | 'total' }) {
  const document = useDocument();
  if (!document) return null;
  const amount = name === 'total' ? document.total : document.tax?.amount;
  if (amount === undefined) return null;
  const signed = document.kind === 'creditNote' && amount ? -amount : amount;
  return <span translate="no">{formatNamedMoney(signed, document.currency)}</span>;
}

function DocumentActions() {
  const document = useDocument();
  return document && <DocumentFile document={document} />;
}

/** All invoices and credit notes, the newest day first, each as a file, and the register of them. */
export function DocumentList() {
  return (
    <ListFrame
      actions={
        <TopToolbar>
          <ExportMenu resource="documents" />
        </TopToolbar>
      }
      filters={<DocumentFilters />}
    >
      <ListRecords
        actions={<DocumentActions />}
        card={{
          title: <TextField source="number" />,
          main: <DocumentBuyer />,
          end: <DocumentAmount name="total" />,
          meta: (
            <>
              <DocumentKind /> · <DocumentDay />
            </>
          ),
        }}
      >
        <DataTable.Col source="number" label={label('number')} className="whole">
          <TextField source="number" />
        </DataTable.Col>
        <DataTable.Col label={label('kind')} className="whole" field={DocumentKindInRow} />
        <DataTable.Col source="day" label={label('day')} className="whole" field={DocumentDay} />
        <DataTable.Col label={label('payment')} className="whole wide" field={DocumentPayment} />
        <DataTable.Col label={label('buyer')} className="cut" field={DocumentBuyer} />
        <DataTable.Col label={label('tax')} align="right" className="whole wide">
          <DocumentAmount name="tax" />
        </DataTable.Col>
        <DataTable.Col label={label('total')} align="right" className="whole">
          <DocumentAmount name="total" />
        </DataTable.Col>
      </ListRecords>
    </ListFrame>
  );
}
