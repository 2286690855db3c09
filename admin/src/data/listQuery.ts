interface ListParams {
  page?: number;
  perPage?: number;
  sort?: { field: string; order: 'ASC' | 'DESC' };
  filter?: object;
  [parameter: string]: unknown;
}

const day = 86_400_000;

/** Builds the query string of a list, without empty values; the filter `days` becomes a lower bound of createdAt. */
export function listQuery({ perPage, sort, filter, ...plain }: ListParams): string {
  const query = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null || value === '') return;
    if (typeof value === 'object')
      Object.entries(value).forEach(([key, inner]) => add(`${name}[${key}]`, inner));
    else query.append(name, `${value as string | number}`);
  };
  Object.entries(plain).forEach(([name, value]) => add(name, value));
  add('limit', perPage);
  if (sort) add('sort', (sort.order === 'DESC' ? '-' : '') + sort.field);
  const { days, ...fields } = (filter ?? {}) as { days?: number };
  add('filter', fields);
  if (days) add('filter[createdAt][gte]', new Date(Date.now() - days * day).toISOString());
  const text = query.toString();
  return text && `?${text}`;
}
