import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { calendarDay } from '#domain/dates';
import { dateRanges } from '#domain/lists';
import { Section } from '../ui/common/Section.js';
import { FilterSelect } from '../ui/lists/FilterSelect.js';
import { DayField } from './DayField.js';
import type { Range } from './useDateRange.js';

const dayMilliseconds = 86_400_000;

/** The last `days` days including today, in UTC like the statistics. */
function lastDays(days: number): Range {
  const now = Date.now();
  return {
    from: calendarDay(new Date(now - (days - 1) * dayMilliseconds), 0),
    to: calendarDay(new Date(now), 0),
  };
}

const presetRanges = (): Record<string, Range> => ({
  all: { from: '', to: '' },
  ...Object.fromEntries(dateRanges.map((days) => [String(days), lastDays(days)])),
});

interface RangeFilterProps {
  range: Range;
  onChange: (change: Partial<Range>, isCorrection?: boolean) => void;
}

/** The range of days of the report. */
export function RangeFilter({ range, onChange }: RangeFilterProps) {
  const translate = useTranslate();
  const presets = presetRanges();
  const label = (name: string) => translate(`admin.reports.range.${name}`);
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
        {label('note')}
      </Typography>
    </Section>
  );
}
