import type { AuditChange, AuditEntry } from '#domain/audit';
import type { Payment } from '#domain/payments';

type StatusChange = Payment['statusHistory'][number];

/** One row of a payment's timeline: a change of status, an entry of the audit trail, or both in one. */
export interface TimelineRow {
  at: string;
  by: string;
  /** Absent if the status did not change. */
  change?: StatusChange;
  /** The actor's network address; only from the audit trail. */
  ip?: string;
  /** The action of the audit trail; absent for a change of status. */
  action?: string;
  /** The fields that were changed beside the status. */
  fields: AuditChange[];
}

/**
 * Fields that a row with a change of status shows already: by its chip, and by its note, which names the sums. The last
 * two stand in entries of before the ledger.
 */
const said = ['status', 'note', 'received', 'refunded', 'shortfall', 'reversed', 'owedAgain'];

/** The history's and the audit trail's times of one write may differ by this many milliseconds. */
const sameWriteMs = 5000;

/**
 * Joins the history of the status and the audit trail, newest first. A change of status is in both, and becomes one
 * row. The initial values of a new record are left out: the page shows them, and later changes contain them.
 */
export function timelineOf(history: readonly StatusChange[], entries: readonly AuditEntry[]): TimelineRow[] {
  const rows: TimelineRow[] = history.map((change) => ({
    at: change.date,
    by: change.by,
    change,
    fields: [],
  }));
  for (const { at, by, ip, action, changes = [] } of entries) {
    const isOne = (row: TimelineRow) =>
      row.change && row.ip === undefined && row.by === by && distance(row, at) <= sameWriteMs;
    const setsStatus =
      action === 'create' || changes.some(({ field }) => field === 'status' || field === 'note');
    const row = setsStatus
      ? rows.filter(isOne).sort((one, other) => distance(one, at) - distance(other, at))[0]
      : undefined;
    const fields = action === 'create' ? [] : changes.filter(({ field }) => !row || !said.includes(field));
    if (row) Object.assign(row, { ip, fields });
    else rows.push({ at, by, ip, action, fields });
  }
  return rows.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)).reverse();
}

/** The milliseconds between a row and an entry of the audit trail. */
const distance = (row: TimelineRow, at: string): number => Math.abs(Date.parse(row.at) - Date.parse(at));
