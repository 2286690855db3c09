import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Box, Button, Typography } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import type { TaxReport, TaxRow } from '#domain/documents/documents';
import { countryNames, findRegion } from '#domain/places/locations';
import { formatNamedMoney } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import { inPercent } from '#domain/places/taxes';
import { Hint } from '../../ui/common/fields.js';
import { useRead } from '../../data/useCall.js';
import { EmptyState, NotLoaded, Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { useExports } from '../../ui/exports/ExportsProvider.js';
import type { Range } from '../../ui/common/DayField.js';
import { keysOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

const key = keysOf('resources.documents.report');
const amounts = ['net', 'tax', 'creditedNet', 'creditedTax'] as const;
const columns = ['invoices', 'net', 'tax', 'creditNotes', 'creditedNet', 'creditedTax'] as const;
const lines = ['101', '103', '107', 'difference'] as const;

const placeOf = ({ country, province }: TaxRow): string =>
  findRegion(country, province)?.name ?? countryNames[country];

const rateOf = ({ label, rate }: TaxRow): string => (rate ? `${label} ${inPercent(rate)}%` : label);

/** The documents of each place, rate and currency. */
function PlaceTable({ rows }: Pick<TaxReport, 'rows'>) {
  const translate = useTranslate();
  return (
    <Table
      isScrollable
      data-whole-words
      data-stacked="wide"
      aria-label={translate(key('title'))}
      columns={[translate(key('place')), translate(key('rate'))]}
      numbers={columns.map((name) => translate(key(name)))}
    >
      <tbody>
        {rows.map((row) => {
          const money = (name: (typeof amounts)[number]) => (
            <td data-align="right" data-below data-label={translate(key(name))}>
              {formatNamedMoney(row[name], row.currency)}
            </td>
          );
          const count = (name: 'invoices' | 'creditNotes') => (
            <td data-align="right" data-below data-label={translate(key(name))}>
              {formatCount(row[name])}
            </td>
          );
          return (
            <tr key={[placeOf(row), row.label, row.rate, row.currency].join(' ')}>
              <th scope="row">{placeOf(row)}</th>
              <td>{rateOf(row)}</td>
              {count('invoices')}
              {money('net')}
              {money('tax')}
              {count('creditNotes')}
              {money('creditedNet')}
              {money('creditedTax')}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** The lines of the GST/HST return, each with what it consists of. */
function ReturnLines({ report }: { report: TaxReport }) {
  const label = useTexts('resources.documents.report');
  const { withoutPlace, otherCurrencies } = report;
  return (
    <>
      <Typography id="tax-lines" component="h3" variant="subtitle2" sx={{ px: 2, pt: 2 }}>
        {label('linesTitle')}
      </Typography>
      <Table isScrollable data-whole-words aria-labelledby="tax-lines">
        <tbody>
          {lines.map((line) => (
            <tr key={line}>
              <th scope="row">{label(`lines.${line}`)}</th>
              <td data-align="right">{formatNamedMoney(report.lines[line], 'CAD')}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Box sx={{ px: 2, py: 1, display: 'grid', gap: 1 }}>
        {withoutPlace.count > 0 && (
          <Alert severity="warning">
            {label('withoutPlace', {
              smart_count: withoutPlace.count,
              total: formatNamedMoney(withoutPlace.total, 'CAD'),
            })}
          </Alert>
        )}
        {otherCurrencies.map(({ currency, net, tax }) => (
          <Hint key={currency}>
            {label('otherCurrency', {
              currency,
              net: formatNamedMoney(net, currency),
              tax: formatNamedMoney(tax, currency),
            })}
          </Hint>
        ))}
      </Box>
    </>
  );
}

/** Exports the register of the documents that were issued in the range. */
function RegisterButton({ range: { from, to } }: { range: Range }) {
  const label = useTexts('resources.documents.report');
  const { running, start } = useExports();
  const day = { ...(from && { gte: from }), ...(to && { lte: to }) };
  return (
    <Button
      size="small"
      startIcon={<DownloadIcon />}
      disabled={Boolean(running)}
      onClick={() => void start({ resource: 'documents', format: 'csv', query: { filter: { day } } })}
    >
      {label('export')}
    </Button>
  );
}

/** The tax of a range of days, by place and rate, and for the return. */
export function TaxSection({ range }: { range: Range }) {
  const label = useTexts('resources.documents.report');
  const { data, error, refetch, isPlaceholderData } = useRead(
    ['documents', 'tax', range],
    'GET /reports/tax',
    { query: { ...range } },
    { placeholderData: keepPreviousData },
  );
  return (
    <Section title={label('title')} flush action={<RegisterButton range={range} />}>
      <Hint sx={{ px: 2, pb: 1 }}>{label('note')}</Hint>
      {!data ? (
        <NotLoaded error={error} refetch={refetch} height={200} isFlush />
      ) : (
        <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          {data.rows.length || data.withoutPlace.count || data.otherCurrencies.length ? (
            <>
              {data.rows.length > 0 && <PlaceTable rows={data.rows} />}
              <ReturnLines report={data} />
            </>
          ) : (
            <EmptyState title={label('empty')} />
          )}
        </Box>
      )}
    </Section>
  );
}
