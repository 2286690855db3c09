import { Box, Stack } from '@mui/material';
import { useState } from 'react';
import type { ExpectedCurrency, ExpectedSum } from '#domain/office/expected';
import { formatNamedMoney, sum } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import { Hint } from '../../ui/common/fields.js';
import { useRead } from '../../data/useCall.js';
import { EmptyState, NotLoaded, Section } from '../../ui/common/Section.js';
import { SumTable } from '../../ui/common/Table.js';
import { ExportMenu } from '../../ui/exports/ExportsProvider.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { MoneyBars, type View, ViewToggle } from './MoneyBars.js';
import { monthName } from './monthName.js';

const key = 'resources.reports.expected';

/** The money that is expected in a currency: the overdue first, each month, and what has no day. */
function ExpectedIn({ currency, overdue, months, undated }: ExpectedCurrency) {
  const label = useTexts(key);
  const [view, setView] = useState<View>('chart');
  const rows: (ExpectedSum & { name: string; isLate?: boolean })[] = [
    { ...overdue, name: label('overdue'), isLate: true },
    ...months.map(({ month, ...rest }) => ({ ...rest, name: monthName(month) })),
    { ...undated, name: label('undated') },
  ].filter(({ count }) => count > 0);
  const money = (amount: number) => formatNamedMoney(amount, currency);
  return (
    <Section
      flush
      title={label('title', { currency })}
      action={<ViewToggle view={view} onChange={setView} />}
    >
      {view === 'chart' ? (
        <Box sx={{ px: 1, pb: 1 }}>
          <MoneyBars
            bars={rows}
            currency={currency}
            description={label('description', { currency })}
            valueName={label('amount')}
          />
        </Box>
      ) : (
        <SumTable
          aria-label={label('title', { currency })}
          columns={[label('month')]}
          numbers={[label('count'), label('amount')]}
          rows={rows.map(({ name, count, amount }) => ({ name, count, amount: money(amount) }))}
        >
          <tr>
            <th scope="row">{label('total')}</th>
            <td data-align="right">{formatCount(rows.reduce((total, { count }) => total + count, 0))}</td>
            <td data-align="right" translate="no">
              <strong>{money(sum(rows.map(({ amount }) => amount)))}</strong>
            </td>
          </tr>
        </SumTable>
      )}
    </Section>
  );
}

/** The money that pending payments are to bring, by currency and month. */
export function Expected() {
  const translate = useTranslate();
  const { data, error, refetch } = useRead(['payments', 'expected'], 'GET /reports/expected');
  if (!data) return <NotLoaded error={error} refetch={refetch} height={340} isFlush />;
  if (!data.currencies.length) return <EmptyState title={translate(`${key}.empty`)} />;
  return (
    <>
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Hint sx={{ flex: '1 1 20rem' }}>
          <span>{translate(`${key}.note`)}</span>
        </Hint>
        <ExportMenu resource="expected" query={{}} label={`${key}.export`} />
      </Stack>
      {data.currencies.map((sums) => (
        <ExpectedIn key={sums.currency} {...sums} />
      ))}
    </>
  );
}
