import {
  addFigure,
  type CountedCustomer,
  type CountedPayment,
  customerCell,
  customerSheet,
  paymentCell,
  paymentSheets,
} from './cells.js';
import type { Figure, FigureSheet } from './figures.schema.js';

/** Counts records from scratch into the sheets that are otherwise kept as they change. */
export class FigureTally {
  private readonly sheets = new Map<string, Map<string, Figure>>();

  addPayment(payment: CountedPayment): void {
    const cents = Math.round(payment.amount * 100);
    for (const sheet of paymentSheets(payment.createdAt)) this.add(sheet, paymentCell(payment), 1, cents);
  }

  addCustomer(customer: CountedCustomer): void {
    this.add(customerSheet, customerCell(customer), 1, 0);
  }

  add(sheet: string, cell: string, count: number, cents: number): void {
    const cells = this.sheets.get(sheet) ?? new Map<string, Figure>();
    addFigure(cells, cell, { count, cents });
    this.sheets.set(sheet, cells);
  }

  /** The sheets as they are stored; what came to nothing is left out. */
  toSheets(): FigureSheet[] {
    return [...this.sheets]
      .map(([_id, cells]) => ({
        _id,
        cells: Object.fromEntries([...cells].filter(([, { count, cents }]) => count !== 0 || cents !== 0)),
      }))
      .filter(({ cells }) => Object.keys(cells).length > 0);
  }

  /** Where two tallies differ: a line for each cell, "month:2026-11 paid|interac|CAD|canada: 3 (676983), not 2 (…)". */
  differences(from: FigureTally): string[] {
    const lines: string[] = [];
    for (const id of new Set([...this.sheets.keys(), ...from.sheets.keys()])) {
      const [mine, theirs] = [this.sheets.get(id), from.sheets.get(id)];
      for (const cell of new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])])) {
        const [is, was] = [mine, theirs].map((cells) => cells?.get(cell) ?? { count: 0, cents: 0 }) as [
          Figure,
          Figure,
        ];
        if (is.count !== was.count || is.cents !== was.cents)
          lines.push(`${id} ${cell}: ${is.count} (${is.cents}), not ${was.count} (${was.cents})`);
      }
    }
    return lines;
  }
}
