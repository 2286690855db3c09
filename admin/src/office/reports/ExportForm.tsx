import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button, Checkbox, FormControlLabel, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { useStore } from 'react-admin';
import { countries } from '#domain/places/countries';
import { countryNames } from '#domain/places/locations';
import { exportFormats, type ExportFormat } from '#domain/platform/lists';
import { paymentStatuses, statusNames } from '#domain/payments/payments';
import { decimalCommaKey } from '../../data/store.js';
import { Section } from '../../ui/common/Section.js';
import { useExports } from '../../ui/exports/ExportsProvider.js';
import { FilterSelect } from '../../ui/lists/FilterBar.js';
import type { Range } from '../../ui/common/DayField.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

const resources = ['customers', 'payments'] as const;
type ExportedResource = (typeof resources)[number];

const narrowing: Record<ExportedResource, { id: string; name: string }[]> = {
  customers: countries.map((id) => ({ id, name: countryNames[id] })),
  payments: paymentStatuses.map((id) => ({ id, name: statusNames[id] })),
};

/** Exports of every resource, with the filters of its list and, optionally, the report's range of days. */
export function ExportForm({ range }: { range: Range }) {
  const translate = useTranslate();
  const { running, start } = useExports();
  const [resource, setResource] = useState<ExportedResource>('payments');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [text, setText] = useState('');
  const [choice, setChoice] = useState('');
  const [wantsRange, setWantsRange] = useState(true);
  const [hasDecimalComma, setHasDecimalComma] = useStore<boolean>(decimalCommaKey, false);
  const label = textsOf(translate, 'resources.reports.exports');

  const hasRange = range.from !== '' || range.to !== '';
  const inRange = hasRange && wantsRange;

  const exportNow = () => {
    const createdAt = inRange ? { gte: range.from, lte: range.to } : {};
    const filter =
      resource === 'customers'
        ? { country: choice, createdAt }
        : { status: choice, referenceNumber: text.trim(), createdAt };
    const search = resource === 'customers' ? text.trim() : '';
    const query = {
      search,
      filter,
      ...(format === 'csv' && hasDecimalComma && { decimal: 'comma' as const }),
    };
    void start({ resource, format, query });
  };

  return (
    <Section title={label('title')}>
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <FilterSelect
          label={label('what')}
          value={resource}
          choices={resources.map((id) => ({ id, name: translate(`resources.${id}.title`) }))}
          onChange={(value) => {
            setResource(value as ExportedResource);
            setChoice('');
            setText('');
          }}
        />
        <FilterSelect
          label={label('format')}
          value={format}
          choices={exportFormats.map((id) => ({ id, name: label(id) }))}
          onChange={(value) => setFormat(value as ExportFormat)}
        />
        <FilterSelect
          label={label(`choice.${resource}`)}
          value={choice}
          emptyText={label('any')}
          choices={narrowing[resource]}
          onChange={setChoice}
        />
        <TextField
          size="small"
          label={label(`text.${resource}`)}
          value={text}
          onChange={(event) => setText(event.target.value)}
          sx={{ flex: '1 1 14rem', maxWidth: { sm: 320 } }}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <FormControlLabel
          control={<Checkbox checked={inRange} onChange={(event) => setWantsRange(event.target.checked)} />}
          disabled={!hasRange}
          label={label('useRange')}
        />
        {format === 'csv' && (
          <FormControlLabel
            control={
              <Checkbox
                checked={hasDecimalComma}
                onChange={(event) => setHasDecimalComma(event.target.checked)}
              />
            }
            label={label('decimalComma')}
          />
        )}
        <Button
          variant="contained"
          startIcon={<DownloadIcon />}
          disabled={Boolean(running)}
          onClick={exportNow}
        >
          {label('start')}
        </Button>
      </Stack>
    </Section>
  );
}
