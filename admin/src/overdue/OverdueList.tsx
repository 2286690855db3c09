import Button from '@mui/material/Button';
import { useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { PageHeader } from '../ui/page/PageHeader.js';
import type { Column } from '../ui/lists/column.js';
import { ClearFilters } from '../ui/lists/ClearFilters.js';
import { FilterBar } from '../ui/lists/FilterBar.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { ListPage } from '../ui/lists/ListPage.js';
import { RecordList } from '../ui/lists/RecordList.js';
import { SearchBox } from '../ui/lists/SearchBox.js';
import { SelectionProvider } from '../ui/lists/SelectionProvider.js';
import { MailBanner } from '../mails/MailBanner.js';
import { paymentPath } from '../ui/paths.js';
import { CustomerLink } from '../payments/fields/CustomerLink.js';
import { PaymentReference, PaymentTransferDate } from '../payments/fields/fields.js';
import { DaysOverdue, DueAmount, LastReminder, OverdueHint } from './fields.js';
import { OverdueSelectionBar } from './OverdueSelectionBar.js';
import { useCan } from '../session/role.js';

const label = (name: string) => `admin.overdue.${name}`;

const columns: Column[] = [
  {
    label: label('reference'),
    field: <PaymentReference />,
    sortBy: 'referenceNumber',
    nowrap: true,
    card: 'title',
  },
  {
    label: label('customer'),
    field: <CustomerLink />,
    caption: <OverdueHint />,
    ellipsis: true,
    card: 'main',
  },
  { label: label('amount'), field: <DueAmount />, sortBy: 'amount', align: 'right', card: 'end' },
  {
    label: label('date'),
    field: <PaymentTransferDate />,
    sortBy: 'transferDate',
    nowrap: true,
    card: 'meta',
  },
  { label: label('days'), field: <DaysOverdue />, align: 'right', nowrap: true, card: 'status' },
  { label: label('reminder'), field: <LastReminder />, nowrap: true, card: 'meta' },
];

/** Pending payments past their transfer date: selected, reminded of, and marked. */
export function OverdueList() {
  const canWrite = useCan('write', 'payments');
  return (
    <SelectionProvider>
      <ListPage
        header={<OverdueHeader />}
        filters={<OverdueSearch />}
        selection={canWrite && <OverdueSelectionBar />}
      >
        <RecordList
          columns={columns}
          path={paymentPath}
          nameOf={canWrite ? ({ referenceNumber }) => referenceNumber as string : undefined}
          empty={<OverdueEmpty />}
        />
      </ListPage>
    </SelectionProvider>
  );
}

function OverdueHeader() {
  const translate = useTranslate();
  const { saidSent = 0 } = (useListContext().meta ?? {}) as { saidSent?: number };
  return (
    <>
      <PageHeader
        title={translate(label('title'))}
        subtitle={[
          translate(label('subtitle')),
          ...(saidSent ? [translate(label('saidSent'), { smart_count: saidSent })] : []),
        ].join(' · ')}
        crumbs={[
          { label: translate('admin.shell.entries.dashboard'), to: pages.admin },
          { label: translate('admin.shell.entries.payments'), to: pages.payments },
          { label: translate(label('title')) },
        ]}
      />
      <MailBanner />
    </>
  );
}

function OverdueSearch() {
  const translate = useTranslate();
  const list = useListContext();
  const { search = '' } = list.filterValues as { search?: string };
  return (
    <FilterBar>
      <SearchBox
        label={translate('resources.payments.filters.words')}
        value={search}
        onSearch={(text) => list.setFilters(text ? { search: text } : {})}
      />
      <ClearFilters />
    </FilterBar>
  );
}

function OverdueEmpty() {
  const translate = useTranslate();
  const action = (
    <Button variant="outlined" component={Link} to={pages.payments}>
      {translate(label('allPayments'))}
    </Button>
  );
  return <ListEmpty title={translate(label('empty'))} hint={translate(label('emptyHint'))} action={action} />;
}
