import { type ListSpec, parseListQuery } from '../list-query.js';

/** Records that an index may go through up to the end of a page. */
const readAtMost = 10_000;

type Condition = Record<string, unknown>;

/** Operators whose matches stand together in an index. */
const bounds = ['$eq', '$in', '$gt', '$gte', '$lt', '$lte'];
const exact = ['$eq', '$in'];

const operatorsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value).filter((key) => key.startsWith('$')) : [];

const hasOnly = (operators: readonly string[], value: unknown): boolean =>
  operatorsOf(value).every((operator) => operators.includes(operator));

/** True for a condition that matches one value, so that an index orders the matches by its next field. */
const isOne = (value: unknown): boolean => {
  const { $in } = Object(value) as { $in?: unknown[] };
  return hasOnly(exact, value) && ($in === undefined || $in.length <= 1);
};

const partsOf = ({ $and, ...others }: Condition): Condition[] => [
  ...(($and as Condition[] | undefined) ?? []).flatMap(partsOf),
  ...(Object.keys(others).length ? [others] : []),
];

/** Returns whether a condition is on a field of which few records have the same value. */
const isOfFew = (part: Condition, few: readonly string[]): boolean =>
  Object.entries(part).some(([field, value]) =>
    field === '$or'
      ? (value as Condition[]).every((one) => partsOf(one).some((each) => isOfFew(each, few)))
      : few.includes(field) && hasOnly(bounds, value),
  );

/** Returns whether a query may read very many records: no index fits, or its page is late. Throws 400. */
export function isCostlyList(query: Condition, spec: ListSpec): boolean {
  const { page, limit, sort, conditions } = parseListQuery(query, spec);
  if (spec.isCostly || page * limit > readAtMost) return true;
  const parts = partsOf(conditions);
  if (parts.some((part) => isOfFew(part, ['_id', ...(spec.few ?? [])]))) return false;
  const { kept } = spec;
  if (kept && parts.some((part) => Object.keys(part).length > 1 || !kept.includes(Object.keys(part)[0]!)))
    return true;
  const entries = parts.flatMap((part) => Object.entries(part));
  if (entries.some(([field, value]) => field.startsWith('$') || !hasOnly(bounds, value))) return true;
  const values = new Map(entries);
  const [order] = Object.keys(sort);
  // An index has first the fields with one value each, then that of the order, which may have any other condition.
  return !spec.indexes.some((fields) => {
    const at = fields.findIndex(
      (field) => !values.has(field) || !isOne(values.get(field)) || field === order,
    );
    const answered = at >= 0 && values.has(fields[at]!) ? at + 1 : at;
    return fields[at] === order && answered === values.size;
  });
}
