import type { CsvMapping } from '../common/contract.js';
import { looksLikeAmount } from '../common/amounts.js';
import { cellOf, columnsOf, type CsvRecord } from './records.js';
import { dayMs, looksLikeDay, monthAndDay, parseDay, wholeDays, withYear } from '../common/days.js';
import { decide, partOption } from '../common/decide.js';

/** A leap year, in which every day of a year is one. */
const anyYear = 2024;
const offeredYears = 8;

/** Longest time between a statement's own day and its rows, in days. */
const statementDays = 62;

/** Returns the day of the zone in which it begins first, 14 hours before UTC. */
const latestToday = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);

/** Returns a day in the last year in which it is not in the future. */
export function inLastYear(day: string): string {
  const [today, monthDay] = [latestToday(), day.slice(4)];
  return `${Number(today.slice(0, 4)) - Number(monthDay > today.slice(4))}${monthDay}`;
}

const sampledRows = 200;

/** Dates as banks write them beside any names; others may be amounts, or numbers, too. */
const isCertain = (text: string): boolean => /[\p{L}/]|\.$/u.test(text.trim().replace(/[ ,]+\d\d?:.*$/, ''));

/** Returns the columns whose dates have no year, beside none of whole dates; "26.11" counts in a column named as of dates. */
export function yearlessColumns(
  records: readonly CsvRecord[],
  named: readonly number[],
  told?: number,
): number[] {
  const isYearless = (text: string, column: number) =>
    monthAndDay(text) !== undefined && (named.includes(column) || isCertain(text));
  const paid = records
    .slice(0, sampledRows)
    .filter(({ cells }) => cells.filter(Boolean).length > 1 && cells.some(looksLikeAmount));
  const dated = paid.filter(({ cells }) => cells.some(isYearless));
  const all = columnsOf(records);
  const isMost = (count: number, of: readonly CsvRecord[]) => count > 0 && 2 * count >= of.length;
  const hasWhole = all.some((column) =>
    isMost(dated.filter((row) => looksLikeDay(cellOf(row, column))).length, dated),
  );
  if (!dated.length || (told === undefined && hasWhole)) return [];
  return all.filter((column) => {
    const values = paid.map((row) => cellOf(row, column));
    const yearless = values.filter((text) => isYearless(text, column)).length;
    const days = yearless + values.filter(looksLikeDay).length;
    return yearless > 0 && isMost(days, paid) && column === (told ?? column);
  });
}

/** Writes a year into the dates of a column that have none; `yearOf` gets a record and its month and day, "MM-DD". */
function writeYears(
  records: readonly CsvRecord[],
  column: number,
  yearOf: (record: CsvRecord) => number | undefined,
): CsvRecord[] {
  return records.map((record) => {
    const year = yearOf(record);
    const text = cellOf(record, column);
    const whole = year === undefined ? undefined : withYear(text, year);
    return whole === undefined ? record : { ...record, cells: record.cells.with(column, whole) };
  });
}

/** Returns the records with dates of any year in these columns, by which the layout is found. */
export const withAnyYear = (records: readonly CsvRecord[], columns: readonly number[]): CsvRecord[] =>
  columns.reduce<CsvRecord[]>((all, column) => writeYears(all, column, () => anyYear), [...records]);

const daysFrom = (one: string, other: string): number => (Date.parse(other) - Date.parse(one)) / dayMs;

/** A step of more days is one into another year. */
const halfYear = 183;

/** Returns by how many years each "MM-DD" is before the newest one, in rows of any order. */
function yearsBefore(days: readonly string[]): number[] {
  let year = 0;
  const years = days.map((day, index) => {
    const step = daysFrom(`${anyYear}-${days[index - 1] ?? day}`, `${anyYear}-${day}`);
    return (year += step < -halfYear ? 1 : step > halfYear ? -1 : 0);
  });
  const newest = Math.max(...years);
  return years.map((one) => newest - one);
}

/** Chooses the year of the newest date: as said, or the only one within a period that the file names. Else it is asked. */
export function chooseYear(records: readonly CsvRecord[], { date, dateOrder, year: told }: CsvMapping) {
  const dayOf = new Map(
    records.flatMap((record) => {
      const day = monthAndDay(cellOf(record, date), dateOrder);
      return day === undefined ? [] : [[record.line, day] as const];
    }),
  );
  if (!dateOrder || !dayOf.size) return undefined;
  const before = yearsBefore([...dayOf.values()]);
  const periodOf = (year: number) => {
    const days = [...dayOf.values()].map((day, index) => `${year - before[index]!}-${day}`).sort();
    if (days.some((day) => parseDay(day) === undefined)) return undefined;
    return { year, from: days[0]!, to: days.at(-1)! };
  };
  const today = latestToday();
  const years = Array.from({ length: 50 }, (_, index) => Number(today.slice(0, 4)) + 1 - index);
  const possible = [...new Set([...(told === undefined ? [] : [told]), ...years])].flatMap(
    (year) => periodOf(year) ?? [],
  );
  // Lines without such a date may name days with their year, as the period of a statement.
  const others = records.filter(
    ({ line, cells }) => !dayOf.has(line) && cells.every((cell) => cell.length <= 200),
  );
  const named = others.flatMap(({ cells }) => cells.flatMap((cell) => wholeDays(cell, dateOrder))).sort();
  const [first = '', last = ''] = [named[0], named.at(-1)];
  const within = possible.filter(({ from, to }) => first < last && first <= from && to <= last);
  const optionOf = ({ year, from, to }: NonNullable<ReturnType<typeof periodOf>>) =>
    partOption('year', year, `dates without a year are from ${from} to ${to}`);
  const isNear = (from: string, to: string) => to >= from && daysFrom(from, to) <= statementDays;
  // The year that ends or begins near a day that the file names is offered first.
  const isNamed = ({ from, to }: { from: string; to: string }) =>
    named.some((day) => isNear(to, day) || isNear(day, from));
  const past = possible
    .filter(({ to, year }) => to <= today || year === told)
    .sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
    .map(optionOf);
  const [only] = within.length === 1 ? within.map(optionOf) : [];
  const { value, decision } = decide('year', past.slice(0, offeredYears), {
    said: past.find((option) => option.value === told),
    proof: only && { option: only, says: `the file names ${first} and ${last}: all of them lie between` },
  });
  const year = value ?? past[0]?.value;
  if (year === undefined) return undefined;
  const yearOf = new Map([...dayOf.keys()].map((line, index) => [line, year - before[index]!]));
  return {
    decision,
    year,
    write: (all: readonly CsvRecord[]) => writeYears(all, date, ({ line }) => yearOf.get(line)),
  };
}
