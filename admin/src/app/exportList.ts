import { downloadCSV, type Exporter, getFieldLabelTranslationArgs } from 'react-admin';
import { calendarOf } from '#domain/platform/calendar';
import { csvText } from '#domain/platform/csv';
import type { dataProvider } from '../data/dataProvider.js';
import { i18nProvider } from './resources.js';

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return csvText(typeof value === 'string' ? value : JSON.stringify(value));
};

/** Fields that say nothing to people. */
const left = ['_id', 'version'];

/** react-admin's export of a list: a CSV file of every field below its label, in which no text is a formula. */
export const exportList: Exporter = async (records: object[], _fetchRelated, provider, resource) => {
  const { timeZone } = await (provider as typeof dataProvider).call('GET /counts');
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
    (field) => !left.includes(field),
  );
  const rows = records.map((record) =>
    fields.map((field) => cell((record as Record<string, unknown>)[field])),
  );
  const labels = fields.map((source) =>
    csvText(i18nProvider.translate(...getFieldLabelTranslationArgs({ source, resource }))),
  );
  // The byte order mark tells Excel that the file is UTF-8.
  const text = `\uFEFF${[labels, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
  downloadCSV(text, `${resource}-export-${calendarOf(timeZone).dayOf(new Date())}`);
};
