import { BadRequestException } from '@nestjs/common';
import { type QueryFilter, type Schema, type SortOrder, Types } from 'mongoose';
import { type Calendar, utcCalendar } from '#domain/platform/calendar';
import { isCalendarDay } from '#domain/platform/dates';
import { idPattern, isId, type RuleSchema } from '#domain/platform/rules';
import { countLimit, defaultPageSize, maximumPageSize, type Pagination } from '#domain/platform/lists';

/** Builds the condition of `filter[field][operator]`; a day begins and ends there by the calendar. */
type Bound = (text: string, calendar: Calendar) => QueryFilter<Record<string, unknown>>;

/**
 * Builds the condition of `filter[field]` from its text; throws a BadRequestException for invalid text. `schema` tells
 * the API's document what text is valid, and `description` what it asks for.
 */
export type Filter = Bound & FilterFacts;
interface FilterFacts {
  schema?: RuleSchema;
  description?: string;
}

/** The filters and sort fields of a resource, with the condition of each filter. */
export interface QuerySpec {
  filters: Record<string, Filter>;
  /** The same for filters with operators, `filter[field][gte]`. */
  ranges?: Record<string, Partial<Record<'gte' | 'lte', Bound>>>;
  /** The fields of `ranges` that are lists: one of their elements lies within both bounds. */
  lists?: readonly string[];
  /** Maps a name of `sort` to the stored field that an index orders. */
  sorts: Record<string, string>;
  /** The `sort` of a call without one, by default `-createdAt`. */
  order?: string;
  /** Stored sort fields of which no two records have the same value. */
  unique?: readonly string[];
}

/** The filters and sort fields of a resource, and which of them count as costly: see isCostlyList. */
export interface ListSpec extends QuerySpec {
  /** The fields of each index: what none of them answers counts as costly. */
  indexes: readonly (readonly string[])[];
  /** Indexed fields of which few records have the same value. */
  few?: readonly string[];
  /** Of a list that also counts by state: the fields by which kept figures or an index have these counts. */
  kept?: readonly string[];
  /** True where every call counts as costly, by conditions of its own. */
  isCostly?: true;
}

/** The fields of each index of a schema's collection, in their order. */
export const indexesOf = (schema: Pick<Schema, 'indexes'>): string[][] => [
  ['_id'],
  ...schema.indexes().map(([fields]) => Object.keys(fields)),
];

/** The query of a call, before it is parsed. */
export type RawQuery = Record<string, unknown>;

export interface ListQuery {
  page: number;
  limit: number;
  sort: Record<string, SortOrder>;
  conditions: QueryFilter<Record<string, unknown>>;
}

/** Longest text of a filter, in characters: a person's search is shorter. */
export const maximumText = 200;
/** Highest page number: skipping rows costs the database a scan, so that beyond it filters are better. */
export const maximumPage = 100_000;

const oneText = (name: string, value: unknown, maximum = maximumText): string => {
  if (typeof value !== 'string') throw new BadRequestException(`${name} takes one text`);
  if (value.length > maximum) throw new BadRequestException(`${name} takes at most ${maximum} characters`);
  if (value.includes('\0')) throw new BadRequestException(`${name} contains characters that cannot be used`);
  return value;
};

/** Returns the value of an optional query parameter, '' without one. Throws 400 for a repeated or nested one. */
export const textParameter = (query: Record<string, unknown>, name: string): string =>
  query[name] === undefined ? '' : oneText(name, query[name]).trim();

/** A whole number of a query, from 1; `fallback` without one. Throws 400 for anything else. */
export function wholeParameter(query: Record<string, unknown>, name: string, fallback: number, max: number) {
  if (query[name] === undefined) return fallback;
  const text = textParameter(query, name);
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > max)
    throw new BadRequestException(`${name} takes a whole number from 1 to ${max}`);
  return value;
}

/** The number of records that a screen showed, which a call guards itself by; undefined without one. */
export const countParameter = (query: Record<string, unknown>): number | undefined =>
  query.count === undefined ? undefined : wholeParameter(query, 'count', 0, Number.MAX_SAFE_INTEGER);

const getOwn = <T>(table: Record<string, T> | undefined, key: string): T | undefined =>
  table && Object.hasOwn(table, key) ? table[key] : undefined;

/** A filter that takes one of `allowed`; throws 400 naming them for any other text. */
export const enumFilter = (
  field: string,
  allowed: readonly string[],
): ((text: string) => QueryFilter<Record<string, unknown>>) & FilterFacts =>
  Object.assign(
    (text: string) => {
      if (!allowed.includes(text))
        throw new BadRequestException(`filter[${field}] takes one of ${allowed.join(', ')}`);
      return { [field]: text };
    },
    { schema: { enum: allowed } },
  );

/** A filter that takes `true`: the records that meet these conditions, which may depend on the time of the request. */
export function flagFilter(
  name: string,
  conditions: Record<string, unknown> | ((calendar: Calendar) => Record<string, unknown>),
): Filter {
  const isTrue = enumFilter(name, ['true']);
  return Object.assign(
    (text: string, calendar: Calendar) =>
      isTrue(text) && (typeof conditions === 'function' ? conditions(calendar) : conditions),
    { schema: isTrue.schema },
  );
}

/**
 * A filter of a field that is true or not, which takes `true` and `false`; a record without the field counts as `false`.
 * Other conditions than the field of that name are `yes` and `no`.
 */
export function booleanFilter(
  name: string,
  yes: Record<string, unknown> = { [name]: true },
  no: Record<string, unknown> = { [name]: { $ne: true } },
): Filter {
  const isEither = enumFilter(name, ['true', 'false']);
  return Object.assign((text: string) => isEither(text) && (text === 'true' ? yes : no), {
    schema: isEither.schema,
  });
}

/** A filter that takes `yes`: the records that have a text in a field. */
export const presenceFilter = (name: string, field: string): Filter => {
  const isYes = enumFilter(name, ['yes']);
  return Object.assign((text: string) => isYes(text) && { [field]: { $gt: '' } }, { schema: isYes.schema });
};

/** A filter by the id of a record that a field refers to, which is stored as an ObjectId: as text it is not found. */
export const idFilter = (name: string, field = name): Filter =>
  Object.assign(
    (text: string) => {
      if (!isId(text)) throw new BadRequestException(`filter[${name}] takes an id of 24 hex digits`);
      return { [field]: new Types.ObjectId(text) };
    },
    { schema: { pattern: idPattern } },
  );

const anId = idPattern.replace(/^\^|\$$/g, '');
const idsPattern = `^${anId}(?:,${anId}){0,${maximumPageSize - 1}}$`;
const ids = new RegExp(idsPattern);

/** The filters of every list: `id` takes the ids of as many records as a page has, with commas between them. */
export const commonFilters: Record<string, Filter> = {
  id: Object.assign(
    (text: string) => {
      if (!ids.test(text))
        throw new BadRequestException(
          `filter[id] takes up to ${maximumPageSize} ids of 24 hex digits, separated by commas`,
        );
      return { _id: { $in: text.split(',').map((id) => new Types.ObjectId(id)) } };
    },
    { schema: { pattern: idsPattern, maxLength: maximumPageSize * 25 - 1 } },
  ),
};

/**
 * Returns the conditions of `filter[…]`; empty values are ignored. Throws 400 naming an unknown field or operator.
 * @param calendar the days of stored times
 */
export function parseFilter(
  filter: unknown,
  spec: QuerySpec,
  calendar = utcCalendar,
): QueryFilter<Record<string, unknown>> {
  if (filter === undefined || filter === '') return {};
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw new BadRequestException('filter takes fields: filter[field]=value');
  const conditions: QueryFilter<Record<string, unknown>>[] = [];
  for (const [field, value] of Object.entries(filter as Record<string, unknown>)) {
    const toCondition = getOwn(spec.filters, field) ?? getOwn(commonFilters, field);
    const range = getOwn(spec.ranges, field);
    if (!toCondition && !range) throw new BadRequestException(`Unknown filter: ${printable(field)}`);
    if (range && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const bounds: QueryFilter<Record<string, unknown>>[] = [];
      for (const [operator, bound] of Object.entries(value)) {
        const toBound = getOwn(range as Record<string, Bound>, operator);
        if (!toBound) throw new BadRequestException(`Unknown operator for ${field}: ${printable(operator)}`);
        const text = oneText(`filter[${field}][${operator}]`, bound).trim();
        if (text) bounds.push(toBound(text, calendar));
      }
      if (spec.lists?.includes(field) && bounds.length)
        conditions.push({
          [field]: {
            $elemMatch: Object.assign({}, ...bounds.map((bound) => bound[field] as object)) as object,
          },
        });
      else conditions.push(...bounds);
      continue;
    }
    if (!toCondition)
      throw new BadRequestException(
        `filter[${field}] takes an operator: ${Object.keys(range ?? {}).join(', ')}`,
      );
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      throw new BadRequestException(
        `Unknown operator for ${field}: ${printable(Object.keys(value)[0] ?? '')}`,
      );
    const text = oneText(`filter[${field}]`, value, toCondition.schema?.maxLength).trim();
    if (text) conditions.push(toCondition(text, calendar));
  }
  return conditions.length > 1 ? { $and: conditions } : (conditions[0] ?? {});
}

/** Returns a client's name for use in a message: word characters only, so that no markup is echoed. */
const printable = (name: string): string => name.replace(/[^\w$.-]/g, '').slice(0, 40) || '(unreadable)';

export const orderOf = ({ order = '-createdAt' }: QuerySpec): string => order;

function parseSort(query: Record<string, unknown>, spec: QuerySpec): Record<string, SortOrder> {
  const text = textParameter(query, 'sort') || orderOf(spec);
  const direction = text.startsWith('-') ? -1 : 1;
  const name = text.replace(/^-/, '');
  const field = getOwn(spec.sorts, name);
  if (!field) throw new BadRequestException(`Unknown sort: ${printable(name)}`);
  if (spec.unique?.includes(field)) return { [field]: direction };
  // Rows with equal values are ordered by age and id, so that no row is on two pages.
  return { [field]: direction, createdAt: direction, _id: direction };
}

/** Parses and checks page, limit, sort and filter of a list call; `calendar` has the days of stored times. */
export function parseListQuery(
  query: Record<string, unknown>,
  spec: QuerySpec,
  calendar = utcCalendar,
): ListQuery {
  return {
    page: wholeParameter(query, 'page', 1, maximumPage),
    limit: wholeParameter(query, 'limit', defaultPageSize, maximumPageSize),
    sort: parseSort(query, spec),
    conditions: parseFilter(query.filter, spec, calendar),
  };
}

/** @param isCounted whether the total is counted up to `countLimit` only, so that there may be more */
export const paginationOf = ({ page, limit }: ListQuery, total: number, isCounted = false): Pagination => ({
  page,
  limit,
  total,
  pages: Math.ceil(total / limit),
  ...(isCounted && total >= countLimit && { atLeast: true }),
});

/** Returns a list's total where its page, not full, is the last one. Undefined otherwise. */
export const totalByPage = ({ page, limit }: ListQuery, { length }: unknown[]): number | undefined =>
  length < limit && (length > 0 || page === 1) ? (page - 1) * limit + length : undefined;

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** A condition that finds the text literally, anywhere in a field that is stored folded, such as a key. */
export const containing = (field: string, text: string): QueryFilter<Record<string, unknown>> => ({
  [field]: { $regex: literally(text) },
});

/** A filter that finds its text literally and in any case, anywhere in one of the fields; accents matter. */
export const textFilter =
  (...fields: string[]): Filter =>
  (text) => ({ $or: fields.map((field) => ({ [field]: { $regex: literally(text), $options: 'i' } })) });

/** The pattern of a time in a query: an ISO date, or date and time. */
export const momentPattern =
  '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$';
const isoMoment = new RegExp(momentPattern);

/** Parses a time in a query. A day means its beginning, or its end. */
function momentParameter(name: string, text: string, ofDay: (day: string) => Date): Date {
  const isDay = text.length === 'YYYY-MM-DD'.length;
  // Date rolls 2026-02-30 over into March.
  const isReal = isoMoment.test(text) && isCalendarDay(text.slice(0, 10));
  const moment = isReal && isDay ? ofDay(text) : new Date(text);
  if (!isReal || Number.isNaN(moment.getTime()))
    throw new BadRequestException(`${name} takes an ISO date, such as 2026-11-21`);
  return moment;
}

/** The operators gte and lte on a stored time; a day as the upper bound is included as a whole. */
export const momentRange = (field: string): NonNullable<QuerySpec['ranges']>[string] => ({
  gte: (text, { startOf }) => ({
    [field]: { $gte: momentParameter(`filter[${field}][gte]`, text, startOf) },
  }),
  lte: (text, { endOf }) => ({ [field]: { $lte: momentParameter(`filter[${field}][lte]`, text, endOf) } }),
});

/** The same on days that are stored as they are written, YYYY-MM-DD. */
export const writtenDayRange = (field: string): NonNullable<QuerySpec['ranges']>[string] => {
  const day = (operator: string, text: string): string => {
    if (!isCalendarDay(text))
      throw new BadRequestException(`filter[${field}][${operator}] takes an ISO date, such as 2026-11-21`);
    return text;
  };
  return {
    gte: (text) => ({ [field]: { $gte: day('gte', text) } }),
    lte: (text) => ({ [field]: { $lte: day('lte', text) } }),
  };
};

/** The same on a stored day, which is midnight UTC in every time zone. */
export const dayRange = (field: string): NonNullable<QuerySpec['ranges']>[string] => {
  const { gte, lte } = momentRange(field);
  return { gte: (text) => gte!(text, utcCalendar), lte: (text) => lte!(text, utcCalendar) };
};
