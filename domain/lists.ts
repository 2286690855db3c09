/** Page sizes of the lists on the screens, and the API's limits. */
export const pageSizes = [5, 10, 25, 50] as const;
export const defaultPageSize = 10;
export const maximumPageSize = 100;

/** The date ranges of the payments list, in days back from now. */
export const dateRanges = [7, 30, 90] as const;

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  pages: number;
}

/** Maximum number of customers, and of payments, in the results of the global search. */
export const maximumSearchResults = 8;

export interface CountById {
  _id: string;
  count: number;
}

export const exportFormats = ['csv', 'excel'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportName = 'customers' | 'payments' | 'bank-transactions' | 'audit';

/** "payments-export-2026-11-21.csv"; a workbook ends in .xlsx, which Excel requires. */
export const exportFileName = (name: ExportName, format: ExportFormat, day: string): string =>
  `${name}-export-${day}.${format === 'excel' ? 'xlsx' : 'csv'}`;

/** Maximum number of records that are selected at once. */
export const maximumSelected = 1000;
