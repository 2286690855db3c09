import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type Calendar, utcCalendar } from '#domain/calendar';
import { dayMs } from '#domain/dates';
import { dateRanges } from '#domain/lists';
import { useCalendar } from '../data/useCalendar.js';
import { Section } from '../ui/common/Section.js';
import { FilterSelect } from '../ui/lists/FilterBar.js';
import { DayField } from './DayField.js';
import type { Range } from './useDateRange.js';

/** The last `days` days including today. */
function lastDays(days: number, { dayOf }: Calendar): Range {
  const to = dayOf(new Date());
  const from = utcCalendar.dayOf(new Date(utcCalendar.startOf(to).getTime() - (days - 1) * dayMs));
  return { from, to };
}

const presetRanges = (calendar: Calendar): Record<string, Range> => ({
  all: { from: '', to: '' },
  ...Object.fromEntries(dateRanges.map((days) => [String(days), lastDays(days, calendar)])),
});

interface RangeFilterProps {
  range: Range;
  onChange: (change: Partial<Range>, isCorrection?: boolean) => void;
}

/** The range of days of the report. */
export function RangeFilter({ range, onChange }: RangeFilterProps) {
  const translate = useTranslate();
  const calendar = useCalendar();
  const presets = presetRanges(calendar);
  const label = (name: string) => translate(`resources.reports.range.${name}`);
  const preset = Object.keys(presets).find(
    (name) => presets[name]?.from === range.from && presets[name].to === range.to,
  );
  const names = ['all', ...dateRanges.map(String), ...(preset ? [] : ['custom'])];

  return (
    <Section title={label('title')}>
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap' }}>
        <FilterSelect
          label={label('preset')}
          value={preset ?? 'custom'}
          options={names.map((value) => ({ value, label: label(`presets.${value}`) }))}
          onChange={(name) => onChange(presets[name] ?? {})}
        />
        {(['from', 'to'] as const).map((bound) => (
          <DayField
            key={bound}
            label={label(bound)}
            value={range[bound]}
            onChange={(day, isCorrection) => onChange({ [bound]: day }, isCorrection)}
          />
        ))}
      </Stack>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1.5 }}>
        {translate('resources.reports.range.note', { zone: calendar.timeZone })}
      </Typography>
    </Section>
  );
}
