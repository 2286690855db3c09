import { Box, ToggleButton, ToggleButtonGroup, useTheme } from '@mui/material';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { type Currency, formatMoney, formatWholeMoney } from '#domain/platform/money';
import { useTexts } from '../../ui/i18n/useTranslate.js';

/** The two ways in which figures by month are shown. */
export type View = 'chart' | 'table';

/** Chooses between a chart and a table with the same figures. */
export function ViewToggle({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const label = useTexts('resources.reports.months');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      aria-label={label('view')}
      onChange={(_event, chosen: View | null) => chosen && onChange(chosen)}
    >
      <ToggleButton value="chart">{label('chart')}</ToggleButton>
      <ToggleButton value="table">{label('table')}</ToggleButton>
    </ToggleButtonGroup>
  );
}

interface MoneyBarsProps {
  bars: readonly { name: string; amount: number; isLate?: boolean }[];
  currency: Currency;
  /** The chart in words. */
  description: string;
  /** The name of an amount in the tooltip. */
  valueName: string;
}

/** Amounts as bars, a late one in the colour of errors. Screen readers get the table beside it, which has the same figures. */
export function MoneyBars({ bars, currency, description, valueName }: MoneyBarsProps) {
  const { palette } = useTheme();
  const text = { fill: palette.text.secondary, fontSize: 12 };
  const data = bars.map(({ isLate, ...bar }) => ({
    ...bar,
    fill: isLate ? palette.error.main : palette.primary.main,
  }));
  return (
    <Box role="img" aria-label={description} sx={{ height: 280 }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 16, bottom: 0, left: 8 }}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis dataKey="name" interval="preserveStart" tick={text} stroke={palette.divider} />
          <YAxis
            tickFormatter={(amount: number) => formatWholeMoney(amount, currency)}
            tick={text}
            stroke={palette.divider}
            width={currency === 'USD' ? 72 : 88}
          />
          <Tooltip
            cursor={{ fill: palette.action.hover }}
            formatter={(amount) => [formatMoney(Number(amount), currency), valueName]}
            contentStyle={{
              background: palette.background.paper,
              borderColor: palette.divider,
              borderRadius: 8,
            }}
            labelStyle={{ color: palette.text.primary }}
            itemStyle={{ color: palette.text.primary }}
          />
          <Bar dataKey="amount" radius={[4, 4, 0, 0]} maxBarSize={64} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </Box>
  );
}
