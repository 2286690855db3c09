import { DataTable, TopToolbar, useRecordContext } from 'react-admin';
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
  return (
    <FilterBar>
      <SearchInput source="search" label={translate(label('search'))} />
      <FoldingFilters>
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

/** "Invoice", or "Credit Note · Refund". */
const kindOf = ({ kind, reason }: DocumentRecord) =>
  [documentKindNames[kind], reason].filter(Boolean).join(' · ');

const buyerOf = ({ customerId, buyer }: DocumentRecord) => (
  <TextLink to={customerPath(customerId)}>{buyer.name}</TextLink>
);

/** An amount of it; what a credit note takes back is below 0. */
const moneyOf = ({ kind, currency }: DocumentRecord, amount: number) => (
  <span translate="no">{formatNamedMoney(kind === 'creditNote' && amount ? -amount : amount, currency)}</span>
);

const totalOf = (document: DocumentRecord) => moneyOf(document, document.total);

function DocumentActions() {
  const document = useRecordContext<DocumentRecord>();
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
        card={(document: DocumentRecord) => ({
          title: document.number,
          main: buyerOf(document),
          end: totalOf(document),
          meta: `${kindOf(document)} · ${formatDay(document.day)}`,
        })}
      >
        <DataTable.Col source="number" label={label('number')} className="whole" />
        <DataTable.Col
          label={label('kind')}
          className="whole"
          // The reason of a credit note has a line of its own, and leaves its width to the buyer.
          render={({ kind, reason }: DocumentRecord) => (
            <>
              <span>{documentKindNames[kind]}</span> {reason && <Caption>{reason}</Caption>}
            </>
          )}
        />
        <DataTable.Col
          source="day"
          label={label('day')}
          className="whole"
          render={({ day }: DocumentRecord) => formatDay(day)}
        />
        <DataTable.Col
          label={label('payment')}
          className="whole wide"
          render={({ paymentId, referenceNumber }: DocumentRecord) => (
            <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
          )}
        />
        <DataTable.Col label={label('buyer')} className="cut" render={buyerOf} />
        <DataTable.Col
          label={label('tax')}
          align="right"
          className="whole wide"
          render={(document: DocumentRecord) => document.tax && moneyOf(document, document.tax.amount)}
        />
        <DataTable.Col label={label('total')} align="right" className="whole" render={totalOf} />
      </ListRecords>
    </ListFrame>
  );
}
