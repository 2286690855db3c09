import { BadRequestException } from '@nestjs/common';
import { type ExportFormat, exportFormats } from '../../../domain/lists.js';
import { textParameter } from '../http/list-query.js';

/** The `format` of an export call; csv by default. */
export function exportFormat(query: Record<string, unknown>): ExportFormat {
  const format = textParameter(query, 'format') || 'csv';
  if (!(exportFormats as readonly string[]).includes(format))
    throw new BadRequestException('format takes csv or excel');
  return format as ExportFormat;
}
