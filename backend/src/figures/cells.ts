import type { Currency } from '../../../domain/money.js';
import type { Figure } from './figures.schema.js';

/** What figures of payments are asked by. */
export interface PaymentCell {
  status: string;
  paymentMethod: string;
  currency: Currency;
  country: string;
}

/** The part of a payment that its figures are made of. */
export interface CountedPayment extends Partial<PaymentCell> {
  createdAt: Date;
  amount: number;
}

/** The part of a customer that its figures are made of. */
export interface CountedCustomer {
  country?: string | null;
  hasPayment: boolean;
}

/** Adds to a cell what is one more figure of it. */
export function addFigure(cells: Map<string, Figure>, cell: string, { count, cents }: Figure): void {
  const figure = cells.get(cell);
  cells.set(cell, { count: (figure?.count ?? 0) + count, cents: (figure?.cents ?? 0) + cents });
}

const none = 'none';

export const paymentCell = ({ status, paymentMethod, currency, country }: Partial<PaymentCell>): string =>
  [status, paymentMethod, currency, country].map((value) => value || none).join('|');

export function readPaymentCell(cell: string): PaymentCell {
  const [status = none, paymentMethod = none, currency = 'THB', country = none] = cell.split('|');
  return { status, paymentMethod, currency: currency as Currency, country };
}

export const customerCell = ({ country, hasPayment }: CountedCustomer): string =>
  `${country || none}|${hasPayment ? 'active' : 'new'}`;

export const customerSheet = 'customers';
const dayPrefix = 'day:';
const monthPrefix = 'month:';
export const daySheet = (moment: Date): string => dayPrefix + moment.toISOString().slice(0, 10);
export const monthSheet = (moment: Date): string => monthPrefix + moment.toISOString().slice(0, 7);

/** The month or day that a sheet of payments is for: "2026-11", "2026-11-21". */
export const periodOf = (sheet: string): string => sheet.slice(sheet.indexOf(':') + 1);

/** The sheets of all months, as a range of ids. */
export const monthSheets = { $gte: monthPrefix, $lt: 'month;' };
export const isMonthSheet = (sheet: string): boolean => sheet.startsWith(monthPrefix);

const dayLength = 86_400_000;
const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

/**
 * The sheets that make up the days from `from` to `to` (YYYY-MM-DD, both included): months where they are whole,
 * days at the edges. Without `from` or `to` the range is open: pass the first and last day there is.
 */
export function sheetsBetween(from: string, to: string): string[] {
  const sheets: string[] = [];
  let day = startOfDay(from);
  const end = startOfDay(to);
  while (day <= end) {
    const nextMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1));
    if (day.getUTCDate() === 1 && nextMonth.getTime() - dayLength <= end.getTime()) {
      sheets.push(monthSheet(day));
      day = nextMonth;
    } else {
      sheets.push(daySheet(day));
      day = new Date(day.getTime() + dayLength);
    }
  }
  return sheets;
}
