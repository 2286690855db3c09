import { BadRequestException } from '@nestjs/common';
import { type ExportFormat, exportFormats } from '#domain/lists';
import { textParameter } from '../http/list-query.js';

/** The `format` of an export call; csv by default. */
export function exportFormat(query: Record<string, unknown>): ExportFormat {
  const format = textParameter(query, 'format') || 'csv';
  if (!(exportFormats as readonly string[]).includes(format))
    throw new BadRequestException('format takes csv or excel');
  return format as ExportFormat;
}

/**
 * Returns whether a CSV file begins with a line that names its separator, for Excel where the system's list separator is
 * a semicolon; `separatorLine` of an export call. Off by default: other programs take the line for data.
 */
export function exportSeparatorLine(query: Record<string, unknown>): boolean {
  const text = textParameter(query, 'separatorLine') || 'false';
  if (text !== 'true' && text !== 'false') throw new BadRequestException('separatorLine takes true or false');
  return text === 'true';
}
