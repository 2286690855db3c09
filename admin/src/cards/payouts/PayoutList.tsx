import { Button } from '@mui/material';
import { DataTable, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import { pages } from '#domain/platform/pages';
import { payoutStateNames, payoutStates } from '#domain/payouts/payouts';
import type { PayoutRecord } from '../../data/records.js';
import { PayoutStateChip } from '../../ui/fields/cards/fields.js';
import { useCan } from '../../data/session/role.js';
import { TextLink } from '../../ui/common/fields.js';
import { ClearFilters, FilterBar, SelectFilter } from '../../ui/lists/FilterBar.js';
import { Empty, ListFrame } from '../../ui/lists/ListFrame.js';
import { ListRecords } from '../../ui/lists/ListRecords.js';
import { payoutPath } from '../../ui/paths.js';
import { keysOf, useTranslate } from '../../ui/i18n/useTranslate.js';

const label = keysOf('resources.card-payouts');

function PayoutFilters() {
  const translate = useTranslate();
  return (
    <FilterBar>
      <SelectFilter
        source="state"
        label={translate(label('state'))}
        emptyText={translate(label('allStates'))}
        choices={payoutStates.map((id) => ({ id, name: payoutStateNames[id] }))}
      />
      <SelectFilter
        source="withoutPayment"
        label={translate(label('payments'))}
        emptyText={translate(label('allLines'))}
        choices={[{ id: 'true', name: translate(label('someUnknown')) }]}
      />
      <ClearFilters />
    </FilterBar>
  );
}

/** The day, linked to the payout. */
const dayOf = ({ id, day }: PayoutRecord) => <TextLink to={payoutPath(id)}>{formatDay(day)}</TextLink>;

const stateOf = ({ state }: PayoutRecord) => <PayoutStateChip state={state} />;

const amountOf = (name: 'gross' | 'fee' | 'net') => (payout: PayoutRecord) =>
  formatNamedMoney(payout[name], payout.currency);
const [grossOf, feeOf, netOf] = [amountOf('gross'), amountOf('fee'), amountOf('net')];

/** The number of lines, and of those without a payment. */
function PayoutLineCount() {
  const translate = useTranslate();
  const { lineCount = 0, withoutPayment } = useRecordContext<PayoutRecord>() ?? {};
  return [
    translate(label('lineCount'), { smart_count: lineCount, count: formatCount(lineCount) }),
    ...(withoutPayment ? [translate(label('unknownLines'), { smart_count: withoutPayment })] : []),
  ].join(' · ');
}

/** The import of a report, for those who may. */
function ImportReport() {
  const translate = useTranslate();
  return useCan('write', 'card-payouts') ? (
    <Button variant="contained" component={Link} to={pages.importStatement}>
      {translate(label('import'))}
    </Button>
  ) : null;
}

/** The payouts that reports have told of, latest first. */
export function PayoutList() {
  return (
    <ListFrame filters={<PayoutFilters />}>
      <ListRecords
        path={(id) => payoutPath(String(id))}
        empty={
          <Empty>
            <ImportReport />
          </Empty>
        }
        card={(payout: PayoutRecord) => ({
          title: dayOf(payout),
          status: stateOf(payout),
          main: payout._id,
          end: netOf(payout),
          meta: <PayoutLineCount />,
        })}
      >
        <DataTable.Col source="day" label={label('day')} className="whole" render={dayOf} />
        <DataTable.Col source="_id" disableSort label={label('fields._id')} className="wide" />
        <DataTable.Col label={label('lines')} field={PayoutLineCount} />
        <DataTable.Col label={label('fields.gross')} align="right" className="whole" render={grossOf} />
        <DataTable.Col label={label('fields.fee')} align="right" className="whole" render={feeOf} />
        <DataTable.Col
          source="net"
          label={label('fields.net')}
          align="right"
          className="whole"
          render={netOf}
        />
        <DataTable.Col label={label('state')} render={stateOf} />
      </ListRecords>
    </ListFrame>
  );
}
