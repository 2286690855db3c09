import { downloadCSV, type Exporter } from 'react-admin';
import { csvText } from '#domain/csv';

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return csvText(typeof value === 'string' ? value : JSON.stringify(value));
};

/** Fields that say nothing to people. */
const left = ['_id', 'version'];

/**
 * react-admin's export of a list without an export of its own at the server: a CSV file of every field of its records,
 * of which no text is a formula to a spreadsheet.
 */
export const exporter: Exporter = (records: object[], _fetchRelated, _dataProvider, resource) => {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
    (field) => !left.includes(field),
  );
  const rows = records.map((record) =>
    fields.map((field) => cell((record as Record<string, unknown>)[field])),
  );
  // The byte order mark tells Excel that the file is UTF-8.
  const text = `\uFEFF${[fields.map(csvText), ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
  downloadCSV(text, `${resource}-export`);
};
