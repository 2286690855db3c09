/** Page sizes of the lists on the screens, and the API's limits. */
export const pageSizes = [5, 10, 25, 50] as const;
export const defaultPageSize = 10;
export const maximumPageSize = 100;

/** The date ranges of the payments list, in days back from now. */
export const dateRanges = [7, 30, 90] as const;

/** The ages of pending payments that the screens offer: more than so many days since they were made. */
export const paymentAges = [3, 10, 30] as const;
export const maximumAge = 9999;
/** The pattern of an age, a whole number of days from 1 to `maximumAge`. */
export const agePattern = '^[1-9]\\d{0,3}$';

/**
 * Records of which no kept figure has a count are counted up to this number: it stands for as many or more, and screens
 * show "10,000+". Totals of customers and payments are exact.
 */
export const countLimit = 10_000;

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  pages: number;
  /** True where there may be more than `total`: see countLimit. */
  atLeast?: true;
}

/** Maximum number of customers, and of payments, in the results of the global search. */
export const maximumSearchResults = 8;

export interface CountById {
  _id: string;
  count: number;
}

export const exportFormats = ['csv', 'excel'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type ExportName =
  | 'customers'
  | 'payments'
  | 'bank-transactions'
  | 'audit'
  | 'books'
  | 'documents'
  | 'tax'
  | 'expected';

/**
 * "payments-export-2026-11-21.csv"; a workbook ends in .xlsx, which Excel requires. The records of a range of days have
 * that in the name: "payments-export-2026-10-01-to-2026-10-31.csv".
 */
export function exportFileName(
  name: ExportName,
  format: ExportFormat,
  day: string,
  { from = '', to = '' }: { from?: string | undefined; to?: string | undefined } = {},
): string {
  const range = [from && (to ? from : `from-${from}`), to && `to-${to}`].filter(Boolean).join('-');
  return `${name}-export-${range || day}.${format === 'excel' ? 'xlsx' : 'csv'}`;
}
