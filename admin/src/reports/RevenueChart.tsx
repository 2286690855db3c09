import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatMoney, formatWholeMoney } from '#domain/money';
import type { MonthlyRevenue } from '#domain/reports';
import { monthName } from './monthName.js';

/** Revenue of each month as bars. Screen readers get the table beside it, which has the same figures. */
export function RevenueChart({ months }: { months: MonthlyRevenue[] }) {
  const translate = useTranslate();
  const { palette } = useTheme();
  const text = { fill: palette.text.secondary, fontSize: 12 };
  return (
    <Box role="img" aria-label={translate('resources.reports.months.description')} sx={{ height: 280 }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={months} accessibilityLayer={false} margin={{ top: 8, right: 16, bottom: 0, left: 8 }}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis dataKey="month" tickFormatter={monthName} tick={text} stroke={palette.divider} />
          <YAxis
            tickFormatter={(usd: number) => formatWholeMoney(usd, 'USD')}
            tick={text}
            stroke={palette.divider}
            width={72}
          />
          <Tooltip
            cursor={{ fill: palette.action.hover }}
            labelFormatter={(month) => monthName(month as string)}
            formatter={(usd) => [formatMoney(Number(usd), 'USD'), translate('resources.reports.months.usd')]}
            contentStyle={{
              background: palette.background.paper,
              borderColor: palette.divider,
              borderRadius: 8,
            }}
            labelStyle={{ color: palette.text.primary }}
            itemStyle={{ color: palette.text.primary }}
          />
          <Bar
            dataKey="usd"
            fill={palette.primary.main}
            radius={[4, 4, 0, 0]}
            maxBarSize={64}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </Box>
  );
}
