import { BadRequestException } from '@nestjs/common';
import { type ExportFormat, exportFormats } from '#domain/platform/lists';
import { textParameter } from '../http/list-query.js';
import type { DecimalSign } from './csv.js';

/** The `format` of an export call; csv by default. */
export function exportFormat(query: Record<string, unknown>): ExportFormat {
  const format = query.format === undefined ? 'csv' : textParameter(query, 'format');
  if (!(exportFormats as readonly string[]).includes(format))
    throw new BadRequestException('format takes csv or excel');
  return format as ExportFormat;
}

/** Longest text of a filter in the audit trail, in characters. */
const longestFilter = 200;

/**
 * Returns what an export call asks for, as the changes of its audit entry: its format, its filters, and other parameters
 * such as a number of chosen records.
 */
export function exportedFields(
  query: Record<string, unknown>,
  more: Record<string, unknown> = {},
): { field: string; from: null; to: string }[] {
  const { filter, ...plain } = query;
  const filters = typeof filter === 'object' && filter !== null ? filter : {};
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries({ ...plain, ...filters, ...more })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([field, value]) => ({ field, from: null, to: asText(value).slice(0, longestFilter) }));
}

/** The `decimal` of an export call, for its CSV file; a point by default. */
export function exportDecimal(query: Record<string, unknown>): DecimalSign {
  if (query.decimal === undefined) return 'point';
  if (textParameter(query, 'decimal') !== 'comma') throw new BadRequestException('decimal takes comma');
  return 'comma';
}
